// The game, and two editors that know of no hub, while others listen as well:
//     node crowd.mjs '{"game": 40000, "editor": 40001, "doors": [[40002, 40003], [40004, 40005]], "count": 300}'
// It says so many messages, as a game says them, while the editors ask; then it prints what each of
// the editors has heard.
import net from "node:net";
import { Editor, MANNERS } from "./editor.mjs";
import { Game } from "./game.mjs";

const HOST = "127.0.0.1";
const AT_ONCE = 32;
const { game: port, editor, doors, count } = JSON.parse(process.argv[2]);
const game = new Game(port, editor);
game.run = (script) => ({ ok: true, value: Number(script.slice(7)) });
await game.open();

const editors = [];
for (const [door, own] of doors) {
  const heard = [];
  const client = new Editor(MANNERS.brief, (message) => heard.push(message));
  const server = net.createServer((line) => client.read(line));
  await new Promise((resolve) => server.listen(own, HOST, resolve));
  editors.push({ client, door, heard, asked: 0 });
}
console.log(JSON.stringify({ ready: true }));

// All others are there as soon as a line comes.
await new Promise((resolve) => process.stdin.once("data", resolve));

const kinds = [
  (n) => ({ messageID: 2, message: `#${n}#` }),
  (n) => ({ messageID: 2, message: `#${n}#`, more: "than anybody knows" }),
  (n) => ({ messageID: 4, customMessage: { number: n } }),
];
let next = 0;
async function speak() {
  while (next < count) {
    const n = next;
    next += 1;
    await game.say(kinds[n % 3](n), { pieces: n % 50 === 0 ? 9 : 1 });
    if (n % 10 === 0) {
      const one = editors[(n / 10) % editors.length];
      one.asked += 1;
      await one.client.send(one.door, { messageID: 3, guid: "-1", script: `return ${n}`, returnID: n });
    }
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, speak));

const numbers = (heard) => heard
  .map((each) => (each.messageID === 2 ? Number(each.message.slice(1, -1)) : each.customMessage?.number))
  .filter((n) => n !== undefined);
const done = () => editors.every((each) =>
  numbers(each.heard).length >= count && each.heard.filter((it) => it.messageID === 5).length >= each.asked);
// However many they are: only when nobody has heard anything for long, nothing more will come.
let heardBefore = 0;
for (let still = 0; !done() && still < 3000; still += 1) {
  await new Promise((resolve) => setTimeout(resolve, 10));
  const heardNow = editors.reduce((sum, each) => sum + each.heard.length, 0);
  if (heardNow > heardBefore) still = 0;
  heardBefore = heardNow;
}
await new Promise((resolve) => setTimeout(resolve, 200));
for (const { heard, asked } of editors) {
  const answers = heard.filter((each) => each.messageID === 5).map((each) => [each.returnID, each.returnValue]);
  console.log(JSON.stringify({ numbers: numbers(heard), answers, asked }));
}
// What is longer than a pipe holds is written after we would have ended.
await new Promise((resolve) => process.stdout.write("", resolve));
process.exit(0);
