--- Speaks to everybody in the language that they have chosen.
local texts = require("lib.texts")

local speech = {}

local words, names, tongues, usual, seats = {}, {}, {}, "en", {}

--- Is told what can be said, what things are called, who has chosen which language, and the usual one.
function speech.know(known_words, known_names, chosen, language, colours)
    words, names, tongues, usual = known_words, known_names, chosen, language
    for seat, colour in pairs(colours) do -- lint: ignore pairs
        seats[colour] = seat
    end
end

--- Gives the language of a colour.
function speech.language(colour)
    return tongues[colour] or usual
end

--- Gives the seat of a colour, or the colour of who has none.
function speech.seat(colour)
    return seats[colour] or colour
end

--- Calls a thing by its name in a language, or by a word of the table.
function speech.name(language, id)
    local known = names[id]
    local word = words[id]
    return known ~= nil and known[language] or word ~= nil and word[language] or tostring(id)
end

--- Says something in a language; what it is about, by the names of its places, is called by its names.
function speech.said(language, word, about)
    return texts.filled(words[word][language], about or {}, function(id)
        return speech.name(language, id)
    end)
end

--- Tells whether there are words of its own for something.
function speech.knows(word)
    return words[word] ~= nil
end

--- Says something in both languages, that of most first.
function speech.bilingual(word, about)
    local other = usual == "en" and "de" or "en"
    return speech.said(usual, word, about) .. " · " .. speech.said(other, word, about)
end

--- Tells one.
function speech.one(colour, word, about)
    printToColor(speech.said(speech.language(colour), word, about), colour)
end

--- Tells all.
function speech.all(word, about)
    for _, player in ipairs(Player.getPlayers()) do
        speech.one(player.color, word, about)
    end
end

return speech
