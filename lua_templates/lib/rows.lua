--- Performs rows: what a layout says is to be done, each row a verb with where from, where to, how many.
--- A name in a row may have parts that are filled in, see `meaning`. Each row of a set-up finds on the table
--- how far it is, so that one that was interrupted may begin again.
local chance = require("lib.chance")
local meaning = require("lib.meaning")
local packing = require("lib.packing")
local piles = require("lib.piles")
local places = require("lib.places")
local steps = require("lib.steps")
local tracks = require("lib.tracks")

local rows = {}

local filled, number_of, kind_of = meaning.filled, meaning.number, meaning.kind

--- Lists the seats clockwise from one on.
function rows.clockwise(seats, first)
    local found, before, begun = {}, {}, false
    for _, seat in ipairs(seats) do
        begun = begun or seat == first
        table.insert(begun and found or before, seat)
    end
    for _, seat in ipairs(before) do
        table.insert(found, seat)
    end
    return found
end

local function has(list, one)
    for _, each in ipairs(list) do
        if each == one then
            return true
        end
    end
    return false
end

--- Gives what a scope knows, and more.
local function with(scope, more)
    local both = {}
    for _, known in ipairs({ scope, more }) do
        for name, value in pairs(known) do -- lint: ignore pairs
            both[name] = value
        end
    end
    return both
end

local function all_filled(run, scope, about)
    local found = {}
    for name, value in pairs(about or {}) do -- lint: ignore pairs
        found[name] = type(value) == "string" and filled(run, scope, value) or value
    end
    return found
end

--- Ends all of it, for a reason that is told to whoever wanted it.
local function refuse(run, scope, text, about)
    steps.stop("refused", { text = text, about = all_filled(run, scope, about) })
end

-- What is asked

--- Asks a seat for one of some words, unless it has answered already or there is only one.
local function answer(run, question, seat, words, names)
    local key = question .. "/" .. seat
    if run.known[key] == nil then
        local at = 1
        if #words > 1 then
            local chosen = run.ask(seat, question, names or words)
            for i, name in ipairs(names or words) do
                at = name == chosen and i or at
            end
        end
        run.known[key] = words[at]
    end
    return run.known[key]
end

-- Verbs

local verbs = {}

local function first_of(list, count)
    local found = {}
    for i, each in ipairs(list) do
        if i <= count then
            table.insert(found, each)
        end
    end
    return found
end

function verbs.shuffle(run, scope, row)
    for _, name in ipairs(row.piles) do
        chance.shuffle(filled(run, scope, name))
    end
end

--- Brings as many from the top of a pile as each place lacks; `whole` says that there must be enough.
function verbs.fill(run, scope, row)
    local source, count = filled(run, scope, row.from), number_of(run, scope, row.count)
    for _, name in ipairs(row.to) do
        local target = filled(run, scope, name)
        if piles.fill(target, source, count) < count and row.whole then
            steps.stop("lacks", source)
        end
    end
end

--- Tells which pieces a row means: of some kinds, by the beginning of their ids, by where they begin.
local function picks(run, scope, row)
    local kinds = row.kinds ~= nil and filled(run, scope, row.kinds)
    local begins = row.pieces ~= nil and filled(run, scope, row.pieces)
    local home = row.home ~= nil and filled(run, scope, row.home)
    return function(id)
        if home and run.facts.home[id] ~= home then
            return false
        end
        if kinds and not (string.sub(id, 1, #row.sort + 1) == row.sort .. "." and has(kinds, kind_of(id))) then
            return false
        end
        return not begins or string.sub(id, 1, #begins) == begins
    end
end

--- Finds for each place in turn the first of a pile whose record has a field like this.
function verbs.find(run, scope, row)
    local source = filled(run, scope, row.from)
    local found = piles.some(source, function(id)
        local record = run.facts.records[row.of][kind_of(id)]
        return record ~= nil and record[row.field] == row.is
    end)
    for i, name in ipairs(row.to) do
        local target = filled(run, scope, name)
        if #piles.ids(target) == 0 then
            piles.bring({ found[i] }, target, source)
        end
    end
end

--- Brings a piece, or those that lie somewhere; all of them, or as many as the target lacks. They come
--- before what lies there, or `last`, behind it.
function verbs.bring(run, scope, row)
    local target = filled(run, scope, row.to)
    local bring = row.last and piles.append or piles.bring
    if row.piece ~= nil then
        return bring({ filled(run, scope, row.piece) }, target, row.from and filled(run, scope, row.from))
    end
    local ids = piles.some(filled(run, scope, row.from), picks(run, scope, row))
    if row.count ~= nil then
        ids = first_of(ids, number_of(run, scope, row.count) - #piles.ids(target))
    end
    if #ids > 0 then
        bring(ids, target)
    end
end

--- Keeps so many, one of each kind, of what lies in a place, or all if that is not enough; the rest leaves.
function verbs.keep(run, scope, row)
    local place, count = filled(run, scope, row.at), number_of(run, scope, row.count)
    local key, ids = "kept/" .. place, piles.ids(place)
    if run.known[key] == nil then
        local kinds, of_kind, kept = {}, {}, {}
        for _, id in ipairs(chance.order(place)) do
            if of_kind[kind_of(id)] == nil then
                table.insert(kinds, kind_of(id))
            end
            of_kind[kind_of(id)] = id
        end
        for _, kind in ipairs(first_of(kinds, count)) do
            table.insert(kept, of_kind[kind])
        end
        run.known[key] = count <= #kinds and kept or ids
    end
    local left = {}
    for _, id in ipairs(ids) do
        if not has(run.known[key], id) then
            table.insert(left, id)
        end
    end
    piles.bring(left, row.rest)
end

--- Shares numbers out, the largest first: by chance, or the first of them as somebody says.
function verbs.share(run, scope, row)
    local values, free = {}, {}
    for _, value in ipairs(number_of(run, scope, row.values)) do
        table.insert(values, value)
    end
    for _, word in ipairs((meaning.words(run, row.among))) do
        table.insert(free, word)
    end
    table.sort(values, function(a, b) return a > b end)
    for i, value in ipairs(values) do
        local word = nil
        if i == 1 and has(row.asked, #run.seats) then
            word = answer(run, row.question, filled(run, scope, row.who), free)
        else
            word = chance.pick(row.question, free)
        end
        for at = #free, 1, -1 do
            if free[at] == word then
                table.remove(free, at)
            end
        end
        run.known[row.gives .. "." .. word] = value
    end
end

--- Lists the words of which a condition holds (`where`), and the first that is meant unasked (`best`).
local function words_for(run, scope, row)
    local all, part = meaning.words(run, row.among)
    local found = {}
    for _, word in ipairs(all) do
        local inner = with(scope, { [part] = word })
        if meaning.holds(run, inner, row.where) then
            if row.best ~= nil and meaning.holds(run, inner, row.best) then
                return { word }
            end
            table.insert(found, word)
        end
    end
    return found
end

function verbs.ask(run, scope, row)
    local words, names = words_for(run, scope, row), {}
    if #words == 0 then
        refuse(run, scope, row.lacking)
    end
    for i, word in ipairs(words) do
        names[i] = (row.shown or "") .. word
    end
    answer(run, row.question, filled(run, scope, row.who), words, names)
end

--- Lets a seat choose a piece of what lies somewhere, and brings that.
function verbs.choose(run, scope, row)
    local seat, names = filled(run, scope, row.who), {}
    local ids = piles.some(filled(run, scope, row.from), picks(run, scope, row))
    if #ids == 0 and run.known[row.question .. "/" .. seat] == nil then
        steps.stop("lacks", filled(run, scope, row.from))
    end
    for i, id in ipairs(ids) do
        names[i] = (row.shown or "") .. kind_of(id)
    end
    local chosen = answer(run, row.question, seat, ids, names)
    if row.to ~= nil then
        piles.bring({ chosen }, filled(run, scope, row.to))
    end
    run.known[row.question .. "-kind/" .. seat] = kind_of(chosen)
end

--- Sets a track: to a number, so far above where it begins, or by so much; at most to a number.
function verbs.set(run, scope, row)
    local track = filled(run, scope, row.track)
    local value = nil
    if row.value ~= nil then
        value = number_of(run, scope, row.value)
    elseif row.by ~= nil then
        value = tracks.value(track) + row.by
    else
        value = run.facts.tracks[track].start + row.above
    end
    if row.most ~= nil then
        value = math.min(value, number_of(run, scope, row.most))
    end
    if not tracks.has(track, value) then
        refuse(run, scope, row.ends or "ends")
    end
    tracks.set(track, value)
end

-- What is only done in a game that is under way

--- Shuffles what was used into a pile that is empty.
function verbs.renew(run, scope, row)
    local pile, used = filled(run, scope, row.pile), filled(run, scope, row.used)
    local ids = piles.ids(used)
    if #ids > 0 and #piles.ids(pile) == 0 then
        piles.bring(ids, pile)
        chance.shuffle(pile)
        run.known.renewed = true
        if row.text ~= nil then
            run.tell(row.text, { place = pile })
        end
    end
end

--- Lets what lies in a row of places go as far to its end as the others leave room; `backwards`, to its
--- beginning.
function verbs.slide(run, _, row)
    local names, wanted = {}, {}
    for _, each in ipairs((meaning.places(run.facts, row.among))) do
        table.insert(names, row.backwards and 1 or #names + 1, each.place)
    end
    local free = #names
    for i = #names, 1, -1 do
        local ids = piles.ids(names[i])
        if #ids > 0 then
            if i ~= free then
                wanted[names[free]] = ids
            end
            free = free - 1
        end
    end
    if next(wanted) ~= nil then
        piles.spread(wanted)
    end
end

--- Brings so many from the top of a pile, one by one: the last lies on top. `left` is what was not there.
function verbs.draw(run, scope, row)
    local source, target = filled(run, scope, row.from), filled(run, scope, row.to)
    local wanted, ids = number_of(run, scope, row.count), {}
    if row.most ~= nil then
        wanted = math.min(wanted, number_of(run, scope, row.most) - #piles.ids(target))
    end
    for _, id in ipairs(first_of(piles.ids(source), wanted)) do
        table.insert(ids, 1, id)
    end
    if #ids > 0 then
        piles.bring(ids, target)
    end
    run.known.left = math.max(wanted, 0) - #ids
end

--- Lowers a track by so much, at most to nothing; `left` is what was too much.
function verbs.spend(run, scope, row)
    local track, count = filled(run, scope, row.track), number_of(run, scope, row.count)
    local spent = math.min(count, tracks.value(track))
    if spent > 0 then
        tracks.set(track, tracks.value(track) - spent)
    end
    run.known.left = count - spent
end

--- Lets a seat give so many of its cards: what it has marked, all if there are no more, or what it chooses.
function verbs.pay(run, scope, row)
    local source, count = filled(run, scope, row.from), number_of(run, scope, row.count)
    local ids = piles.ids(source)
    if #ids < count and row.lacking ~= nil then
        refuse(run, scope, row.lacking, { cards = count })
    elseif #ids > count then
        ids = count > 0 and run.pick(filled(run, scope, row.who), count) or {}
    end
    if #ids > 0 then
        piles.bring(ids, filled(run, scope, row.to))
    end
end

--- Puts a pile that is never shuffled in its order.
function verbs.sort(run, scope, row)
    local place, order = filled(run, scope, row.pile), {}
    local there = piles.ids(place)
    for _, each in ipairs(run.facts.sorted) do
        for _, id in ipairs(each.pile == place and each.order or {}) do
            if has(there, id) then
                table.insert(order, id)
            end
        end
    end
    piles.sort(place, order)
end

--- Remembers something by a name: the kind of a piece that lies somewhere, a number, a word.
function verbs.note(run, scope, row)
    local value = nil
    if row.from ~= nil then
        local id = piles.some(filled(run, scope, row.from), picks(run, scope, row))[1]
        if id == nil then
            refuse(run, scope, row.lacking, row.about)
        end
        value = kind_of(id)
    elseif row.value ~= nil then
        value = number_of(run, scope, row.value) + number_of(run, scope, row.plus or 0)
        value = math.max(value, number_of(run, scope, row.least or value))
        value = math.min(value, number_of(run, scope, row.most or value))
    else
        value = filled(run, scope, row.word)
    end
    run.known[row.as] = value
end

local function add_all(sums, as, fields, symbols)
    for _, field in ipairs(fields) do
        local value = symbols ~= nil and symbols[field] or 0
        sums[as .. "." .. field] = sums[as .. "." .. field] + value
    end
end

--- Gives the face of a card: of its kind's record the entry that the id ends with; and the record.
local function face_of(run, row, id)
    local record = id ~= nil and run.facts.records[row.of][kind_of(id)] or {}
    return (record[row.faces] or {})[tonumber(string.match(id or "", "(%d+)$"))], record
end

--- Finds the link of a card by which the card above it holds: the first that is of its kind.
local function link_to(row, face, above)
    for _, link in ipairs(face[row.links] or {}) do
        if above ~= nil and link[row.by] == above[row.by] then
            return link
        end
    end
    return {}
end

--- Lists the ids of what somebody has laid in a row, from the left; of a pile the lowest first.
local function in_row(name)
    local things, ids = places.things(name), {}
    table.sort(things, function(a, b) return a.getPosition().x < b.getPosition().x end)
    for _, thing in ipairs(things) do
        local made = places.made_of(thing)
        for i = #made, 1, -1 do
            table.insert(ids, made[i])
        end
    end
    return ids
end

--- Adds up what stands on cards that hold each other, from the left, and on the links by which they do.
function verbs.add(run, scope, row)
    local ids = in_row(filled(run, scope, row.at))
    for _, field in ipairs(row.fields) do
        run.known[row.as .. "." .. field] = 0
    end
    for i, id in ipairs(ids) do
        local face, _, above = face_of(run, row, id), nil, nil
        if i < #ids then
            _, above = face_of(run, row, ids[i + 1])
        end
        add_all(run.known, row.as, row.fields, face[row.each])
        add_all(run.known, row.as, row.fields, link_to(row, face, above)[row.adds])
    end
end

local FRAMES = 10 -- so long it may take until a die that was thrown moves

--- Rolls a set of dice; what they show is known then, and by the table's own rule what that is worth.
function verbs.roll(run, scope, row)
    local dice, values = {}, {}
    for _, guid in ipairs(run.facts.dice[row.dice]) do
        local die = getObjectFromGUID(guid)
        if die == nil then
            refuse(run, scope, row.lacking)
        end
        table.insert(dice, die)
    end
    for _, die in ipairs(dice) do
        die.randomize()
    end
    steps.pass(FRAMES)
    steps.still(dice)
    for _, die in ipairs(dice) do
        table.insert(values, die.getRotationValue())
    end
    table.sort(values, function(a, b) return a < b end)
    run.known.rolled = table.concat(values, " ")
    run.known.worth = run.facts.worth ~= nil and run.facts.worth(values) or nil
end

--- Puts everything back to where it lies in the box, so that the table can be set up anew.
function verbs.pack(run, scope)
    local lost = packing.lost(run.facts)[1]
    if lost ~= nil then
        refuse(run, scope, "nowhere", lost)
    end
    packing.pack(run.facts)
    run.known.packed = true
end

--- Does nothing any more, and says why to whoever wanted it.
function verbs.stop(run, scope, row)
    refuse(run, scope, row.text, row.about)
end

--- Tells all; with `ends` nothing more is done.
function verbs.say(run, scope, row)
    run.tell(row.text, all_filled(run, scope, row.about))
    if row.ends then
        steps.stop("ended")
    end
end

-- One after the other

--- Lists what a loop goes through, each with what it fills in.
local function rounds(run, row)
    local found, order = {}, {}
    if row.over ~= "seat" and row.over ~= "seat-backwards" then
        order = meaning.places(run.facts, row.over)
    else
        for number, seat in ipairs(rows.clockwise(run.seats, run.first)) do
            order[number] = { seat = seat, number = number }
        end
    end
    local is_backwards = row.backwards or row.over == "seat-backwards"
    for _, each in ipairs(order) do
        table.insert(found, is_backwards and 1 or #found + 1, each)
    end
    return found
end

local function add(run, all, list, scope)
    for _, row in ipairs(list) do
        if row["do"] == "each" then
            for _, round in ipairs(rounds(run, row)) do
                add(run, all, row.steps, with(scope, round))
            end
        elseif row["do"] == "also" then
            add(run, all, rows.chore(run.facts, row.chore).steps, scope)
        else
            table.insert(all, function()
                if meaning.holds(run, scope, row.when) then
                    verbs[row["do"]](run, scope, row)
                end
            end)
        end
    end
end

--- Finds a chore by its id.
function rows.chore(facts, id)
    for _, chore in ipairs(facts.chores) do
        if chore.id == id then
            return chore
        end
    end
    return nil
end

--- Lists what is to be done for rows. `memory` is saved: `seats` that play, who is `first`, what is `known`;
--- `ask(seat, question, words)` gives one of the words. `facts` are what the table was made with. For a
--- chore `of` says more: the `seat` that does it, what its name leaves open; `tell(text, about)` tells all,
--- `pick(seat, count)` gives the ids of cards that a seat chooses in its hand.
function rows.steps(list, facts, memory, ask, of, tell, pick)
    local order = rows.clockwise(memory.seats, memory.first)
    memory.known = memory.known or { n = of ~= nil and of.n or nil }
    local run = {
        facts = facts, seats = memory.seats, first = memory.first, known = memory.known, ask = ask, tell = tell,
        pick = pick,
    }
    local all = {}
    add(run, all, list, with({
        seats = #order, others = #order - 1, first = memory.first, last = order[#order],
    }, of or {}))
    return all
end

return rows
