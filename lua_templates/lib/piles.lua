--- What is done with piles again and again: bringing, filling, dealing, shuffling. Whoever does it waits
--- until all lies still; what a pile lacks ends the run.
local laying = require("lib.laying")
local places = require("lib.places")
local steps = require("lib.steps")

local piles = {}

local CARDS = { Card = true, Deck = true }

local called = tostring

--- Is told how a place is called: a pile that is shuffled has its name.
function piles.know(name_of)
    called = name_of
end

--- Lists the ids of what lies in a place, the top first.
function piles.ids(name)
    local found = {}
    for _, entry in ipairs(places.contents(name)) do
        table.insert(found, entry.id)
    end
    return found
end

--- Gives the id on top of what lies in a place; without any, nothing can go on.
function piles.top(name)
    return piles.ids(name)[1] or steps.stop("lacks", name)
end

--- Lists the ids in a place that a function picks.
function piles.some(name, picks)
    local found = {}
    for _, id in ipairs(piles.ids(name)) do
        if picks(id) then
            table.insert(found, id)
        end
    end
    return found
end

--- Tells whether a piece lies in a place.
function piles.has(name, id)
    return #piles.some(name, function(each) return each == id end) > 0
end

--- Brings pieces from wherever they lie to the top of places: `ids` by place, the top first; `last`, below
--- what lies there. A piece that is nowhere ends the run, in the name of `source` if that is where it should
--- have been.
function piles.spread(ids, source, last)
    local wanted, named = {}, {}
    for name, list in pairs(ids) do -- lint: ignore pairs
        for _, id in ipairs(list) do
            named[id] = name
        end
    end
    for name, list in pairs(ids) do -- lint: ignore pairs
        local all, there = {}, {}
        for _, entry in ipairs(places.contents(name)) do
            if named[entry.id] == nil or named[entry.id] == name then
                there[entry.id] = true
                table.insert(all, { id = entry.id, down = entry.down })
            end
        end
        local before = last and #all or 0
        for i = #list, 1, -1 do
            if not there[list[i]] then
                table.insert(all, before + 1, { id = list[i], down = places.known(name).down })
            end
        end
        wanted[name] = all
    end
    local lacking, unmoved = laying.lay(wanted)
    if lacking[1] ~= nil or unmoved ~= nil then
        steps.stop("lacks", source or named[lacking[1] or unmoved])
    end
end

--- Brings pieces to the top of a place, as `spread` does.
function piles.bring(ids, target, source)
    piles.spread({ [target] = ids }, source)
end

--- Brings pieces below what lies in a place, or behind it.
function piles.append(ids, target, source)
    piles.spread({ [target] = ids }, source, true)
end

--- Lists so many ids from the top of a pile as a place lacks of a number.
local function drawn_for(target, source, count)
    local lacks, drawn = count - #piles.ids(target), {}
    for i, id in ipairs(piles.ids(source)) do
        if i <= lacks then
            table.insert(drawn, id)
        end
    end
    return drawn
end

--- Brings as many pieces from the top of a pile as a place lacks of a number; gives how many lie there then.
function piles.fill(target, source, count)
    piles.bring(drawn_for(target, source, count), target)
    return #piles.ids(target)
end

--- Makes one pile of the cards that lie in a place, names it by the place, shuffles it and waits until it
--- lies; gives the ids of its cards, the top first. What else somebody has laid there is not in it.
function piles.shuffle(name)
    local things = {}
    for _, thing in ipairs(places.things(name)) do
        if CARDS[thing.type] then
            table.insert(things, thing)
        end
    end
    local pile = table.remove(things)
    if pile == nil then
        return {}
    end
    for i = #things, 1, -1 do
        pile = pile.putObject(things[i]) or pile
        steps.still({ pile })
    end
    if pile.type == "Deck" then
        pile.setName(called(name)) -- a pile that was somewhere else before has its name from there
        pile.shuffle()
        steps.still({ pile })
    end
    return places.made_of(pile)
end

--- Puts a pile in an order, the top first.
function piles.sort(name, order)
    local wanted = {}
    for i, id in ipairs(order) do
        wanted[i] = { id = id, down = places.known(name).down }
    end
    laying.lay({ [name] = wanted })
end

--- Gives a list in random order.
function piles.mixed(list)
    local left, found = {}, {}
    for _, each in ipairs(list) do
        table.insert(left, each)
    end
    while #left > 0 do
        table.insert(found, table.remove(left, math.random(#left)))
    end
    return found
end

return piles
