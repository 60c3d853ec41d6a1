--- Looks into bags that lie on the table, and takes out of them what is sought; also out of bags within bags.
local bags = {}

local ASIDE = 5 -- so far beside a bag what was in it comes to lie, or it would fall in again
local HIGH = 4 -- so far above a bag what was in it comes out
local MOUTH = 2 -- what comes to lie nearer than this to a bag falls into it, or may
local FARTHEST = 60 -- so far a bag is set aside at most; the largest table is as wide
local WAYS = { { x = 0, z = -1 }, { x = 0, z = 1 }, { x = -1, z = 0 }, { x = 1, z = 0 } }

--- Lists the bags that lie on the table.
function bags.on_the_table()
    local found = {}
    for _, thing in ipairs(getObjects()) do
        if thing.type == "Bag" then
            table.insert(found, thing)
        end
    end
    return found
end

--- Tells whether something that is sought, by id, is somewhere in what the data of a thing says that it holds.
function bags.holds(data, sought)
    for _, each in ipairs(data.ContainedObjects or {}) do
        if sought[each.Memo] or bags.holds(each, sought) then
            return true
        end
    end
    return false
end

local function add_memos(data, found)
    for _, each in ipairs(data.ContainedObjects or {}) do
        if (each.Memo or "") ~= "" then
            table.insert(found, each.Memo)
        end
        add_memos(each, found)
    end
    return found
end

--- Lists the ids of all that is in a bag, however deep.
function bags.within(bag)
    return bag.getQuantity() > 0 and add_memos(bag.getData(), {}) or {}
end

--- Takes something out of a bag; what is to stay on the table comes `aside` of it.
function bags.taken(bag, index, aside)
    local at = bag.getPosition()
    return bag.takeObject({
        index = index, position = { x = at.x + (aside and ASIDE or 0), y = at.y + HIGH, z = at.z }, smooth = false,
    })
end

local function is_near(bag, point)
    local at = bag.getPosition()
    return math.abs(at.x - point.x) < MOUTH and math.abs(at.z - point.z) < MOUTH
end

--- Sets a bag beside all places, as near as that can be, so that nothing falls into it that goes to one.
local function set_aside(bag, is_free)
    local at = bag.getPosition()
    for far = ASIDE, FARTHEST, ASIDE do
        for _, way in ipairs(WAYS) do
            local point = { x = at.x + way.x * far, y = at.y + HIGH, z = at.z + way.z * far }
            if is_free(point) then
                bag.setPosition(point)
                return
            end
        end
    end
end

--- Sets bags aside that would take in what comes to lie at some points; `is_free` tells of a point whether
--- it is in no place.
function bags.make_way(points, is_free)
    for _, bag in ipairs(#points > 0 and bags.on_the_table() or {}) do
        for _, point in ipairs(points) do
            if is_near(bag, point) then
                set_aside(bag, is_free)
                break
            end
        end
    end
end

--- Takes a piece out of the first bag that holds it, and gives it; or takes out the deck or bag that holds it
--- there, and tells that, so that it can be looked for again. Gives nil, false if it is in no bag.
function bags.take_out(id)
    local sought = { [id] = true }
    for _, bag in ipairs(bags.on_the_table()) do
        local data = bag.getQuantity() > 0 and bag.getData() or {}
        for i, held in ipairs(data.ContainedObjects or {}) do
            if held.Memo == id then
                return bags.taken(bag, bag.getObjects()[i].index, false), true
            elseif bags.holds(held, sought) then
                bags.taken(bag, bag.getObjects()[i].index, true)
                return nil, true
            end
        end
    end
    return nil, false
end

return bags
