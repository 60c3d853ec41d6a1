--- Lays out what a seat reads and is asked: whose turn it is, questions with what can be pressed, why the
--- rest can't be, what has happened.
local panel = require("lib.panel")
local persons = require("lib.persons")

local sheet = {}

local SIZES = {
    { font = 13, row = 26, width = 300, most = 420 },
    { font = 16, row = 32, width = 370, most = 490 },
    { font = 21, row = 42, width = 480, most = 680 },
}
local SLOTS = 12 -- so many rows are added at once, so that one more question draws nothing anew
local FEW = 3 -- more answers than that which are not possible are folded away
local NEW = 3 -- in so many turns somebody is told what each phase is for
local LANGUAGES = { en = "de", de = "en" }
local NONE = "own.none"

local slots = 0 -- so many rows every sheet has by now

--- Names a button that concerns nobody but the person at a colour.
local function own(colour, what)
    return "own." .. colour .. "." .. what
end

local function lines(text, look, width)
    local letters = math.max(math.floor(width / (look.font * 0.52)), 8)
    return math.max(math.ceil(#text / letters), 1)
end

local function text_row(text, look, size)
    local font = size or look.font
    local height = math.floor(lines(text, { font = font }, look.width - 24) * font * 1.3) + 6
    return { { text = text, size = font }, { press = NONE, text = "", hidden = true }, height = height }
end

local function button_row(one, look)
    local height = math.max(look.row, math.floor(lines(one.text, look, look.width - 40) * look.font * 1.3) + 8)
    return { { text = "", size = look.font, hidden = true }, one, height = height }
end

--- What can't be pressed now is greyed, marked, and says why.
local function refused_row(one, look, hidden)
    local made = button_row({ press = one.press, text = "× " .. one.label .. ": " .. one.why_not }, look)
    made[2].why_not, made[2].hidden = one.why_not, hidden
    return made
end

local function empty_row()
    return { { text = "", size = 1, hidden = true }, { press = NONE, text = "", hidden = true }, height = 0 }
end

local function joined(question)
    local said = {}
    for _, each in ipairs({ question.title, question.part, question.wants }) do
        if each ~= "" then
            table.insert(said, each)
        end
    end
    return table.concat(said, " · ")
end

--- Shows what can be pressed; what can't be, with the reason, where it is little or wanted.
local function add_question(rows, colour, question, look, words, unfolded)
    local title, refused = joined(question), {}
    if title ~= "" then
        table.insert(rows, text_row(title, look))
    end
    for _, one in ipairs(question.buttons) do
        if one.why_not == "" then
            local tip = question.rule
            table.insert(rows, button_row({ press = one.press, text = one.label, chosen = one.chosen, tip = tip }, look))
        else
            table.insert(refused, one)
        end
    end
    if #refused > FEW then
        local said = string.format(words.others or "%d", #refused)
        table.insert(rows, button_row({ press = own(colour, "others"), text = (unfolded and "– " or "+ ") .. said }, look))
    end
    for _, one in ipairs(refused) do
        table.insert(rows, refused_row(one, look, #refused > FEW and not unfolded))
    end
end

local function add_log(rows, log, look, words)
    if #log > 0 then
        table.insert(rows, text_row("— " .. (words.log or ""), look, look.font - 2))
    end
    for _, line in ipairs(log) do
        if line.undo ~= "" then
            table.insert(rows, button_row({ press = line.undo, text = "← " .. line.text }, look))
        else
            table.insert(rows, text_row(line.text, look, look.font - 2))
        end
    end
end

local function head_of(colour, heading, look, language, folded)
    local title = { text = heading.turn, size = look.font + 1, wide = look.width - 126 }
    return {
        {
            title,
            { press = own(colour, "language"), text = string.upper(LANGUAGES[language] or "de"), wide = 34 },
            { press = own(colour, "size"), text = "A±", wide = 34 },
            { press = own(colour, "fold"), text = folded and "+" or "–", wide = 34 },
            height = math.max(look.row, math.floor(lines(heading.turn, look, look.width - 136) * look.font * 1.35) + 8),
        },
    }
end

local function body_of(colour, questions, heading, look, words, unfolded)
    local rows = {}
    if heading.lesson ~= "" and persons.has(colour, "lessons", 0) <= NEW then
        table.insert(rows, text_row(heading.lesson, look, look.font - 2))
    end
    for _, fact in ipairs(heading.facts) do
        table.insert(rows, text_row(fact, look))
    end
    if heading.waits ~= "" then
        table.insert(rows, text_row(heading.waits, look))
    end
    for _, question in ipairs(questions) do
        add_question(rows, colour, question, look, words, unfolded)
    end
    add_log(rows, heading.log, look, words)
    if heading.mode ~= "" then
        table.insert(rows, text_row(heading.mode, look, look.font - 2))
    end
    return rows
end

--- Draws the sheet of a colour, as the person who sits there likes it.
function sheet.drawn(colour, questions, heading, words, language)
    local look = SIZES[persons.has(colour, "size", 2)]
    local folded, unfolded = persons.has(colour, "folded", false), persons.has(colour, "others", false)
    local head = head_of(colour, heading, look, language, folded)
    local rows = folded and {} or body_of(colour, questions, heading, look, words, unfolded)
    slots = math.max(slots, math.ceil(#rows / SLOTS) * SLOTS)
    for _ = #rows + 1, slots do
        table.insert(rows, empty_row())
    end
    local where = { corner = "UpperRight", offset = "-10 -110", width = look.width }
    return panel.sheet(head, rows, { colour }, where, look)
end

--- Does what a person wants of the sheet itself; tells whether it was that.
function sheet.own(colour, press, language)
    if press == own(colour, "fold") then
        persons.choose(colour, "folded", not persons.has(colour, "folded", false))
    elseif press == own(colour, "others") then
        persons.choose(colour, "others", not persons.has(colour, "others", false))
    elseif press == own(colour, "size") then
        persons.choose(colour, "size", persons.has(colour, "size", 2) % #SIZES + 1)
    elseif press == own(colour, "language") then
        persons.choose(colour, "language", LANGUAGES[language] or "en")
    else
        return press == NONE
    end
    return true
end

return sheet
