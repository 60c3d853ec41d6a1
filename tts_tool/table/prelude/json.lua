-- JSON of the game, and MoonSharp's own `json`: both are written and read in Python.
local kit = ...
local env = kit.env
local rawequal, expect, find, gsub = rawequal, kit.expect, string.find, string.gsub

env.JSON = {
  encode = function(value)
    return kit.ask("json_encode", value)
  end,
  encode_pretty = function(value)
    return kit.ask("json_pretty", value)
  end,
  decode = function(text)
    if text == nil then
      return nil
    end
    expect(text, "string", 1, "decode")
    return kit.ask("json_decode", text)
  end,
}

-- MoonSharp's own reader knows no minus and takes escapes for what they say.
local function refuse(text)
  local bare = gsub(gsub(text, "\\[^u]", ""), '"[^"]*"', '""')
  if find(bare, "-", 1, true) then
    kit.raise("unexpected '-' in JSON")
  elseif find(text, "\\u%x*[a-f]") then
    kit.raise("unexpected escape in JSON")
  end
end

local null = kit.disguise({})

env.json = {
  null = function()
    return null
  end,
  isnull = function(value)
    return value == nil or rawequal(value, null)
  end,
  parse = function(text)
    expect(text, "string", 1, "parse")
    refuse(text)
    return kit.ask("json_decode", text)
  end,
  serialize = function(value)
    expect(value, "table", 1, "serialize")
    return kit.ask("json_encode", value)
  end,
}
