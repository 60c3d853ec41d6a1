--- Speaks to everybody in the language that they have chosen.
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
    return known ~= nil and known[language] or words[language][id] or tostring(id)
end

--- Says something in a language; what it is about is called by its names.
function speech.said(language, word, ...)
    local about = { ... }
    for i, id in ipairs(about) do
        about[i] = speech.name(language, id)
    end
    return string.format(words[language][word], table.unpack(about))
end

--- Tells whether there are words of its own for something.
function speech.knows(word)
    return words[usual][word] ~= nil
end

--- Says something in both languages, that of most first.
function speech.bilingual(word, ...)
    local other = usual == "en" and "de" or "en"
    return speech.said(usual, word, ...) .. " · " .. speech.said(other, word, ...)
end

--- Tells one.
function speech.one(colour, word, ...)
    printToColor(speech.said(speech.language(colour), word, ...), colour)
end

--- Tells all.
function speech.all(word, ...)
    for _, player in ipairs(Player.getPlayers()) do
        speech.one(player.color, word, ...)
    end
end

return speech
