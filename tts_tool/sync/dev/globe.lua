-- Brings edits of the table itself into the game. `it` stands before this.
local kept = {}
local function plain(text)
    return (text:gsub('\r', ''))
end
if it.ui ~= nil then UI.setXml(it.ui) end
if it.note ~= nil then
    if getNotes() == it.note.before then
        setNotes(it.note.after)
    else
        table.insert(kept, 'the notes')
    end
end
if it.snaps ~= nil then Global.setSnapPoints(it.snaps) end
for _, page in ipairs(it.pages or {}) do
    local found = nil
    for _, tab in ipairs(getNotebookTabs()) do
        local was = page.before
        if was ~= nil and tab.title == was.title and plain(tab.body) == plain(was.body) then
            found = tab
        end
    end
    if page.before == nil then
        addNotebookTab({ title = page.after.title, body = page.after.body, color = page.after.color })
    elseif found == nil then
        table.insert(kept, 'the page "' .. page.before.title .. '"')
    elseif page.after == nil then
        removeNotebookTab(found.index)
    else
        editNotebookTab({ index = found.index, title = page.after.title, body = page.after.body,
            color = page.after.color })
    end
end
return kept
