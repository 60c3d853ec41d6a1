--- Whether a referee is there and how strict it is; and what the table itself says to people.
local persons = require("lib.persons")

local presence = {}

local usual = "en" -- the language of whoever has chosen none
local met = nil -- who has met the table: words by language, tongues by colour, what is proven
local mode, is_away = "off", true
local refused = {} -- by colour that was told nothing since: what it was refused last, and by what it may do

--- Is told the usual language.
function presence.know(language)
    usual = language
end

--- A referee has come; it is there from the first that it tells.
function presence.meet(greeting)
    met = { words = greeting.words, tongues = greeting.tongues, proven = {} }
    for _, event in ipairs(greeting.proven or {}) do
        met.proven[event] = true
    end
end

--- Says how strict it is now, and whether it is away.
function presence.become(now_mode, now_away)
    mode, is_away = now_mode, now_away
end

--- Gives how strict it is, as it has said itself.
function presence.mode()
    return mode
end

--- Tells whether nobody referees.
function presence.is_away()
    return is_away
end

--- Tells whether a referee does what the desk is there for without one.
function presence.governs()
    return not is_away and mode ~= "off"
end

--- Tells whether what rules forbid is prevented or put back.
function presence.is_strict()
    return presence.governs() and (mode == "enforce" or mode == "automate")
end

--- Tells whether the game is known to listen when a script says no to an event.
function presence.proven(event)
    return met ~= nil and met.proven[event] == true
end

-- Speaking

--- Says something to a colour; to all, if it is none.
function presence.say(colour, text)
    if text ~= nil and text ~= "" then
        if colour == "" then
            refused = {}
            printToAll(text)
        elseif Player[colour].seated then
            refused[colour] = nil
            printToColor(text, colour)
        end
    end
end

--- Says to a colour why something is not to be. Said again before anything else was, while the colour may do
--- the same by its `version`, it only names the rule.
function presence.refuse(colour, why, version)
    if why == nil or why == "" or not Player[colour].seated then
        return
    end
    local before, text = refused[colour], why
    if before ~= nil and before.why == why and before.version == version then
        text = presence.word(colour, "again") .. (string.match(why, " %[[^%]]+%]$") or "")
    end
    presence.say(colour, text)
    refused[colour] = { why = why, version = version }
end

--- Gives the language of whoever sits at a colour: that person's own, or the one of the colour.
function presence.language(colour)
    return persons.has(colour, "language", nil) or (met ~= nil and met.tongues[colour]) or usual
end

--- Gives all that the referee lets the table say by itself, in the language of a colour.
function presence.words(colour)
    return presence.words_in(presence.language(colour))
end

--- Gives the same in a language.
function presence.words_in(language)
    return met ~= nil and met.words[language] or {}
end

--- Gives one of these words.
function presence.word(colour, name)
    return presence.words(colour)[name] or ""
end

--- Says one of these words to all.
function presence.say_to_all(name)
    for _, player in ipairs(Player.getPlayers()) do
        presence.say(player.color, presence.word(player.color, name))
    end
end

-- Saving

--- Gives what is to be said when nobody comes back; a secret is not saved.
function presence.saved()
    return met ~= nil and { words = met.words, tongues = met.tongues } or {}
end

--- Takes what was saved; tells whether there was a referee.
function presence.load(saved)
    if type(saved.words) == "table" and type(saved.tongues) == "table" then
        met = { words = saved.words, tongues = saved.tongues, proven = {} }
    end
    return met ~= nil
end

return presence
