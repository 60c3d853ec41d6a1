--- The buttons by which chores are done; what each of them does is in `lib/chores.lua`.
local speech = require("lib.speech")

local menu = {}

local TITLE = 104 -- so wide is what stands before buttons of a sort

--- Gives a row for the chores of a sort: what it is called, then a button for each.
local function chore_row(language, title, buttons)
    local row = { { text = speech.said(language, title), wide = TITLE } }
    for _, one in ipairs(buttons) do
        table.insert(row, one)
    end
    return row
end

local A_ROW = 2 -- so many buttons of boxes stand side by side

--- Lists the rows of a panel from which chores are done, in a language, for a market of so many slots; and
--- those that boxes have brought.
function menu.rows(language, slot_count, of_boxes)
    local rows = {}
    local function button(press, tip)
        return { press = press, text = speech.said(language, press), tip = tip and speech.said(language, tip) }
    end
    table.insert(rows, { button("refill"), button("reshuffle") })
    for _, where in ipairs({ "hand", "discard", "trash" }) do
        local slots = {}
        for i = 1, slot_count do
            local tip = speech.said(language, "take-tip", { slot = i })
            table.insert(slots, { press = "take." .. where .. "." .. i, text = tostring(i), tip = tip })
        end
        table.insert(rows, chore_row(language, "take-" .. where, slots))
    end
    table.insert(rows, { button("before", "before-tip"), button("after", "after-tip") })
    table.insert(rows, chore_row(language, "monster", {
        button("rouse", "rouse-tip"), button("leave.defeated", "leave.defeated-tip"),
        button("leave.away", "leave.away-tip"),
    }))
    table.insert(rows, chore_row(language, "track", {
        { press = "step.down", text = "−" }, { press = "step.up", text = "+" },
    }))
    table.insert(rows, chore_row(language, "dice", { button("roll.red"), button("roll.silver") }))
    for i, chore in ipairs(of_boxes) do
        if i % A_ROW == 1 then
            table.insert(rows, {})
        end
        local press = "chore." .. chore.id
        table.insert(rows[#rows], button(press, chore.tip ~= nil and press .. "-tip" or nil))
    end
    table.insert(rows, { button("pack", "pack-tip") })
    return rows
end

return menu
