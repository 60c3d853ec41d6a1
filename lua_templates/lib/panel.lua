--- Draws panels from plain data, and knows whose each button is. A panel is a list of rows, a row a
--- list of buttons or a text.
local panel = {}

local shown = {} -- by module: what it shows
local owners = {} -- by button: what is to be told when it is pressed

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

local function claim(parts, pressed)
    for _, part in ipairs(parts) do
        if part.attributes.id ~= nil then
            owners[part.attributes.id] = pressed
        end
        claim(part.children or {}, pressed)
    end
end

--- Shows the panels of a module in place of those that it showed before; its buttons tell `pressed`
--- the player and their id.
function panel.show(module, panels, pressed)
    shown[module] = panels
    claim(panels, pressed)
    local all = {}
    for _, name in ipairs({ "desk", "referee" }) do
        for _, each in ipairs(shown[name] or {}) do
            table.insert(all, each)
        end
    end
    UI.setXmlTable(all)
end

--- Somebody has pressed a button.
function panel.onPress(player, id)
    if owners[id] ~= nil then
        owners[id](player, id)
    end
end

return panel
