--- Reads the result of an option to whoever asks for it at a card, and to nobody else; that
--- somebody has read is told to all. No thing on the table holds a result: they are kept here,
--- encoded, and a script is seen by the host alone.
local readings = {}

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local kept = {} -- by id of a card: how many results, and their texts by language, encoded
local say = {} -- how the table speaks, see there

--- Is told of the results, and how to speak.
function readings.know(results, speak)
    kept, say = results, speak
end

--- Decodes base 64, of which the content is plain ASCII.
function readings.decoded(text)
    local parts, buffer, bits = {}, 0, 0
    for i = 1, #text do
        local value = string.find(LETTERS, string.sub(text, i, i), 1, true)
        if value ~= nil then
            buffer, bits = buffer * 64 + value - 1, bits + 6
            if bits >= 8 then
                bits = bits - 8
                table.insert(parts, string.char(math.floor(buffer / 2 ^ bits)))
                buffer = buffer % 2 ^ bits
            end
        end
    end
    return table.concat(parts)
end

--- Gives what is kept of a card in the language of a colour.
local function texts_of(thing, colour)
    return JSON.decode(readings.decoded(kept[thing.memo].code))[say.language(colour)]
end

--- Reads something of a card to a colour, and says to all that it was read.
local function tell(thing, name, text, colour)
    say.one(colour, "result", { number = name, text = text })
    say.all("has-read", { seat = say.seat(colour), number = name, card = thing.getName() })
end

--- Adds an entry to the context menu of a card that reads what `find` gives.
local function entry(thing, name, find)
    thing.addContextMenuItem(say.bilingual("read", { number = name }), function(colour)
        if thing.is_face_down then
            return say.one(colour, "turn-first")
        end
        find(colour)
    end)
end

--- Reads a result to a colour. Where something decides, an entry for each end is added now: before,
--- their number would tell that something does.
function readings.read(thing, number, colour)
    local texts = texts_of(thing, colour)
    tell(thing, number, texts.said[number], colour)
    readings.offer(thing)
    for at = 1, #texts.ends[number] do
        local name = number .. "." .. at
        entry(thing, name, function(reader)
            tell(thing, name, texts_of(thing, reader).ends[number][at], reader)
        end)
    end
end

--- Adds the entries to the context menu of a card, if it has results.
function readings.offer(thing)
    local known = kept[thing.memo or ""]
    if known == nil or thing.type == "Deck" then
        return
    end
    thing.clearContextMenu()
    for number = 1, known.count do
        entry(thing, number, function(colour)
            readings.read(thing, number, colour)
        end)
    end
end

return readings
