// The game's side of the External Editor API, written from its pages: listens where editors look
// for the game, and says each message over a connection of its own. It knows no Lua; a test says
// what comes of a chunk.
import net from "node:net";

const HOST = "127.0.0.1";
const WRAPPED = /^local ok_, value_ = pcall\(function\(\) ([\s\S]*?)\nend\)/;

export class Game {
  constructor(port, editorPort) {
    this.port = port;
    this.editorPort = editorPort;
    this.states = [{ name: "Global", guid: "-1", script: "-- global", ui: "<Panel/>" }];
    this.asked = [];
    this.run = () => ({ ok: true, value: null });
  }

  open() {
    return new Promise((resolve) => {
      this.server = net.createServer({ allowHalfOpen: true }, (line) => this.meet(line));
      this.server.listen(this.port, HOST, resolve);
    });
  }

  close() {
    return new Promise((resolve) => this.server.close(resolve));
  }

  meet(line) {
    const chunks = [];
    line.on("data", (chunk) => chunks.push(chunk));
    line.on("error", () => {});
    line.on("end", () => {
      line.end();
      const text = Buffer.concat(chunks).toString("utf8");
      if (text) this.answer(JSON.parse(text));
    });
  }

  async answer(request) {
    this.asked.push(request);
    if (request.messageID === 0) await this.loaded();
    if (request.messageID === 1) {
      for (const state of request.scriptStates) {
        const old = this.states.find((each) => each.guid === state.guid);
        if (old) Object.assign(old, state);
        else this.states.push(state);
      }
      await this.loaded();
    }
    if (request.messageID === 3) await this.execute(request);
  }

  loaded() {
    return this.say({ messageID: 1, savePath: "/saves/TS_Save_1.json", scriptStates: this.states });
  }

  // A chunk that a hub has wrapped answers with a text of JSON; one that is not answers as it is.
  async execute({ script, guid, returnID }) {
    const inner = WRAPPED.exec(script);
    const outcome = await this.run(inner ? inner[1] : script, guid);
    if (outcome === undefined) return;
    if (outcome.uncompiled) {
      const error = `chunk_9:(1,2-3): ${outcome.uncompiled}`;
      await this.say({ messageID: 3, guid, error, errorMessagePrefix: "Error in <executeScript>: " });
      await this.say({ messageID: 5, returnID });
      return;
    }
    const returnValue = inner ? JSON.stringify(outcome) : outcome.value;
    await this.say({ messageID: 5, returnID, returnValue });
  }

  // Pretty-printed, as the game does; `pieces` is into how many it is cut.
  say(message, { pieces = 1, before = "", text = before + JSON.stringify(message, null, 2) } = {}) {
    return new Promise((resolve, reject) => {
      const data = Buffer.from(text, "utf8");
      const size = Math.max(1, Math.ceil(data.length / pieces));
      const line = net.createConnection(this.editorPort, HOST, async () => {
        line.setNoDelay(true);
        for (let at = 0; at < data.length; at += size) {
          line.write(data.subarray(at, at + size));
          if (pieces > 1) await new Promise((next) => setImmediate(next));
        }
        line.end();
      });
      line.on("error", reject);
      line.on("close", resolve);
      line.resume();
    });
  }
}
