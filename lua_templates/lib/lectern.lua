--- Shows on everybody's screen, in letters that any camera leaves as they are, what lies open to be read for
--- all: by a button for each sort of place. What lies alone, as a story does, opens by itself while it lies.
local panel = require("lib.panel")
local places = require("lib.places")
local speech = require("lib.speech")

local lectern = {}

local LOOK = { font = 15, row = 42, width = 420, most = 470 } -- two lines have room on a button
local TEXT, NAME = 18, 21 -- so high are letters: larger than any that can just be read
local WHERE = { corner = "UpperRight", offset = "-10 -110", width = LOOK.width }
local LETTER = 0.52 -- so wide a letter is on the average, as a part of its height
local BRIEF = 44 -- lines that are shorter, all of them, stand behind each other
local CLOSED = 0 -- what a colour has chosen who wants to read nothing

local groups, usual = {}, "en" -- what can be read: { title, places }; the language that cards are told in first
local minded = {} -- by place: whether it is one of these
local chosen = {} -- by colour: the number of the group that somebody reads
local lay = {} -- what lay there when somebody looked last: where things open by themselves, and in all

--- Is told what can be read, and in which language cards are told first.
function lectern.know(what, language)
    groups, usual, chosen, lay, minded = what, language, {}, {}, {}
    for _, group in ipairs(groups) do
        for _, name in ipairs(group.places) do
            minded[name] = true
        end
    end
end

local function lines_of(text)
    local found = {}
    for line in string.gmatch(text, "[^\n]+") do
        table.insert(found, line)
    end
    return found
end

--- Gives what a card is called and says in a language; its description has both, parted by an empty line.
--- Where it says its name in the other language, too, that comes second.
local function told(name, description, language)
    local first, second = string.match(description, "^(.-)\n\n(.*)$")
    return name, lines_of((language == usual or second == nil) and (first or description) or second)
end

--- Lists what lies open in some places: the name and the description of each thing, of a pile the top card's.
local function lying_in(names)
    local found = {}
    for _, name in ipairs(names) do
        for _, thing in ipairs(places.things(name)) do
            if not places.is_down(thing) and places.made_of(thing)[1] ~= nil then
                local cards = thing.type == "Deck" and thing.getObjects() or {}
                local top = cards[#cards]
                table.insert(found, {
                    name = top and top.name or thing.getName(),
                    description = top and top.description or thing.getDescription(),
                })
            end
        end
    end
    return found
end

local function opens_itself(group)
    return #group.places == 1
end

--- Tells whether a place is one of those in which there is something to read.
function lectern.minds(name)
    return minded[name] == true
end

local function names_in(is_meant)
    local names = {}
    for number, group in ipairs(groups) do
        for _, each in ipairs(is_meant(group, number) and lying_in(group.places) or {}) do
            table.insert(names, each.name)
        end
    end
    return table.concat(names, "\n")
end

--- Tells whether something else lies now where somebody reads, or where things open by themselves; who had
--- closed those reads again.
function lectern.has_changed()
    local read = {}
    for _, number in pairs(chosen) do -- lint: ignore pairs
        read[number] = true
    end
    local alone = names_in(opens_itself)
    local all = alone .. "\n\n" .. names_in(function(_, number) return read[number] end)
    if alone ~= lay.alone then
        for colour, said in pairs(chosen) do -- lint: ignore pairs
            chosen[colour] = said ~= CLOSED and said or nil
        end
    end
    local is_other = all ~= lay.all
    lay = { alone = alone, all = all }
    return is_other
end

--- Gives the number of the group that a colour reads; nil if it reads none.
local function read_by(colour)
    local said = chosen[colour]
    if said ~= nil then
        return said ~= CLOSED and said or nil
    end
    for number, group in ipairs(groups) do
        if opens_itself(group) and #lying_in(group.places) > 0 then
            return number
        end
    end
    return nil
end

local function text_row(text, font)
    local letters = math.floor((LOOK.width - 24) / (font * LETTER))
    local lines = math.max(math.ceil(#text / letters), 1)
    return { { text = text, size = font }, height = math.floor(lines * font * 1.25) + 6 }
end

local function is_brief(lines)
    for _, line in ipairs(lines) do
        if #line >= BRIEF then
            return false
        end
    end
    return true
end

local function rows_of(language, number)
    local rows = {}
    for _, each in ipairs(number ~= nil and lying_in(groups[number].places) or {}) do
        local name, lines = told(each.name, each.description, language)
        table.insert(rows, text_row(name, NAME))
        if is_brief(lines) then
            lines = { table.concat(lines, " · ") }
        end
        for _, line in ipairs(lines) do
            table.insert(rows, text_row(line, TEXT))
        end
    end
    if number ~= nil and #rows == 0 then
        table.insert(rows, text_row(speech.said(language, "nothing-there"), TEXT))
    end
    return rows
end

local function head_of(language, number)
    local row = { height = LOOK.row }
    for i, group in ipairs(groups) do
        local word = group.title[language] or group.title.en
        local press = table.concat({ language, "read", i, number or CLOSED }, ".") -- each panel has its own
        table.insert(row, { press = press, text = word, chosen = i == number })
    end
    return row
end

--- Draws what those of some colours read whose language this is: who read the same share a panel.
function lectern.drawn(language, colours)
    local by, order, drawn = {}, {}, {}
    for _, colour in ipairs(#groups > 0 and colours or {}) do
        if speech.language(colour) == language then
            local number = read_by(colour) or CLOSED
            if by[number] == nil then
                by[number] = {}
                table.insert(order, number)
            end
            table.insert(by[number], colour)
        end
    end
    for _, number in ipairs(order) do
        local read = number ~= CLOSED and number or nil
        local rows = rows_of(language, read)
        table.insert(drawn, panel.sheet({ head_of(language, read) }, rows, by[number], WHERE, LOOK))
    end
    return drawn
end

--- A colour wants to read a group; or, if it reads that already, nothing any more.
function lectern.read(colour, number)
    chosen[colour] = read_by(colour) == number and CLOSED or number
end

return lectern
