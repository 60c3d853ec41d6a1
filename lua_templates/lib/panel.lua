--- Draws panels from plain data, and knows whose each button is. A panel is a list of rows, a row a
--- list of buttons or texts. What stays as it is on the screen is not drawn anew: where only words,
--- colours or sizes are others, these are set, and nothing is lost that somebody has dragged or scrolled.
local panel = {}

local shown = {} -- by module: what it shows
local owners = {} -- by button: what is to be told when it is pressed
local screen = {} -- all that is on the screen, as it was set last

local INK, PAPER, MARKED, DARK = "#1F1B16", "#EFE6D2", "#8FB4C8", "#1F1B16E6"
local ROW, GAP = 32, 3

--- Draws a button or a text. What is chosen has a mark, too: colours alone tell nobody anything.
local function drawn(one, look)
    if one.press == nil then
        return {
            tag = "Text",
            attributes = {
                text = one.text, color = PAPER, fontSize = one.size or look.font, alignment = "MiddleLeft",
                minWidth = one.wide, active = one.hidden and "false" or "true",
            },
        }
    end
    return {
        tag = "Button",
        attributes = {
            text = one.chosen and "• " .. one.text or one.text, onClick = "pressed_panel(" .. one.press .. ")",
            color = one.chosen and MARKED or PAPER, textColor = INK, fontSize = look.font,
            interactable = one.why_not == nil and "true" or "false", tooltip = one.why_not or one.tip or "",
            tooltipPosition = "Left", active = one.hidden and "false" or "true", minWidth = one.wide,
            flexibleWidth = one.wide and "0" or "1",
        },
    }
end

local function row(parts, look)
    local children, hidden = {}, true
    for _, one in ipairs(parts) do
        table.insert(children, drawn(one, look))
        hidden = hidden and one.hidden == true
    end
    return {
        tag = "HorizontalLayout",
        attributes = {
            preferredHeight = parts.height or look.row, spacing = GAP, active = hidden and "false" or "true",
            childForceExpandWidth = "false", childForceExpandHeight = "true",
        },
        children = children,
    }
end

local function rows_of(rows, look)
    local children = {}
    for _, parts in ipairs(rows) do
        table.insert(children, row(parts, look))
    end
    return children
end

local function frame(colours, where, height, children)
    return {
        tag = "VerticalLayout",
        attributes = {
            visibility = table.concat(colours, "|"), rectAlignment = where.corner,
            offsetXY = where.offset, width = where.width, height = height,
            color = DARK, padding = "6 6 6 6", spacing = GAP, allowDragging = "true",
            returnToOriginalPositionWhenReleased = "false", childForceExpandHeight = "false",
        },
        children = children,
    }
end

--- Draws a panel for some colours, at a corner of the screen.
function panel.drawn(rows, colours, where)
    return frame(colours, where, #rows * (ROW + GAP) + 12, rows_of(rows, { font = 15, row = ROW }))
end

--- Draws a sheet: rows that stay, and below them rows that can be scrolled, in so much height at most.
--- Each row says how high it is.
function panel.sheet(head, rows, colours, where, look)
    local high, below = 12, 0
    for _, parts in ipairs(head) do
        high = high + parts.height + GAP
    end
    for _, parts in ipairs(rows) do
        below = below + (parts[1].hidden and parts[2].hidden and 0 or parts.height + GAP)
    end
    local seen = math.max(math.min(below, look.most - high), 0)
    local children = rows_of(head, look)
    table.insert(children, {
        tag = "VerticalScrollView",
        attributes = {
            preferredHeight = seen, color = "#00000000", scrollSensitivity = 20,
            active = seen > 0 and "true" or "false",
        },
        children = {
            {
                tag = "VerticalLayout",
                attributes = {
                    height = below, spacing = GAP, rectAlignment = "UpperCenter", childForceExpandHeight = "false",
                },
                children = rows_of(rows, look),
            },
        },
    })
    return frame(colours, where, high + seen, children)
end

-- What becomes of it on the screen

--- Names every element by where it stands, and its button by what it passes on.
local function claim(parts, pressed, path)
    for i, part in ipairs(parts) do
        part.attributes.id = path .. "." .. i
        if part.attributes.onClick ~= nil then
            owners[part.attributes.onClick] = pressed
        end
        claim(part.children or {}, pressed, part.attributes.id)
    end
end

--- Collects what is to be set so that the one becomes the other; tells whether that is enough.
local function difference(old, new, changes)
    if old.tag ~= new.tag or #(old.children or {}) ~= #(new.children or {}) then
        return false
    end
    local change, many = {}, 0
    for name, value in pairs(new.attributes) do -- lint: ignore pairs
        if tostring(old.attributes[name]) ~= tostring(value) then
            change[name], many = value, many + 1
        end
    end
    for name in pairs(old.attributes) do -- lint: ignore pairs
        if new.attributes[name] == nil then
            return false
        end
    end
    if many > 0 then
        table.insert(changes, { id = new.attributes.id, change = change })
    end
    for i, child in ipairs(new.children or {}) do
        if not difference(old.children[i], child, changes) then
            return false
        end
    end
    return true
end

--- Sets what is different; or everything, where something is new or gone, or was not there yet.
local function set(all)
    local changes = {}
    local root = { tag = "all", attributes = {}, children = all }
    local before = { tag = "all", attributes = {}, children = screen }
    local same = difference(before, root, changes)
    screen = all
    if not same or UI.loading then
        return UI.setXmlTable(all)
    end
    for _, each in ipairs(changes) do
        UI.setAttributes(each.id, each.change)
    end
end

--- Shows the panels of a module in place of those that it showed before; its buttons tell `pressed`
--- the player and what they pass on.
function panel.show(module, panels, pressed)
    shown[module] = panels
    claim(panels, pressed, module)
    local all = {}
    for _, name in ipairs({ "desk", "referee" }) do
        for _, each in ipairs(shown[name] or {}) do
            table.insert(all, each)
        end
    end
    set(all)
end

--- Somebody has pressed a button.
function panel.onPress(player, press)
    local pressed = owners["pressed_panel(" .. press .. ")"]
    if pressed ~= nil then
        pressed(player, press)
    end
end

return panel
