--- What has to be done again and again at the table. A chore gives what is said about it, lines of a
--- word and what that is about, by name; or nil, and the line that says why it does nothing. It is told the
--- facts of the table and what it is done for: `seat`, `about`, `memory` of the set-up, `ask`.
local packing = require("lib.packing")
local piles = require("lib.piles")
local poker = require("lib.poker")
local rows = require("lib.rows")
local steps = require("lib.steps")
local tracks = require("lib.tracks")

local chores = {}

local function line(word, about)
    return { word = word, about = about }
end

local function said(word, about)
    return { line(word, about) }
end

local function refused(word, about)
    return nil, line(word, about)
end

--- Brings all that lies in a place to another; gives how much that was.
local function empty(source, target)
    local ids = piles.ids(source)
    if #ids > 0 then
        piles.bring(ids, target)
    end
    return #ids
end

-- The market

local function slide(facts)
    local slots = facts.slots
    local free = #slots
    for i = #slots, 1, -1 do
        local ids = piles.ids(slots[i])
        if #ids > 0 then
            if i ~= free then
                piles.bring(ids, slots[free]) -- OW-MARKET-13
            end
            free = free - 1
        end
    end
    return free
end

--- Slides the display to the right and fills it up from the deck.
function chores.refill(facts, game)
    local free = slide(facts)
    if free == 0 then
        return refused("market-full")
    end
    for i = free, 1, -1 do
        piles.renew("action-deck", "action-discard") -- OW-MARKET-15
        piles.fill(facts.slots[i], "action-deck", 1) -- OW-MARKET-12
    end
    return said("refilled", { seat = game.seat })
end

local TAKEN = {}

function TAKEN.hand(slot, seat)
    local hand = "hand." .. seat
    piles.deal(slot, hand, #piles.ids(hand) + 1)
end

function TAKEN.discard(slot, seat)
    empty(slot, "discard." .. seat)
end

function TAKEN.trash(slot)
    empty(slot, "trash")
end

--- Takes the card of a slot to where it goes, and refills the display: `about` is both.
function chores.take(facts, game)
    local where, number = string.match(game.about, "^(%l+)%.(%d)$")
    local slot = facts.slots[tonumber(number)]
    if #piles.ids(slot) == 0 then
        return refused("slot-empty", { slot = number })
    end
    TAKEN[where](slot, game.seat)
    chores.refill(facts, game)
    return said("taken-" .. where, { seat = game.seat, slot = number })
end

-- Decks

--- Shuffles what was used into every pile that is empty.
function chores.reshuffle(facts)
    local renewed = {}
    for _, pair in ipairs(facts.renewed) do
        if piles.renew(pair.pile, pair.used) then
            table.insert(renewed, line("renewed", { place = pair.pile }))
        end
    end
    if #renewed == 0 then
        return refused("nothing")
    end
    return renewed
end

-- Fights

--- Makes the Life Pool of a witcher: deck and discard, shuffled; the hand stays.
function chores.before(_, game) -- OW-FIGHT-03 OW-FIGHT-04
    local deck = "deck." .. game.seat
    local discarded = empty("discard." .. game.seat, deck)
    if discarded + #piles.ids(deck) == 0 then
        return refused("no-cards")
    end
    piles.shuffle(deck)
    return said("pool", { seat = game.seat, cards = #piles.ids(deck) })
end

--- Puts the cards of the monster's side together again.
local function rest_monster()
    if empty("monster-life", "monster-deck") + empty("monster-spent", "monster-deck") == 0 then
        return false
    end
    piles.shuffle("monster-deck") -- OW-MONSTER-35
    return true
end

--- Puts everything away after a fight: one shuffled deck, used Potions gone, the Shield full.
function chores.after(facts, game) -- OW-FIGHT-35
    local seat, moved = game.seat, 0
    local deck = "deck." .. seat
    for _, place in ipairs({ "combo.", "discard.", "hand." }) do
        moved = moved + empty(place .. seat, deck)
    end
    local potions = empty("spent-potions." .. seat, "potion-discard")
    local monster = rest_monster()
    if moved + potions == 0 and not monster then
        return refused("nothing-to-gather")
    end
    if moved > 0 then
        piles.shuffle(deck)
    end
    local shield = facts.value[tracks.value("defense." .. seat)]
    tracks.set("shield." .. seat, shield)
    return said("gathered", { seat = seat, cards = #piles.ids(deck), shield = shield })
end

-- Monsters

--- Tells whether a seat's witcher stands where the monster of a terrain does.
local function beside(seat, terrain) -- OW-FIGHT-01
    local token = piles.ids("lair." .. terrain)[1]
    return token ~= nil and piles.has("at." .. rows.kind(token), "miniature." .. seat)
end

--- Says which monster is meant: the only one, or the one beside the witcher; asks where neither tells.
local function which(facts, game, question, place)
    local offered = {}
    for _, terrain in ipairs(facts.terrains) do
        if #piles.ids(place .. terrain) > 0 then
            if beside(game.seat, terrain) then
                return terrain
            end
            table.insert(offered, terrain)
        end
    end
    if #offered < 2 then
        return offered[1]
    end
    return game.ask(game.seat, question, offered)
end

--- Makes the Life Pool of a monster: as many cards as it has life.
function chores.rouse(facts, game) -- OW-MONSTER-04
    if #piles.ids("monster-life") > 0 then
        return refused("life-there")
    end
    local terrain = which(facts, game, "which-fights", "monster.")
    if terrain == nil then
        return refused("no-monster")
    end
    rest_monster()
    local life = facts.records.monster[rows.kind(piles.ids("monster." .. terrain)[1])].life
    piles.fill("monster-life", "monster-deck", life)
    piles.shuffle("monster-life")
    return said("roused", { place = terrain, life = life })
end

--- Takes Location Tokens of a terrain back into their pile: of the monster, and all that was heard of it.
local function take_back(facts, terrain) -- OW-MONSTER-29 OW-TRAIL-10
    local pile = "tokens." .. terrain
    for _, place in ipairs(facts.order) do
        if place == "lair." .. terrain or string.match(place, "^trails%.") or string.match(place, "^rumours%.") then
            local ids = piles.some(place, function(id) return facts.home[id] == pile end)
            if #ids > 0 then
                piles.bring(ids, pile)
            end
        end
    end
    piles.shuffle(pile)
end

--- Lets the monster on top of a pile come to a terrain.
local function spawn(terrain, level, pile)
    local lair, slot = "lair." .. terrain, "monster." .. terrain
    local cards = "monster-cards." .. level
    piles.fill(lair, "tokens." .. terrain, 1) -- OW-SETUP-11
    if #piles.ids(slot) == 0 then
        piles.bring({ "monster." .. rows.kind(piles.top(pile)) }, slot, cards)
    end
    local token = "monster-token." .. rows.kind(piles.top(slot))
    local place = "at." .. rows.kind(piles.top(lair))
    if piles.has(pile, token) then
        piles.bring({ token }, place) -- OW-SETUP-16 OW-SETUP-37
    end
end

local LEFT = {}

function LEFT.defeated(_, game, at, token, slot, card) -- OW-MONSTER-23 OW-MONSTER-27
    piles.bring({ token }, "box")
    if piles.has(slot, card) then
        piles.bring({ card }, "trophies." .. game.seat)
    end
end

function LEFT.away(facts, _, at, token, slot, card) -- OW-MONSTER-27 OW-MONSTER-32
    piles.bring({ token }, "driven-away." .. facts.records.monster[rows.kind(token)].level)
    if piles.has(slot, card) then
        piles.bring({ card }, facts.home[card])
    end
end

local FOLLOWED = {}

--- Says of which level and pile the next monster is after a defeat; nothing, where none comes.
function FOLLOWED.defeated(facts, game, level)
    if #game.memory.seats == 1 then -- OW-SOLO-15
        return nil
    elseif level == facts.levels[1] and #piles.ids("more-monsters") > 0 then -- OW-MONSTER-25
        return level, "more-monsters"
    end
    local next_level = math.min(level + 1, facts.levels[#facts.levels]) -- OW-MONSTER-24
    return next_level, "monster-tokens." .. next_level
end

function FOLLOWED.away(_, _, level) -- OW-MONSTER-26 OW-MONSTER-31
    return level, "monster-tokens." .. level
end

--- Takes a monster off the table, `about` says how it went, and lets the next one come.
function chores.leave(facts, game)
    local terrain = which(facts, game, "which-leaves", "lair.")
    if terrain == nil then
        return refused("no-monster")
    end
    local at = "at." .. rows.kind(piles.ids("lair." .. terrain)[1])
    local token = piles.some(at, function(id) return string.match(id, "^monster%-token%.") ~= nil end)[1]
    if token == nil then
        return refused("no-token", { place = at })
    end
    local kind = rows.kind(token)
    LEFT[game.about](facts, game, at, token, "monster." .. terrain, "monster." .. kind)
    take_back(facts, terrain)
    local level, pile = FOLLOWED[game.about](facts, game, facts.records.monster[kind].level)
    if level ~= nil then
        piles.renew(pile, "driven-away." .. level) -- OW-MONSTER-28
    end
    if level == nil or #piles.ids(pile) == 0 then -- OW-OPEN-11
        return said("left-alone-" .. game.about, { place = terrain })
    end
    spawn(terrain, level, pile)
    return said("left-" .. game.about, { place = terrain })
end

-- Trophies and dice

local STEPS = { up = 1, down = -1 }

--- Moves a seat's marker on the Trophy Track a step: `about` says which way.
function chores.step(facts, game)
    local track = "track." .. game.seat
    local value = tracks.value(track) + STEPS[game.about]
    if facts.tracks[track].values[tostring(value)] == nil then
        return refused("track-ends")
    end
    tracks.set(track, value)
    return said("stepped", { seat = game.seat, step = value })
end

local FRAMES = 10 -- so long it may take until a die that was thrown moves

--- Rolls a set of dice, and says what they show: `about` is the set.
function chores.roll(facts, game) -- OW-POKER-08
    local dice, values, looked = {}, {}, 0
    for _, guid in ipairs(facts.dice[game.about]) do
        local die = getObjectFromGUID(guid)
        if die == nil then
            return refused("dice-gone")
        end
        table.insert(dice, die)
    end
    for _, die in ipairs(dice) do
        die.randomize()
    end
    steps.wait(function()
        looked = looked + 1
        return looked > FRAMES
    end)
    steps.still(dice)
    for _, die in ipairs(dice) do
        table.insert(values, die.getRotationValue())
    end
    table.sort(values, function(a, b) return a < b end)
    return said("rolled-" .. poker.rank(values), { seat = game.seat, dice = table.concat(values, " ") })
end

-- Boxes

--- Does what a box has brought, for a seat: `about` is its id.
function chores.chore(facts, game)
    for _, chore in ipairs(facts.chores) do
        if chore.id == game.about then
            local memory = { seats = game.memory.seats, first = game.memory.first }
            for _, step in ipairs(rows.steps(chore.steps, facts, memory, game.ask, game.seat)) do
                step()
            end
            return said("chore-done." .. chore.id, { seat = game.seat })
        end
    end
    return refused("nothing")
end

-- The box

--- Puts everything back to where it lies in the box, so that the table can be set up anew.
function chores.pack(facts, game)
    if game.ask(game.seat, "really", { "yes", "no" }) == "no" then
        return refused("kept")
    end
    local lost = packing.lost(facts)[1]
    if lost ~= nil then
        return refused("nowhere", lost)
    end
    packing.pack(facts)
    return said("packed")
end

return chores
