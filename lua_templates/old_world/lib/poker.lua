--- Knows what five poker dice are worth.
local poker = {}

local SHAPES = { ["2111"] = 2, ["221"] = 3, ["311"] = 4, ["32"] = 7, ["41"] = 8, ["5"] = 9 }
local NOTHING, FIVE_HIGH, SIX_HIGH = 1, 5, 6

--- Ranks a hand by the best that it is, from 1 (nothing) to 9 (five of a kind).
function poker.rank(values) -- OW-POKER-11 OW-POKER-12
    local counts = { 0, 0, 0, 0, 0, 0 }
    for _, value in ipairs(values) do
        counts[value] = counts[value] + 1
    end
    local first, last = counts[1], counts[#counts]
    table.sort(counts, function(a, b) return a > b end)
    local shape = string.gsub(table.concat(counts), "0", "")
    if shape == "11111" then
        return last == 0 and FIVE_HIGH or first == 0 and SIX_HIGH or NOTHING
    end
    return SHAPES[shape] or NOTHING
end

return poker
