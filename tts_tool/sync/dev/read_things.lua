-- Gives things as the game would save them. `guids` stands before this.
local texts, gone, unread = {}, {}, {}
for _, guid in ipairs(guids) do
    local it = getObjectFromGUID(guid)
    if it == nil then
        table.insert(gone, guid)
    else
        local ok, text = pcall(function()
            if it.getLuaScript() ~= '' and it.getVar('onSave') ~= nil then
                local state = it.call('onSave')
                if type(state) == 'string' then it.script_state = state end
            end
            return it.getJSON(false)
        end)
        if ok and type(text) == 'string' then texts[guid] = text else table.insert(unread, guid) end
    end
end
return { texts = texts, gone = gone, unread = unread }
