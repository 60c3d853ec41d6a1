--- Asks seats, and waits for what they answer: words on their panel, or cards of their hand.
local places = require("lib.places")
local speech = require("lib.speech")
local steps = require("lib.steps")

local asking = {}

local CANCELLED = {} -- the answer of whoever answers nothing
local PICKING = "desk" -- by this name cards of a hand are asked for

local colours, show = {}, nil
local questions = {} -- by seat: what is asked, what can be answered, who waits for it
local choosing = {} -- by colour: who waits for cards of their hand

--- Is told the colours of seats, and what shows all panels anew.
function asking.know(of_seats, show_all)
    colours, show = of_seats, show_all
end

--- Tells whether a seat is asked something on its panel.
function asking.is_open(seat)
    return questions[seat] ~= nil
end

--- Forgets what was asked: nobody waits for it any more.
function asking.forget()
    questions, choosing = {}, {}
end

local function checked(answer)
    if answer == CANCELLED then
        steps.stop("refused", { text = "cancelled", about = {} })
    end
    return answer
end

--- Asks a seat, and waits for its answer.
function asking.ask(seat, question, offered)
    local chosen = checked(steps.answer(function(answer)
        questions[seat] = { question = question, words = offered, answer = answer }
        show()
    end))
    speech.all("chose", { seat = seat, choice = chosen })
    return chosen
end

--- Lists the rows of the panel by which a seat answers; what can be left has a button for that.
function asking.rows(language, seat, can_be_left)
    local asked = questions[seat]
    local title = speech.knows(asked.question) and speech.said(language, asked.question, { seat = seat })
        or speech.said(language, "asked", { seat = seat, question = "asked." .. asked.question })
    local all = { { { text = title } } }
    for i, word in ipairs(asked.words) do
        table.insert(all, { { press = "answer." .. seat .. "." .. i, text = speech.name(language, word) } })
    end
    if can_be_left then
        table.insert(all, { { press = "cancel." .. seat, text = speech.said(language, "cancel") } })
    end
    return all
end

local function answered(seat, value)
    local asked = questions[seat]
    if asked ~= nil then
        questions[seat] = nil
        asked.answer(value ~= nil and asked.words[value] or CANCELLED)
    end
end

--- A seat answers by the number of a word.
function asking.answer(seat, number)
    if asking.is_open(seat) and questions[seat].words[number] ~= nil then
        answered(seat, number)
    end
end

--- A seat leaves what it was asked.
function asking.cancel(seat)
    answered(seat, nil)
end

-- Cards of a hand

local function cards_among(things, seat)
    local found = {}
    for _, thing in ipairs(things) do
        if places.of(thing) == "hand." .. seat then
            for _, id in ipairs(places.made_of(thing)) do
                table.insert(found, id)
            end
        end
    end
    return found
end

--- Somebody has chosen cards of their hand, or has left it.
function asking.chosen(colour, label, things, is_confirmed)
    local answer = choosing[colour]
    if label == PICKING and answer ~= nil then
        choosing[colour] = nil
        answer(is_confirmed and cards_among(things, speech.seat(colour)) or CANCELLED)
    end
end

--- Gives so many cards of a seat's hand: those that are selected there, else what the seat chooses.
function asking.pick(seat, count)
    local colour = colours[seat]
    local ids = cards_among(Player[colour].seated and Player[colour].getSelectedObjects() or {}, seat)
    if #ids == count then
        return ids
    end
    return checked(steps.answer(function(answer)
        choosing[colour] = answer
        local prompt = speech.said(speech.language(colour), "pick", { cards = count })
        if #chooseInHandOrCancel(PICKING, count, count, prompt, { colour }) == 0 then
            -- somebody else's script asks them for cards, or nobody sits there
            Wait.frames(function() asking.chosen(colour, PICKING, {}, false) end, 1)
        end
    end))
end

return asking
