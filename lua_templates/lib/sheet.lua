--- Lays out what a seat reads and is asked: whose turn it is, questions with what can be pressed, why the
--- rest can't be, what has happened.
local panel = require("lib.panel")
local persons = require("lib.persons")
local texts = require("lib.texts")

local sheet = {}

local SIZES = {
    { font = 13, row = 26, width = 300, most = 420 },
    { font = 16, row = 32, width = 370, most = 490 },
    { font = 21, row = 42, width = 480, most = 680 },
}
local ABOVE, ASKED = 6, 12 -- so many rows are added at once, so that one more draws nothing anew
local LOGGED = 32 -- over so many rows the log wanders before it begins above again
local FEW = 3 -- more answers than that which are not possible are folded away
local NEW = 3 -- in so many turns somebody is told what each phase is for
local LANGUAGES = { en = "de", de = "en" }
local NONE = "own.none"

local slots = { above = 0, asked = 0 } -- so many rows every sheet has by now, of each of its parts
local logs = {} -- by colour: what its log says, and in which row it begins
local known, drawn = {}, {} -- by what they say: rows of the sheet as it was, and as it is drawn now
local sheets = {} -- by colour: the sheet as it was drawn last, these rows, and what it was drawn of

--- Names a button that concerns nobody but the person at a colour.
local function own(colour, what)
    return "own." .. colour .. "." .. what
end

local function lines(text, look, width)
    local letters = math.max(math.floor(width / (look.font * 0.52)), 8)
    return math.max(math.ceil(#text / letters), 1)
end

--- Gives a row as it was made before, if it says the same; else it is made now.
local function row(says, look, make)
    local key = look.width .. says
    drawn[key] = drawn[key] or known[key] or make()
    return drawn[key]
end

local function text_row(text, look, size, tip)
    local font = size or look.font
    return row("text" .. font .. text .. "\n" .. (tip or ""), look, function()
        local height = math.floor(lines(text, { font = font }, look.width - 24) * font * 1.3) + 6
        return { { text = text, size = font, tip = tip }, { press = NONE, text = "", hidden = true }, height = height }
    end)
end

local function button_row(one, look)
    local says = "button" .. one.press .. "\n" .. one.text .. "\n" .. (one.tip or "") .. (one.chosen and "\n•" or "")
    return row(says, look, function()
        local height = math.max(look.row, math.floor(lines(one.text, look, look.width - 40) * look.font * 1.3) + 8)
        return { { text = "", size = look.font, hidden = true }, one, height = height }
    end)
end

--- What can't be pressed now is greyed, marked, and says why.
local function refused_row(one, look)
    local text = "× " .. one.label .. ": " .. one.why_not
    return row("refused" .. one.press .. "\n" .. text, look, function()
        local height = math.max(look.row, math.floor(lines(text, look, look.width - 40) * look.font * 1.3) + 8)
        local refused = { press = one.press, text = text, why_not = one.why_not }
        return { { text = "", size = look.font, hidden = true }, refused, height = height }
    end)
end

local EMPTY = { { text = "", size = 1, hidden = true }, { press = NONE, text = "", hidden = true }, height = 0 }

--- Adds rows that nobody sees until there are so many.
local function fill(rows, many)
    for i = #rows + 1, many do
        rows[i] = EMPTY
    end
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

--- Gives how the person at a colour likes the sheet, and whether they play the first turns.
local function wishes(colour)
    local chosen = persons.chosen(colour)
    local lessons = chosen.lessons or 0
    return {
        size = chosen.size or 2, lessons = lessons, is_new = lessons <= NEW,
        folded = chosen.folded == true, others = chosen.others == true,
    }
end

--- Shows what can be pressed; what can't be, with the reason, where it is little or wanted.
local function add_question(rows, colour, question, look, words, wish)
    local title, refused = joined(question), {}
    if title ~= "" then
        table.insert(rows, text_row(title, look, nil, wish.is_new and question.terms or nil))
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
        local said = texts.filled(words.others or "{count}", { count = #refused })
        table.insert(rows, button_row({ press = own(colour, "others"), text = (wish.others and "– " or "+ ") .. said }, look))
    end
    for _, one in ipairs(refused) do
        table.insert(rows, (#refused <= FEW or wish.others) and refused_row(one, look) or EMPTY)
    end
end

--- Tells whether a log goes on where another one was, if that loses so many lines above.
local function goes_on(was, log, lost)
    for i = lost + 1, #was do
        local line = log[i - lost]
        if line == nil or line.text ~= was[i].text or line.undo ~= was[i].undo then
            return false
        end
    end
    return true
end

--- Says in which row the log of a colour begins: what was there stays where it is, and what is new comes
--- below it, until there is no more room. A log that moved up by a line would be set anew, line by line.
local function first_row(colour, log)
    local was = logs[colour] or { log = {}, first = 1 }
    local lost = 0
    while not goes_on(was.log, log, lost) do
        lost = lost + 1
    end
    local first = was.first + lost
    if first + #log - 1 > LOGGED then
        first = 1
    end
    logs[colour] = { log = log, first = first }
    return first
end

local function add_log(rows, colour, log, look, words)
    local above = #rows + 1
    table.insert(rows, #log > 0 and text_row("— " .. (words.log or ""), look, look.font - 2) or EMPTY)
    fill(rows, above + first_row(colour, log) - 1)
    for _, line in ipairs(log) do
        if line.undo ~= "" then
            table.insert(rows, button_row({ press = line.undo, text = "← " .. line.text }, look))
        else
            table.insert(rows, text_row(line.text, look, look.font - 2))
        end
    end
    fill(rows, above + LOGGED)
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

--- Leaves room below some rows for as many as any sheet has had there.
local function leave_room(rows, part, many, step)
    slots[part] = math.max(slots[part], math.ceil(many / step) * step)
    fill(rows, #rows - many + slots[part])
end

local function body_of(colour, questions, heading, look, words, wish)
    local rows = {}
    if heading.lesson ~= "" and wish.is_new then
        table.insert(rows, text_row(heading.lesson, look, look.font - 2))
    end
    for _, fact in ipairs(heading.facts) do
        table.insert(rows, text_row(fact, look))
    end
    if heading.waits ~= "" then
        table.insert(rows, text_row(heading.waits, look))
    end
    leave_room(rows, "above", #rows, ABOVE)
    local above = #rows
    for _, question in ipairs(questions) do
        add_question(rows, colour, question, look, words, wish)
    end
    leave_room(rows, "asked", #rows - above, ASKED)
    add_log(rows, colour, heading.log, look, words)
    table.insert(rows, heading.mode ~= "" and text_row(heading.mode, look, look.font - 2) or EMPTY)
    return rows
end

--- Draws the sheet of a colour, as the person who sits there likes it; what has not changed is not drawn anew.
function sheet.drawn(colour, questions, heading, words, language)
    local wish = wishes(colour)
    local how = table.concat({
        wish.size, wish.lessons, tostring(wish.folded), tostring(wish.others), language, slots.above, slots.asked,
    }, " ")
    local was, look = sheets[colour] or { rows = {} }, SIZES[wish.size]
    if was.questions == questions and was.heading == heading and was.words == words and was.how == how then
        return was.sheet
    end
    known, drawn = was.rows, {}
    local head = head_of(colour, heading, look, language, wish.folded)
    local rows = wish.folded and {} or body_of(colour, questions, heading, look, words, wish)
    fill(rows, slots.above + slots.asked + LOGGED + 2)
    local where = { corner = "UpperRight", offset = "-10 -110", width = look.width }
    local made = panel.sheet(head, rows, { colour }, where, look)
    sheets[colour] = { sheet = made, rows = drawn, questions = questions, heading = heading, words = words, how = how }
    return made
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
