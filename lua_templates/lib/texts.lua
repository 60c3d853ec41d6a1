--- Fills in what a text leaves open, in the same way as the rules do: `{seat}`, `{cards card|cards}`.
local texts = {}

--- Puts values into a text. `name` says what a string stands for; a number is said as it is, and takes
--- the word along that goes with it. What nobody has given stays as it is written.
function texts.filled(text, about, name)
    return (string.gsub(text, "{([a-z_]+)([^{}]*)}", function(place, words)
        local one, many = string.match(words, "^ ([^|]+)|([^|]+)$")
        if one == nil and words ~= "" then
            return nil
        end
        local value = about[place]
        if value == nil then
            value = "{" .. place .. "}"
        end
        local is_text = type(value) == "string"
        local said = is_text and name ~= nil and name(value) or tostring(value)
        if one == nil then
            return said
        end
        return said .. " " .. ((value == 1 or value == -1) and one or many)
    end))
end

return texts
