--- Draws panels from plain data. A panel is a list of rows, a row a list of buttons or a text.
local panel = {}

local INK, PAPER, MARKED, DARK = "#1F1B16", "#EFE6D2", "#8FB4C8", "#1F1B16E6"
local ROW, GAP = 32, 3

local function drawn(one)
    if one.press == nil then
        return {
            tag = "Text",
            attributes = {
                color = PAPER, fontSize = one.size or 15, alignment = "MiddleLeft", minWidth = one.wide,
            },
            value = one.text,
        }
    end
    return {
        tag = "Button",
        attributes = {
            id = one.press, onClick = "pressed_panel", color = one.chosen and MARKED or PAPER,
            textColor = INK, fontSize = 15, interactable = one.why_not == nil,
            tooltip = one.why_not or one.tip or "", tooltipPosition = "Right",
        },
        value = one.text,
    }
end

local function row(parts)
    local children = {}
    for _, one in ipairs(parts) do
        table.insert(children, drawn(one))
    end
    return {
        tag = "HorizontalLayout", attributes = { preferredHeight = ROW, spacing = GAP },
        children = children,
    }
end

--- Draws a panel for some colours, at a corner of the screen.
function panel.drawn(rows, colours, where)
    local children = {}
    for _, parts in ipairs(rows) do
        table.insert(children, row(parts))
    end
    return {
        tag = "VerticalLayout",
        attributes = {
            visibility = table.concat(colours, "|"), rectAlignment = where.corner,
            offsetXY = where.offset, width = where.width, height = #rows * (ROW + GAP) + 12,
            color = DARK, padding = "6 6 6 6", spacing = GAP, allowDragging = true,
            returnToOriginalPositionWhenReleased = false,
        },
        children = children,
    }
end

return panel
