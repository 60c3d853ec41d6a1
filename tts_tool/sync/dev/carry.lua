-- Brings edits to the things of a table, each where it lies: on the table, in a hand, in a deck or bag.
-- `rows` stands before this: each says which thing is meant, what was there, and what is to be.
local NEAR = 0.3 -- so far a thing may have rolled without having been moved

local setters = {
    Nickname = function(it, value) it.setName(value) end,
    Description = function(it, value) it.setDescription(value) end,
    GMNotes = function(it, value) it.setGMNotes(value) end,
    Locked = function(it, value) it.setLock(value) end,
    Tags = function(it, value) it.setTags(value or {}) end,
    ColorDiffuse = function(it, value) it.setColorTint(value) end,
    Memo = function(it, value) it.memo = value or '' end,
    Tooltip = function(it, value) it.tooltip = value end,
    Grid = function(it, value) it.use_grid = value end,
    Snap = function(it, value) it.use_snap_points = value end,
    Autoraise = function(it, value) it.auto_raise = value end,
    Sticky = function(it, value) it.sticky = value end,
    Hands = function(it, value) it.use_hands = value end,
    HideWhenFaceDown = function(it, value) it.hide_when_face_down = value end,
    IgnoreFoW = function(it, value) it.ignore_fog_of_war = value end,
    GridProjection = function(it, value) it.grid_projection = value end,
    DragSelectable = function(it, value) it.drag_selectable = value end,
    MeasureMovement = function(it, value) it.measure_movement = value end,
}
local getters = {
    Nickname = function(it) return it.getName() end,
    Description = function(it) return it.getDescription() end,
    GMNotes = function(it) return it.getGMNotes() end,
    Locked = function(it) return it.getLock() end,
}

local function is_meant(row, memo, guid)
    if row.memo ~= nil then
        return memo == row.memo
    end
    return guid == row.guid
end

-- Where things lie

local everything, seen = {}, {}
local function note(it)
    local guid = it ~= nil and it.getGUID()
    if guid and not seen[guid] then
        seen[guid] = true
        table.insert(everything, it)
    end
end
for _, row in ipairs(rows) do
    note(getObjectFromGUID(row.guid)) -- zones are in no list
end
for _, it in ipairs(getObjects()) do note(it) end
for _, player in ipairs(Player.getPlayers()) do
    for n = 1, player.getHandCount() do
        for _, it in ipairs(player.getHandObjects(n)) do note(it) end
    end
end

local HOLDS = { Deck = true, Bag = true, Infinite = true }
local wanted, inside_of = {}, {}
for n, row in ipairs(rows) do
    wanted[(row.memo ~= nil and 'm' or 'g') .. (row.memo or row.guid)] = true
end
local function concerns(memo, guid)
    return (memo ~= nil and memo ~= '' and wanted['m' .. memo]) or (guid ~= nil and wanted['g' .. guid])
end

local function holds(it, row)
    for _, each in ipairs(HOLDS[it.type] and it.getObjects() or it.getStates() or {}) do
        if is_meant(row, each.memo, each.guid) then return true end
        -- Of a state no memo is told.
        if each.memo == nil and each.guid == row.guid then return true end
    end
    return false
end

local jobs = {}
for _, it in ipairs(everything) do
    local own = concerns(it.memo, it.getGUID())
    local inner = false
    if HOLDS[it.type] then
        for _, each in ipairs(it.getObjects()) do
            inner = inner or concerns(each.memo, each.guid)
        end
    elseif it.getStates() ~= nil then
        for _, each in ipairs(it.getStates()) do
            inner = inner or (each.guid ~= it.getGUID() and concerns(nil, each.guid))
        end
    end
    if own or inner then
        table.insert(jobs, { it = it, own = own and true, inner = inner and true })
    end
end

-- What is done to data, for what has no setter and for what lies inside of something

local function same_sheet(one, other)
    return one ~= nil and other ~= nil and one.FaceURL == other.FaceURL and one.BackURL == other.BackURL
        and one.NumWidth == other.NumWidth and one.NumHeight == other.NumHeight
end

local function shows(data, print)
    local number = data.CardID
    if print == nil or number == nil then
        return true
    end
    local key = math.floor(number / 100)
    local sheet = (data.CustomDeck or {})[tostring(key)] or (data.CustomDeck or {})[key]
    return number % 100 == print.cell and (sheet == nil or print.sheet == nil or sheet.FaceURL == print.sheet.FaceURL)
end

-- Tells whether anything was not yet as it is to be: what was busy is asked for more than once.
local function changed(row, data)
    local has_changed = false
    for _, set in ipairs(row.sets) do
        local at, last = data, set.path[#set.path]
        for step = 1, #set.path - 1 do
            at[set.path[step]] = at[set.path[step]] or {}
            at = at[set.path[step]]
        end
        has_changed = has_changed or at[last] ~= set.value
        at[last] = set.value
    end
    if row.print ~= nil and not shows(data, row.print) then
        data.CardID = row.print.key * 100 + row.print.cell
        data.CustomDeck = { [tostring(row.print.key)] = row.print.sheet }
        has_changed = true
    end
    return has_changed
end

local function key_of(card)
    return math.floor(card.CardID / 100)
end

local function sheet_of(card, deck)
    local key = key_of(card)
    local own, shared = card.CustomDeck or {}, deck.CustomDeck or {}
    return own[tostring(key)] or own[key] or shared[tostring(key)] or shared[key]
end

-- A deck says again what its cards say; two sheets never share a number.
local function counted(deck)
    local sheets, numbers = {}, {}
    for _, card in ipairs(deck.ContainedObjects) do
        local sheet, key = sheet_of(card, deck), key_of(card)
        while sheets[key] ~= nil and not same_sheet(sheets[key], sheet) do
            key = key + 1
        end
        sheets[key] = sheet
        card.CardID = key * 100 + card.CardID % 100
        card.CustomDeck = { [tostring(key)] = sheet }
        table.insert(numbers, card.CardID)
    end
    deck.DeckIDs, deck.CustomDeck = numbers, {}
    for key, sheet in pairs(sheets) do -- lint: ignore pairs
        deck.CustomDeck[tostring(key)] = sheet
    end
end

local touched
local function visit(data)
    for n, row in ipairs(rows) do
        if is_meant(row, data.Memo, data.GUID) and (shows(data, row.was) or shows(data, row.print)) then
            touched[n] = changed(row, data) or touched[n] or false
        end
    end
    local printed = false
    for _, each in ipairs(data.ContainedObjects or {}) do
        local number = each.CardID
        visit(each)
        printed = printed or each.CardID ~= nil
    end
    for _, each in pairs(data.States or {}) do -- lint: ignore pairs
        visit(each)
    end
    if printed and data.DeckIDs ~= nil then
        counted(data)
    end
end

-- What is done

local function busy(it)
    if it.held_by_color ~= nil then return 'held by ' .. it.held_by_color end
    if not it.resting and not it.getLock() then return 'moving' end
    return nil
end

local function keep_state(it)
    if it.getLuaScript() ~= '' and it.getVar('onSave') ~= nil then
        local state = it.call('onSave')
        if type(state) == 'string' then it.script_state = state end
    end
end

local function respawned(it)
    keep_state(it)
    local data, whole = it.getData(), it.getData()
    touched = {}
    visit(data)
    local has_changed = false
    for _, is_other in pairs(touched) do has_changed = has_changed or is_other end -- lint: ignore pairs
    if not has_changed then return it, touched end
    local interactable, was = it.interactable, it.getGUID()
    it.destruct()
    local ok, now = pcall(spawnObjectData, { data = data })
    if not ok then
        spawnObjectData({ data = whole })
        error(now, 0)
    end
    now.interactable = interactable
    return now, touched
end

local function is_near(one, other)
    return math.abs(one.x - other.x) < NEAR and math.abs(one.z - other.z) < NEAR
end

local function turned_alike(one, other)
    local function apart(a, b) return math.abs((a - b + 180) % 360 - 180) end
    return apart(one.y, other.y) < 5 and apart(one.z, other.z) < 5
end

-- A place is an edit only for what still lies where the files had put it, or was put there by us.
local function placed(it, place)
    if place.at ~= nil then
        local at = it.getPosition()
        if not is_near(at, place.at.before) and not is_near(at, place.at.after) then
            return 'it was moved'
        end
        it.setPosition(place.at.after)
    end
    if place.turn ~= nil then
        local turn = it.getRotation()
        if not turned_alike(turn, place.turn.before) and not turned_alike(turn, place.turn.after) then
            return 'it was turned'
        end
        it.setRotation(place.turn.after)
    end
    if place.scale ~= nil then it.setScale(place.scale.after) end
    return nil
end

local function in_place(it, row)
    local kept = nil
    for _, set in ipairs(row.sets) do
        local key = set.path[1]
        local get, put = getters[key], setters[key]
        local now = get ~= nil and get(it)
        if get ~= nil and now ~= set.before and now ~= set.value then
            kept = 'its ' .. key .. ' was changed in the game'
        elseif put ~= nil then
            put(it, set.value)
        end
    end
    if row.place ~= nil then kept = placed(it, row.place) or kept end
    if row.ui ~= nil then it.UI.setXml(row.ui) end
    return kept
end

local function plain(text)
    return (text:gsub('\r\n', '\n'):gsub('%s+$', ''))
end

local function reloaded(it, row)
    if row.script ~= nil then
        local there = plain(it.getLuaScript())
        if not row.force and there ~= plain(row.seen) and there ~= plain(row.script) then
            return it, { unseen = it.getLuaScript() }
        end
    end
    -- What is so already was done before: of what is asked for again something else was busy.
    local all = row.custom ~= nil and it.getCustomObject() or {}
    local is_so = row.script == nil or plain(it.getLuaScript()) == plain(row.script)
    for name, value in pairs(row.custom or {}) do -- lint: ignore pairs
        is_so = is_so and all[name] == value
        all[name] = value
    end
    if is_so then return it, nil end
    keep_state(it)
    if row.custom ~= nil then it.setCustomObject(all) end
    if row.script ~= nil then it.setLuaScript(row.script) end
    local interactable = it.interactable
    local now = it.reload()
    now.interactable = interactable
    return now, nil
end

local told = {}
for n in ipairs(rows) do told[n] = { copies = 0, moved = {} } end

local function noted(n, was, now)
    told[n].copies = told[n].copies + 1
    local guid = now.getGUID()
    if was ~= guid then told[n].moved[was] = guid end
end

for _, job in ipairs(jobs) do
    local it, was = job.it, job.it.getGUID()
    local mine, respawn = {}, job.inner
    for n, row in ipairs(rows) do
        if job.own and is_meant(row, it.memo, was) then
            table.insert(mine, n)
            respawn = respawn or row.way == 'respawn'
        end
    end
    local waits = respawn
    for _, n in ipairs(mine) do waits = waits or rows[n].way == 'reload' or rows[n].place ~= nil end
    local why = waits and busy(it)
    if why then
        for n, row in ipairs(rows) do
            local concerned = job.inner and holds(it, row)
            for _, m in ipairs(mine) do concerned = concerned or m == n end
            if concerned then told[n].busy = why end
        end
    elseif respawn then
        for _, n in ipairs(mine) do
            if rows[n].place ~= nil then told[n].kept = placed(it, rows[n].place) end
        end
        local ok, now, which = pcall(respawned, it)
        if ok then
            for n, is_other in pairs(which) do -- lint: ignore pairs
                noted(n, was, now)
                told[n].whole = told[n].whole or is_other
            end
        else
            for _, n in ipairs(mine) do told[n].failed = tostring(now) end
            if #mine == 0 then for n in ipairs(rows) do told[n].failed = tostring(now) end end
        end
    else
        for _, n in ipairs(mine) do
            local row = rows[n]
            local ok, failed = pcall(function()
                told[n].kept = in_place(it, row)
                local now = it
                if row.way == 'reload' then
                    local why_not
                    now, why_not = reloaded(it, row)
                    if why_not ~= nil then told[n].unseen = why_not.unseen end
                end
                if told[n].unseen == nil then noted(n, was, now) end
                it = now
            end)
            if not ok then told[n].failed = tostring(failed) end
        end
    end
end
return told
