--- Looks at the whole table, as soon as nothing strange happens any more: what no gesture explains is seen
--- by how all lies. What is just being looked at by itself, a card that falls, dice that roll, comes first.
local presence = require("lib.presence")

local looking = {}

local QUIET = 0.5 -- so many seconds nothing strange has to happen before all is looked at

local at = {} -- by any key: it is being looked at
local strange = 0 -- counts what happened that no gesture explains
local is_acting, tell = nil, nil -- tells whether the table itself does something; tells how all lies

--- Is told how to know that the table itself does something, and how to tell how all lies.
function looking.know(acting, telling)
    is_acting, tell = acting, telling
end

--- Something begins to be looked at; false if it is already.
function looking.begin(key)
    local is_first = at[key] == nil
    at[key] = true
    return is_first
end

--- Something has been looked at.
function looking.over(key)
    at[key] = nil
end

--- Tells whether something is being looked at.
function looking.is_busy()
    return next(at) ~= nil
end

--- Looks at everything, when all that was told is done.
function looking.at_all()
    strange = strange + 1
    local now = strange
    Wait.time(function()
        if strange == now and not presence.is_away() then
            if is_acting() or looking.is_busy() then
                return looking.at_all()
            end
            tell()
        end
    end, QUIET)
end

return looking
