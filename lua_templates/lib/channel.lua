--- The way to the referee and back. What hands do is numbered and waits until there is a verdict on it:
--- of each colour one at a time, the rest in its order. A table that nobody has met sends nothing.
local channel = {}

local AWAY = 10 -- so many seconds without a verdict, and the referee is thought to be away
local LATE = { noted = 0.95, waits = 5 } -- so many seconds after they did it people are told it waits, first within 1
local MOST_WORDS = 500 -- letters of why something has failed
local SOON = 0.05 -- so many seconds a verdict has at least, though it took time to see what was done

local secret = nil
local count, pending = 0, {} -- all without a verdict, the oldest first
local sent = {} -- by colour: the number of what is on its way, and the timer that waits for its verdict
local late = {} -- by number: the timers that tell people of it
local settled = {} -- by colour: when there was a verdict last
local told_late = {} -- by colour and word: when somebody was told last
local when_away, when_late = nil, nil

--- Says who is told that the referee has not answered for too long, and who that something waits: the
--- colour, and `noted` at first, `waits` later.
function channel.know(away, waiting)
    when_away, when_late = away, waiting
end

--- Begins to send, with the secret of whoever has met the table; it may know of more numbers than we do,
--- for time at the table may have been turned back.
function channel.open(secret_of_session, highest)
    channel.send_again()
    secret, count = secret_of_session, math.max(count, highest or 0)
end

--- Tells whether something carries the secret of this session.
function channel.knows(message)
    return secret ~= nil and type(message) == "table" and message.secret == secret
end

--- Tells the referee something; of why something has failed only as much as anybody reads.
function channel.report(kind, body)
    if secret ~= nil then
        body.kind = kind
        body.why = body.why ~= nil and string.sub(tostring(body.why), 1, MOST_WORDS) or nil
        sendExternalMessage({ kind = kind, secret = secret, body = JSON.encode(body) })
    end
end

--- Takes what is on its way of a colour as not sent any more.
local function forget(colour)
    Wait.stop(sent[colour].timer)
    sent[colour] = nil
end

--- Sends what is next of each colour of which nothing is on its way.
function channel.send()
    if secret == nil then
        return
    end
    for _, report in ipairs(pending) do
        if sent[report.colour] == nil then
            sent[report.colour] = { n = report.n, timer = Wait.time(when_away, AWAY) }
            channel.report(report.kind, report)
        end
    end
end

--- Lets people be told when there is no verdict on something in time; of what was done before they were told
--- last they are not told once more.
local function watch(report, made)
    local timers = {}
    late[report.n] = timers
    for word, seconds in pairs(LATE) do -- lint: ignore pairs
        table.insert(timers, Wait.time(function()
            local last = told_late[report.colour .. word]
            if last == nil or last <= made then
                told_late[report.colour .. word] = Time.time
                when_late(report.colour, word)
            end
        end, math.max(made + seconds - Time.time, SOON)))
    end
end

--- Tells whether something was done before its colour knew what became of what it had done before.
local function is_ahead(colour, made)
    return channel.waits(colour) or made <= (settled[colour] or -1)
end

--- Keeps something that somebody did until there is a verdict on it, and sends it as soon as it may be;
--- `made` is when it was done.
function channel.keep(kind, colour, body, made)
    count = count + 1
    if kind == "gestured" then
        body.ahead = is_ahead(colour, made)
    end
    body.kind, body.n, body.colour = kind, count, colour
    table.insert(pending, body)
    watch(body, made)
    channel.send()
end

--- Takes the verdict on a number; gives what it was about, if that still waited.
function channel.settle(n)
    local about = nil
    for _, timer in ipairs(late[n] or {}) do
        Wait.stop(timer)
    end
    late[n] = nil
    for i = #pending, 1, -1 do
        if pending[i].n == n then
            about = table.remove(pending, i)
            local colour = about.colour
            settled[colour] = Time.time
            if sent[colour] ~= nil and sent[colour].n == n then
                forget(colour)
            end
        end
    end
    return about
end

--- Takes all that is on its way as not sent: perhaps nobody has heard it.
function channel.send_again()
    for _, report in ipairs(pending) do
        if sent[report.colour] ~= nil then
            forget(report.colour)
        end
    end
end

--- Tells whether there is something of a colour without a verdict: what it may do is not known for sure.
function channel.waits(colour)
    for _, report in ipairs(pending) do
        if report.colour == colour then
            return true
        end
    end
    return false
end

--- Lists all without a verdict.
function channel.pending()
    return pending
end

--- Gives the highest number so far.
function channel.count()
    return count
end

--- Takes what was saved. When something was done that waits nobody knows any more: people are told of it as
--- if it was done now.
function channel.load(saved)
    count, pending = saved.count or 0, saved.pending or {}
    for _, report in ipairs(pending) do
        watch(report, Time.time)
    end
end

return channel
