--- Sets Old World up by its rules, from tables of the catalogue; no number of the game stands here.
--- Each step finds on the table how far it is, so that one that was interrupted may begin again.
local piles = require("lib.piles")
local tracks = require("lib.tracks")

local setup = {}

--- Lists the seats clockwise from one on.
function setup.clockwise(seats, first)
    local found, before, begun = {}, {}, false
    for _, seat in ipairs(seats) do
        begun = begun or seat == first
        table.insert(begun and found or before, seat)
    end
    for _, seat in ipairs(before) do
        table.insert(found, seat)
    end
    return found
end

local function without(list, one)
    local left, gone = {}, false
    for _, each in ipairs(list) do
        if each == one and not gone then
            gone = true
        else
            table.insert(left, each)
        end
    end
    return left
end

--- Says of which level the first monster of each terrain is; what was said before stays.
function setup.levels(levels, terrains, said, mixed)
    local found, free, left = {}, {}, levels
    for _, terrain in ipairs(terrains) do
        if said[terrain] ~= nil then
            found[terrain] = said[terrain]
            left = without(left, said[terrain])
        else
            table.insert(free, terrain)
        end
    end
    for i, terrain in ipairs(mixed(free)) do
        found[terrain] = left[i]
    end
    return found
end

--- Picks the trophies that are laid out: one of each attribute, or of so many, or all.
function setup.trophies(ids, count, attribute_of)
    local kept, seen, attributes = {}, {}, 0
    for _, id in ipairs(ids) do
        local attribute = attribute_of(id)
        if not seen[attribute] then
            seen[attribute], attributes = true, attributes + 1
            if attributes <= count then
                kept[id] = true
            end
        end
    end
    if count > attributes then
        for _, id in ipairs(ids) do
            kept[id] = true
        end
    end
    return kept
end

--- Says how high a Shield is after Defense has reached a level.
function setup.shield(now, level, value)
    return math.min(now + 1, value[level])
end

--- Says what a piece is one of: the second word of its id.
function setup.kind(id)
    return string.match(id, "^[^.]+%.([^.]+)")
end

-- The board

local function market(facts)
    local dear, cheap = {}, {}
    for i, slot in ipairs(facts.slots) do
        table.insert(i <= #facts.slots / 2 and dear or cheap, slot)
    end
    return {
        function() -- OW-SETUP-01 OW-SETUP-02
            piles.shuffle("action-deck")
            local free = piles.some("action-deck", function(id)
                return facts.cost[setup.kind(id)] == 0
            end)
            for i, slot in ipairs(cheap) do
                if #piles.ids(slot) == 0 then
                    piles.bring({ free[i] }, slot)
                end
            end
        end,
        function() -- OW-SETUP-03 OW-SETUP-04
            piles.shuffle("action-deck")
            for _, slot in ipairs(dear) do
                piles.fill(slot, "action-deck", 1)
            end
        end,
    }
end

local function decks(facts)
    return {
        function() -- OW-SETUP-05 OW-SETUP-08 OW-SETUP-09 OW-SETUP-10 OW-SETUP-12 OW-SETUP-17
            for _, pile in ipairs(facts.shuffled) do
                piles.shuffle(pile)
            end
        end,
    }
end

local function attribute_trophies(facts, game)
    return {
        function() -- OW-SETUP-06 OW-SETUP-07 OW-SOLO-04
            local memory = game.memory
            local ids = piles.ids("attribute-trophies")
            local count = facts.beginning.attribute_trophies[#memory.seats]
            memory.kept = memory.kept or setup.trophies(piles.mixed(ids), count, setup.kind)
            local left = {}
            for _, id in ipairs(ids) do
                if not memory.kept[id] then
                    table.insert(left, id)
                end
            end
            piles.bring(left, "box")
        end,
    }
end

--- Lets the monster on top of a pile come to a terrain.
function setup.spawn(terrain, level, pile)
    local lair, slot = "lair." .. terrain, "monster." .. terrain
    local cards = "monster-cards." .. level
    piles.fill(lair, "tokens." .. terrain, 1) -- OW-SETUP-11
    if #piles.ids(slot) == 0 then
        piles.bring({ "monster." .. setup.kind(piles.top(pile)) }, slot, cards)
    end
    local token = "monster-token." .. setup.kind(piles.top(slot))
    local place = "at." .. setup.kind(piles.top(lair))
    if piles.has(pile, token) then
        piles.bring({ token }, place) -- OW-SETUP-16 OW-SETUP-37
    end
end

local function monsters(facts, game)
    local memory, beginning = game.memory, facts.beginning
    return {
        function() -- OW-SETUP-13 OW-SETUP-14 OW-SETUP-15
            local levels, said = beginning.monsters[#memory.seats], {}
            if #memory.seats == 2 then
                local strongest = math.max(levels[1], levels[2], levels[3])
                said[game.ask(memory.first, "slot", facts.terrains)] = strongest
            end
            memory.levels = setup.levels(levels, facts.terrains, said, piles.mixed)
        end,
        function()
            for _, terrain in ipairs(facts.terrains) do
                local level = memory.levels[terrain]
                setup.spawn(terrain, level, "monster-tokens." .. level)
            end
            local more = beginning.more_first_level[#memory.seats]
            piles.fill("more-monsters", "monster-tokens." .. facts.first_level, more) -- OW-SETUP-32
        end,
    }
end

-- The seats

local function draft(facts, game, seat)
    local drawn, mine = "draft." .. seat, "board." .. seat
    if #piles.ids(mine) == 0 then
        if #piles.ids(drawn) == 0 then
            piles.shuffle("boards") -- OW-SETUP-20
        end
        piles.fill(drawn, "boards", facts.draft.drawn)
        local offered = {}
        for _, id in ipairs(piles.ids(drawn)) do
            table.insert(offered, setup.kind(id))
        end
        local kept = setup.kind(piles.top(drawn))
        if #offered > 1 then -- OW-SETUP-21
            kept = game.ask(seat, "board", offered)
        end
        piles.bring({ "board." .. kept }, mine)
    end
    piles.bring(piles.ids(drawn), "boards")
end

local function boards(facts, game)
    local memory = game.memory
    local steps = {
        function() -- OW-SETUP-22
            for _, seat in ipairs(memory.seats) do
                local school = memory.schools[seat]
                if school ~= nil then
                    piles.bring({ "board." .. school }, "board." .. seat)
                end
            end
        end,
    }
    for i = 1, #facts.seats do -- OW-SETUP-19: who begins chooses last
        table.insert(steps, function()
            local order = setup.clockwise(memory.seats, memory.first)
            local seat = order[#order + 1 - i]
            if seat ~= nil and memory.schools[seat] == nil then
                draft(facts, game, seat)
            end
        end)
    end
    table.insert(steps, function() -- OW-SETUP-35
        piles.bring(piles.ids("boards"), "box")
    end)
    return steps
end

local function lay_out(facts, game, seat, number)
    local school = setup.kind(piles.top("board." .. seat))
    local given = facts.beginning.resources[#game.memory.seats][number]
    local trophies, cards = {}, {}
    for _, id in ipairs(piles.ids("box")) do
        local word = setup.kind(id)
        if string.match(id, "^witcher%-trophy%.") and word == school then
            table.insert(trophies, id)
        elseif string.match(id, "^action%.") and facts.school[word] == school then
            table.insert(cards, id)
        end
    end
    local kept = {} -- OW-SETUP-26 OW-SOLO-05
    for i = 1, #game.memory.seats - 1 - #piles.ids("witcher-trophies." .. seat) do
        table.insert(kept, trophies[i])
    end
    piles.bring({ "miniature." .. seat }, "at." .. facts.town[school]) -- OW-SETUP-24
    piles.bring(kept, "witcher-trophies." .. seat)
    piles.bring(cards, "deck." .. seat) -- OW-SETUP-27
    piles.shuffle("deck." .. seat)
    tracks.set("gold." .. seat, given.gold) -- OW-SETUP-28 OW-SOLO-02
    piles.deal("deck." .. seat, "hand." .. seat, given.cards)
end

--- Raises an attribute of a seat from where it begins, with what that brings.
local function raise(facts, seat, attribute)
    local level = facts.start[attribute] + 1
    tracks.set(attribute .. "." .. seat, level)
    if attribute == "defense" then -- OW-SETUP-34
        tracks.set("shield." .. seat, setup.shield(facts.start.shield, level, facts.value))
    elseif attribute == "alchemy" then
        piles.fill("potions." .. seat, "potion-deck", 1)
    end
end

local function seats(facts, game)
    local memory, steps = game.memory, {}
    for number = 1, #facts.seats do
        table.insert(steps, function()
            local seat = setup.clockwise(memory.seats, memory.first)[number]
            if seat ~= nil then
                lay_out(facts, game, seat, number)
            end
        end)
    end
    for number = 1, #facts.seats do
        table.insert(steps, function() -- OW-SETUP-33
            local seat = setup.clockwise(memory.seats, memory.first)[number]
            if seat ~= nil and #memory.seats >= facts.beginning.free_attribute_from then
                raise(facts, seat, game.ask(seat, "free-attribute", facts.attributes))
            end
        end)
    end
    return steps
end

--- Lists the steps of a set-up. `game` has a `memory` that is saved (seats in their order, first,
--- schools by seat) and asks: `ask(seat, question, words)` gives one of the words.
function setup.steps(facts, game)
    local all = {}
    for _, part in ipairs({
        market(facts), decks(facts), attribute_trophies(facts, game), monsters(facts, game),
        boards(facts, game), seats(facts, game),
    }) do
        for _, step in ipairs(part) do
            table.insert(all, step)
        end
    end
    return all
end

--- Says what is not as it lies in the box, if anything is: a place, how much is there, how much should be.
function setup.disorder(facts)
    for _, name in ipairs(facts.order) do
        local found, wanted = #piles.ids(name), facts.starts[name] or 0
        if found ~= wanted then
            return { place = name, found = found, wanted = wanted }
        end
    end
    return nil
end

return setup
