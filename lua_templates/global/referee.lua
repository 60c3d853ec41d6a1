local referee = require("lib.referee")

function onLoad(state)
    referee.start({{ table | lua }}, state)
end
