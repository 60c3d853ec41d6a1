--- Makes piles of cards out of their data, whole and in order: a card does not have to be carried to
--- where it goes if the pile that it goes to is made anew.
local places = require("lib.places")

local decks = {}

local RISE = 0.02 -- how much higher a pile is for each card, or more

local function copied(data)
    local copy = {}
    for key, value in pairs(data) do -- lint: ignore pairs
        copy[key] = value
    end
    return copy
end

--- Gives the data of each piece that a thing is made of, by id: of a card, of the cards of a deck; and
--- that of the cards of a deck which are no pieces. A card in a deck may leave its sheet to the deck.
function decks.data_of(thing)
    local data, found, others = thing.getData(), {}, {}
    if thing.type ~= "Deck" then
        return { [thing.memo] = data }, others
    end
    for _, card in ipairs(data.ContainedObjects) do
        local key = tostring(math.floor(card.CardID / 100))
        if card.CustomDeck == nil or card.CustomDeck[key] == nil then
            card.CustomDeck = { [key] = data.CustomDeck[key] }
        end
        if places.governs(card.Memo) then
            found[card.Memo] = card
        else
            table.insert(others, card)
        end
    end
    return found, others
end

--- Makes the data of a pile out of that of its cards, in the order in which the game lists them.
local function deck_of(cards)
    local deck = copied(cards[1])
    deck.Name, deck.ContainedObjects, deck.DeckIDs, deck.CustomDeck = "Deck", cards, {}, {}
    deck.GUID, deck.Memo, deck.CardID, deck.Hands = nil, nil, nil, false
    deck.Nickname, deck.Description, deck.GMNotes = "", "", ""
    deck.LuaScript, deck.LuaScriptState, deck.XmlUI = "", "", ""
    for _, card in ipairs(cards) do
        table.insert(deck.DeckIDs, card.CardID)
        for key, sheet in pairs(card.CustomDeck) do -- lint: ignore pairs
            deck.CustomDeck[key] = sheet
        end
    end
    return deck
end

--- Puts cards on the table as one pile: their data, the top first. `place` says what it is called, where
--- its lowest point is, and how it is turned. Gives the pile, and how high it reaches, or more.
function decks.spawned(cards, place)
    local listed, down = {}, place.rotation.z > 90
    for i = 1, #cards do
        listed[down and i or #cards + 1 - i] = cards[i]
    end
    local data = listed[1]
    if #cards > 1 then
        data = deck_of(listed)
        data.Nickname = place.called
    end
    local y = place.position.y + RISE * #cards
    local thing = spawnObjectData({
        data = data, position = { x = place.position.x, y = y, z = place.position.z }, rotation = place.rotation,
    })
    return thing, y + RISE * #cards
end

return decks
