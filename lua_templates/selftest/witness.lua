-- An object that sees things from its own side.

selftest_variable = "a variable of the script"
list = { 1, 2 }

function onLoad()
    Global.call("witness_loaded")
end

function onDestroy()
    sendExternalMessage({ selftest = "destroyed", value = "" })
    if Global.getVar("hearing") then
        Global.call("note", "object")
    end
end

function onExternalMessage(message)
    if message.selftest == "fail object" then
        error("selftest fails on purpose")
    end
end

function fail_in_coroutine()
    coroutine.yield(0)
    error("selftest fails on purpose")
end

function fail_in_ui()
    error("selftest fails on purpose")
end

function wait_a_little()
    Wait.frames(function() Global.call("note", "own wait") end, 3)
end

function hand_back(name)
    local lent = Global.call(name)
    Global.setVar("selftest_returned", lent)
end

function lend()
    return { list }
end
