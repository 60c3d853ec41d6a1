// A list of what must hold between two that speak by the documented protocols, tried from outside:
//     node conformance.mjs hub '{"game": 40000, "editor": 40001, "door": "hub-40001.json"}'
//     node conformance.mjs table '{"game": 40000, "editor": 40001}'
// `hub`: this program is the game before a hub, and its guests. `table`: it is an editor before a
// game. Each line it prints says of one thing whether it holds.
import assert from "node:assert/strict";
import net from "node:net";
import { Game } from "./game.mjs";
import { Guest } from "./guest.mjs";

const HOST = "127.0.0.1";
const [side, words] = process.argv.slice(2);
const at = JSON.parse(words);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(holds, what = "it", most = 10_000) {
  const end = Date.now() + most;
  while (!holds()) {
    assert.ok(Date.now() < end, `${what} did not come`);
    await pause(5);
  }
}

async function check(what, holds) {
  try {
    await holds();
    console.log(JSON.stringify({ what, holds: true }));
  } catch (error) {
    console.log(JSON.stringify({ what, holds: false, why: String(error.stack ?? error) }));
  }
}

// Writes to a port and hangs up.
function write(port, text) {
  return new Promise((resolve) => {
    const line = net.createConnection(port, HOST, () => line.end(text));
    line.on("error", resolve);
    line.on("close", resolve);
    line.resume();
  });
}

const kindOf = async (asked) => {
  try {
    return { value: await asked };
  } catch (error) {
    return { kind: error.kind, what: error.message };
  }
};

// As the game, against a hub

async function beforeAHub() {
  const game = new Game(at.game, at.editor);
  await game.open();
  const one = new Guest(at.door, { name: "one" });
  const two = new Guest(at.door, { name: "two" });
  const status = await one.enter();
  await two.enter();
  const returned = { "return 1": 1, "return {1, 2}": [1, 2], "return nil": null, "return 'ß😀'": "ß😀" };
  game.run = (script) => {
    if (script in returned) return { ok: true, value: returned[script] };
    if (script.startsWith("error")) return { ok: false, error: "chunk_4:(1,0): boom" };
    if (script === "silent") return undefined;
    if (script === "long") return { ok: true, value: "x".repeat(2_000_000) };
    return { uncompiled: "unexpected symbol" };
  };

  await check("a welcome says how things stand", () => {
    assert.equal(status.game, `${HOST}:${at.game}`);
    assert.equal(status.listens, true);
  });
  await check("values come back as they are, tables too", async () => {
    for (const [script, value] of Object.entries(returned)) assert.deepEqual(await one.run(script), value);
  });
  await check("a value of megabytes comes whole", async () => {
    assert.equal((await two.run("long")).length, 2_000_000);
  });
  await check("a chunk that fails is an error of Lua with its text", async () => {
    const { kind, what } = await kindOf(one.run("error('boom')"));
    assert.deepEqual([kind, what.includes("boom")], ["lua", true]);
  });
  await check("one that can't be compiled too, though its error comes without a number", async () => {
    const { kind, what } = await kindOf(one.run("retrun"));
    assert.deepEqual([kind, what.includes("unexpected symbol")], ["lua", true]);
  });
  // Errors carry no number, so one that is heard meanwhile might be this one's.
  const silent = kindOf(one.run("silent"));
  await until(() => game.asked.at(-1).script?.includes("silent"), "the question");
  await check("answers in another order find their questions", async () => {
    const before = game.run;
    const open = [];
    game.run = (script) => new Promise((resolve) => open.push([script, resolve]));
    const asked = [1, 2, 3, 4].map((n) => (n % 2 ? one : two).run(`return ${n}`));
    await until(() => open.length === 4, "all questions");
    for (const [script, resolve] of open.reverse()) resolve({ ok: true, value: Number(script.slice(7)) });
    assert.deepEqual(await Promise.all(asked), [1, 2, 3, 4]);
    game.run = before;
  });
  await check("answers that nobody asked for, or that come twice, harm nobody", async () => {
    await game.say({ messageID: 5, returnID: 1, returnValue: "for nobody" });
    await game.say({ messageID: 5, returnValue: "without a number" });
    await game.say(game.asked.length ? { messageID: 5, returnID: game.asked.at(-1).returnID } : {});
    assert.equal(await one.run("return 1"), 1);
  });
  await check("scripts and interfaces come as the game says them", async () => {
    const loaded = await one.ask("scripts");
    assert.deepEqual(loaded.scriptStates, game.states);
    assert.equal(loaded.savePath, "/saves/TS_Save_1.json");
  });
  await check("what is played names script, interface, name and GUID, and is news for all", async () => {
    const [heard, number] = [two.heard.length, game.asked.length];
    const state = { name: "Global", guid: "-1", script: "-- two", ui: "" };
    const loaded = await one.ask("play", { states: [state] });
    assert.deepEqual(game.asked[number], { messageID: 1, scriptStates: [state] });
    assert.equal(loaded.scriptStates[0].script, "-- two");
    await until(() => two.heard.slice(heard).some((each) => each.messageID === 1), "the news");
  });
  await check("messages to scripts leave as they are, in their order", async () => {
    const number = game.asked.length;
    const messages = [1, 2, 3].map((n) => ({ n, deep: { list: [n, "ß"] } }));
    for (const message of messages) one.ask("tell", { message });
    await until(() => game.asked.length === number + 3, "all messages");
    assert.deepEqual(game.asked.slice(number), messages.map((customMessage) => ({ messageID: 2, customMessage })));
  });
  await check("what nobody asked for reaches all, once each, however it is cut", async () => {
    const said = [
      { messageID: 2, message: "a print\nof two lines 😀" },
      { messageID: 3, error: "chunk_0:(1,2): no", guid: "b0b000", errorMessagePrefix: "Error: " },
      { messageID: 4, customMessage: { a: [1, { b: null }] } },
      { messageID: 6, savePath: "/saves/TS_Save_1.json" },
      { messageID: 7, guid: "b0b001" },
      { messageID: 0, scriptStates: [{ name: "Bob", guid: "b0b000", script: "" }] },
    ];
    const marks = [one.heard.length, two.heard.length];
    for (const [n, message] of said.entries()) await game.say(message, { pieces: [1, 3, 1000][n % 3] });
    await game.say({ messageID: 2, message: "last" }, { before: "\ufeff" });
    for (const [n, guest] of [one, two].entries()) {
      await until(() => guest.heard.length >= marks[n] + 7, "all of it");
      await pause(50);
      const news = guest.heard.slice(marks[n]);
      assert.equal(news.length, 7);
      for (const message of said) {
        const same = news.filter((each) => each.messageID === message.messageID && Object.entries(message).every(
          ([key, value]) => JSON.stringify(each[key]) === JSON.stringify(value) || key === "scriptStates"));
        assert.equal(same.length, 1, JSON.stringify(message));
      }
    }
  });
  await check("what is no message is dropped and counted, and hinders nothing", async () => {
    const { dropped } = await one.ask("status");
    const garbage = ["", "GET / HTTP/1.1\r\n\r\n", '{"messageID": 2, "mess', "[1, 2]", "\xff\xfe", '{"messageID": 99}'];
    for (const text of garbage) await write(at.editor, text);
    assert.equal(await one.run("return 1"), 1);
    const now = await one.ask("status");
    assert.ok(now.dropped >= dropped + 3, `${now.dropped} after ${dropped}`);
  });
  await check("who does not know the token, or comes from a web page, is turned away", async () => {
    const wrong = new Guest(at.door, { token: "guessed" });
    const answer = await Promise.race([kindOf(wrong.enter()), wrong.ended.then(() => ({ kind: "hung up" }))]);
    assert.notEqual(answer.kind, undefined);
    await wrong.ended;
    const page = new Guest(at.door, { headers: { Origin: "http://example.org" } });
    await assert.rejects(page.socket.opened);
    const rude = new Guest(at.door);
    await rude.socket.opened;
    rude.socket.send(JSON.stringify({ do: "execute", id: 1, script: "return 1" }));
    const number = game.asked.length;
    await rude.ended;
    assert.deepEqual([game.asked.length, rude.strays.some((each) => each.ok)], [number, false]);
  });
  await check("a request that is none is answered with what is wrong", async () => {
    for (const [what, about] of [["dance", {}], ["execute", {}], ["tell", { message: 7 }], ["play", { states: 1 }]]) {
      const { kind } = await kindOf(one.ask(what, about));
      assert.ok(["bad-input", "not-found", "refused"].includes(kind), `${what}: ${kind}`);
    }
    assert.equal(await one.run("return 1"), 1);
  });
  await check("the port is given up and taken back, and questions meanwhile are refused", async () => {
    await two.ask("yield");
    const server = net.createServer();
    await new Promise((resolve, reject) => server.on("error", reject).listen(at.editor, HOST, resolve));
    assert.equal((await kindOf(one.run("return 1"))).kind, "unavailable");
    await new Promise((resolve) => server.close(resolve));
    await two.ask("end-yield");
    assert.equal(await one.run("return 1"), 1);
    assert.deepEqual(one.events.map((each) => each.state), ["yields", "listens"]);
  });
  await check("a game that does not answer, is gone, or has come again is told from one another", async () => {
    assert.equal((await silent).kind, "unavailable");
    await game.close();
    assert.equal((await kindOf(one.run("return 1"))).kind, "unavailable");
    await game.open();
    assert.equal(await one.run("return 1"), 1);
  });
}

// As an editor, against a table

async function beforeAGame() {
  const heard = [];
  const server = net.createServer((line) => {
    const chunks = [];
    line.on("data", (chunk) => chunks.push(chunk));
    line.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      if (text) heard.push(JSON.parse(text));
    });
  });
  await new Promise((resolve) => server.listen(at.editor, HOST, resolve));
  const ask = (message) => write(at.game, JSON.stringify(message));
  let number = 0;
  const answer = async (id, from) => {
    await until(() => heard.slice(from).some(id), "the answer");
    return heard.slice(from).find(id);
  };
  const run = async (script, guid = "-1") => {
    number += 1;
    const [mine, from] = [number, heard.length];
    await ask({ messageID: 3, guid, script, returnID: mine });
    return answer((each) => each.messageID === 5 && each.returnID === mine, from);
  };
  const scripts = async (text = '{"messageID": 0}') => {
    const from = heard.length;
    await write(at.game, text);
    return answer((each) => each.messageID === 1, from);
  };

  await check("scripts and interfaces are told, with the file of the save", async () => {
    const loaded = await scripts();
    assert.equal(typeof loaded.savePath, "string");
    assert.deepEqual(loaded.scriptStates.map((each) => [each.name, each.guid]), [["Global", "-1"], ["Bob", "b0b000"]]);
    assert.equal(loaded.scriptStates[1].ui, "<Panel/>");
  });
  await check("messages are read however they are written", async () => {
    for (const text of ["{ messageID: 0 }", '\ufeff{"messageID": 0}', '{"messageID": "0"}', '{\n "messageID" : 0.0 }\n'])
      assert.equal((await scripts(text)).messageID, 1, text);
  });
  await check("a message that comes in pieces, and whose sender does not hang up, is read", async () => {
    const from = heard.length;
    const line = net.createConnection(at.game, HOST);
    for (const sign of '{"messageID": 0}') {
      line.write(sign);
      await pause(1);
    }
    await answer((each) => each.messageID === 1, from);
    line.destroy();
  });
  await check("a chunk is answered under its number", async () => {
    for (const [script, value] of [["return 2", 2], ["return 'ß😀'", "ß😀"], ["return true", true], ["return 0.5", 0.5]])
      assert.deepEqual((await run(script)).returnValue, value);
    assert.equal((await run("local nothing")).returnValue ?? null, null);
    assert.deepEqual(JSON.parse((await run("return JSON.encode({ a = { 1, 2 } })")).returnValue), { a: [1, 2] });
  });
  await check("a chunk runs in the script of its object", async () => {
    assert.equal((await run("return self.getName()", "b0b000")).returnValue, "Bob");
  });
  await check("a table is answered with nothing at all", async () => {
    number += 1;
    const [mine, from] = [number, heard.length];
    await ask({ messageID: 3, guid: "-1", script: "return {}", returnID: mine });
    await run("return 1");
    assert.deepEqual(heard.slice(from).filter((each) => each.returnID === mine), []);
  });
  await check("an error is told first and without a number, then an answer without a value", async () => {
    const from = heard.length;
    const empty = await run("error('boom')");
    const failed = heard.slice(from).find((each) => each.messageID === 3);
    assert.equal(empty.returnValue ?? null, null);
    assert.equal("returnID" in failed, false);
    assert.deepEqual([failed.guid, failed.error.endsWith("boom")], ["-1", true]);
    assert.match(failed.error, /:\(\d+,\d+/);
  });
  await check("an object without a script runs nothing", async () => {
    const from = heard.length;
    await ask({ messageID: 3, guid: "b0b001", script: "return 1", returnID: 9_999 });
    const failed = await answer((each) => each.messageID === 3, from);
    assert.match(failed.error, /executeScript/);
  });
  await check("prints, messages of scripts and new objects are told unasked", async () => {
    const from = heard.length;
    await run("print('one') sendExternalMessage({ two = { 3 } }) spawnObject({ type = 'BlockSquare' })");
    const printed = await answer((each) => each.messageID === 2, from);
    const told = await answer((each) => each.messageID === 4, from);
    const made = await answer((each) => each.messageID === 7, from);
    assert.deepEqual([printed.message, told.customMessage], ["one", { two: [3] }]);
    assert.match(made.guid, /^[0-9a-f]{6}$/);
  });
  await check("a message to scripts reaches them; what is no table is ignored", async () => {
    const from = heard.length;
    for (const customMessage of [7, "text", { a: { b: [true] } }]) await ask({ messageID: 2, customMessage });
    const echo = await answer((each) => each.messageID === 4, from);
    assert.deepEqual(echo.customMessage, { got: { a: { b: [true] } } });
    await run("return 1");
    assert.equal(heard.slice(from).filter((each) => each.messageID === 4).length, 1);
  });
  await check("Save & Play: listed is set, a key left out deletes, what is not listed stays", async () => {
    const globe = (await scripts()).scriptStates[0];
    const play = async (states) => {
      const from = heard.length;
      await ask({ messageID: 1, scriptStates: states });
      return (await answer((each) => each.messageID === 1, from)).scriptStates;
    };
    const one = await play([{ ...globe, script: `${globe.script}\nadded = 1` }]);
    assert.equal(one[1].ui, "<Panel/>");
    assert.equal((await run("return added")).returnValue, 1);
    const two = await play([{ ...globe }, { name: "Bob", guid: "b0b000", script: "x = 2" }]);
    assert.equal(two[1].ui ?? "", "");
    assert.equal((await run("return x", "b0b000")).returnValue, 2);
  });
  await check("garbage hinders nobody", async () => {
    for (const text of ["", "nonsense", '{"messageID":', '{"messageID": 77}', "[]", "\u0000"]) await write(at.game, text);
    assert.equal((await run("return 1")).returnValue, 1);
  });
  await check("many at once get each their own", async () => {
    const asked = Array.from({ length: 40 }, (_, n) => run(`return ${n}`));
    const values = (await Promise.all(asked)).map((each) => each.returnValue);
    assert.deepEqual(values, values.map((_, n) => n));
  });
}

await (side === "hub" ? beforeAHub() : beforeAGame());
process.exit(0);
