-- Brings edits of the table itself into the game. `it` stands before this.
local kept = {}
local function plain(text)
    return (text:gsub('\r', ''))
end
if it.ui ~= nil then UI.setXml(it.ui) end
-- What is there already was brought by us, and whoever brought it has forgotten: the hub ended.
if it.note ~= nil and plain(getNotes()) ~= plain(it.note.after) then
    if plain(getNotes()) == plain(it.note.before) then
        setNotes(it.note.after)
    else
        table.insert(kept, 'the notes')
    end
end
local function tab_like(page)
    for _, tab in ipairs(page ~= nil and getNotebookTabs() or {}) do
        if tab.title == page.title and plain(tab.body) == plain(page.body) then return tab end
    end
    return nil
end
if it.snaps ~= nil then Global.setSnapPoints(JSON.decode(it.snaps)) end
for _, page in ipairs(it.pages or {}) do
    local found, is_there = tab_like(page.before), tab_like(page.after) ~= nil
    if page.before == nil then
        if not is_there then
            addNotebookTab({ title = page.after.title, body = page.after.body, color = page.after.color })
        end
    elseif found == nil then
        local is_done = is_there or page.after == nil
        if not is_done then table.insert(kept, 'the page "' .. page.before.title .. '"') end
    elseif page.after == nil then
        removeNotebookTab(found.index)
    else
        editNotebookTab({ index = found.index, title = page.after.title, body = page.after.body,
            color = page.after.color })
    end
end
return kept
