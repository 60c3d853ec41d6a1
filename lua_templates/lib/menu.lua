--- The part of the panel from which chores are done: a button for each, in the order in which they come.
local meaning = require("lib.meaning")
local speech = require("lib.speech")

local menu = {}

local TITLE = 104 -- so wide is what stands before buttons of a sort
local A_ROW = 2 -- so many buttons that are of no sort stand side by side

local function titled(language, title)
    return { { text = speech.said(language, title), wide = TITLE } }
end

local function button(language, chore)
    return {
        press = "chore." .. chore.id, text = speech.said(language, chore.title),
        tip = chore.tip and speech.said(language, chore.tip),
    }
end

--- Gives the row of a chore that is done for one of several places: a button for each of them.
local function row_over(language, facts, chore)
    local row, found, part = titled(language, chore.title), meaning.places(facts, chore.over)
    for _, each in ipairs(found) do
        local value = each[part]
        local tip = chore.tip and speech.said(language, chore.tip, { [part] = value })
        table.insert(row, { press = "chore." .. chore.id .. "." .. value, text = value, tip = tip })
    end
    return row
end

--- Lists the rows of a panel from which chores are done, in a language.
function menu.rows(language, facts)
    local rows, groups, loose = {}, {}, nil
    for _, chore in ipairs(facts.chores) do
        if not chore.panel then
            loose = nil
        elseif chore.over ~= nil and not chore.hidden then
            table.insert(rows, row_over(language, facts, chore))
            loose = nil
        elseif chore.group ~= nil then
            if groups[chore.group] == nil then
                groups[chore.group] = titled(language, chore.group)
                table.insert(rows, groups[chore.group])
            end
            table.insert(groups[chore.group], button(language, chore))
            loose = nil
        elseif not chore.hidden then
            if loose == nil or #loose == A_ROW then
                loose = {}
                table.insert(rows, loose)
            end
            table.insert(loose, button(language, chore))
        end
    end
    return rows
end

return menu
