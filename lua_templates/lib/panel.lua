--- Draws panels from plain data, and knows whose each button is. A panel is a list of rows, a row a
--- list of buttons or texts. What stays as it is on the screen is not drawn anew: where only words,
--- colours or sizes are others, these are set, and nothing is lost that somebody has dragged or scrolled.
--- What is drawn is never changed again, so that the same row, drawn once, costs nothing as long as it stays.
local panel = {}

local shown = {} -- by module: what it shows, and what is told when it is pressed
local owners = {} -- by button: what is to be told when it is pressed
local screen = nil -- all that is on the screen, as it was set last; nil if nobody knows

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
                tooltip = one.tip or "", tooltipPosition = "Left",
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

--- Draws a row; one that is handed over again is the same as before.
local function row(parts, look)
    if parts.drawn ~= nil then
        return parts.drawn
    end
    local children, hidden = {}, true
    for _, one in ipairs(parts) do
        table.insert(children, drawn(one, look))
        hidden = hidden and one.hidden == true
    end
    parts.drawn = {
        tag = "HorizontalLayout",
        attributes = {
            preferredHeight = parts.height or look.row, spacing = GAP, active = hidden and "false" or "true",
            childForceExpandWidth = "false", childForceExpandHeight = "true",
        },
        children = children,
    }
    return parts.drawn
end

local function rows_of(rows, look)
    local children = {}
    for i, parts in ipairs(rows) do
        children[i] = row(parts, look)
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

local NO_CHILDREN = {}

local function is_hidden(part)
    return part.attributes.active == "false"
end

--- Gives an element as the game wants it, in which every one has a name, by where it stands; and a note of
--- what was set of it, in how many attributes, and of all in it. Its buttons are owned from now on.
local function placed(part, path, pressed)
    local attributes, many = { id = path }, 0
    for name, value in pairs(part.attributes) do -- lint: ignore pairs
        attributes[name], many = value, many + 1
    end
    local element = { tag = part.tag, attributes = attributes }
    local node = { like = part, path = path, many = many, is_hidden = is_hidden(part), children = {} }
    if part.attributes.onClick ~= nil then
        owners[part.attributes.onClick] = pressed
    end
    if part.children ~= nil then
        element.children = {}
        for i, child in ipairs(part.children) do
            element.children[i], node.children[i] = placed(child, path .. "." .. i, pressed)
        end
    end
    return element, node
end

--- Collects which attributes of an element are others now; tells whether setting them is enough. One that
--- had more than those that stay has lost some, which nobody can take away from it.
local function differ(node, new, change)
    local old = node.like
    if old.tag ~= new.tag or #(old.children or NO_CHILDREN) ~= #(new.children or NO_CHILDREN) then
        return false
    end
    local stay, many, before = 0, 0, old.attributes
    for name, value in pairs(new.attributes) do -- lint: ignore pairs
        local was = before[name]
        many, stay = many + 1, was and stay + 1 or stay
        if was ~= value and name ~= "active" then
            change[name] = value
        end
    end
    if stay < node.many then
        return false
    end
    node.many = many
    return true
end

--- Collects what is to be set so that an element becomes another; tells whether that is enough. What
--- nobody will see stays as it is.
local function become(node, new, changes, pressed)
    local change = {}
    if node.is_hidden ~= is_hidden(new) then
        node.is_hidden, change.active = is_hidden(new), new.attributes.active
        table.insert(changes, { id = node.path, change = change })
    end
    if node.is_hidden or node.like == new then
        return true
    end
    if not differ(node, new, change) then
        return false
    end
    if change.active == nil and next(change) ~= nil then
        table.insert(changes, { id = node.path, change = change })
    end
    node.like = new
    if new.attributes.onClick ~= nil then
        owners[new.attributes.onClick] = pressed
    end
    for i, child in ipairs(new.children or NO_CHILDREN) do
        if not become(node.children[i], child, changes, pressed) then
            return false
        end
    end
    return true
end

--- Collects what is to be set so that these panels stand where others stood; nil if that is not enough.
local function changes_to(all)
    if screen == nil or #screen ~= #all then
        return nil
    end
    local changes = {}
    for i, each in ipairs(all) do
        local known = screen[i]
        if known.path ~= each.path or not become(known, each.part, changes, each.pressed) then
            return nil
        end
    end
    return changes
end

local function draw(all)
    local elements, drawn = {}, {}
    for i, each in ipairs(all) do
        elements[i], drawn[i] = placed(each.part, each.path, each.pressed)
    end
    screen = drawn
    UI.setXmlTable(elements)
end

--- Sets what is different; or everything, where something is new or gone, or was not there yet.
local function set(all)
    local changes, before = changes_to(all), screen
    if changes == nil or UI.loading then
        return draw(all)
    end
    screen = nil -- if one of them fails
    for _, each in ipairs(changes) do
        UI.setAttributes(each.id, each.change)
    end
    screen = before
end

--- Shows the panels of a module in place of those that it showed before; its buttons tell `pressed`
--- the player and what they pass on.
function panel.show(module, panels, pressed)
    shown[module] = { panels = panels, pressed = pressed }
    local all = {}
    for _, name in ipairs({ "desk", "referee" }) do
        local mine = shown[name] or { panels = {} }
        for i, part in ipairs(mine.panels) do
            table.insert(all, { path = name .. "." .. i, part = part, pressed = mine.pressed })
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
