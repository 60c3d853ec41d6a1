// Lets an editor do what is asked, one line of JSON each, and says what it hears in the same way:
//     node peer.mjs NAME
// NAME is ttstk-channels (a published package), a manner of our own editor.mjs, or the path of a
// client with the methods of tts-editor. The first line says on which port it listens.
import { createRequire } from "node:module";
import net from "node:net";
import readline from "node:readline";
import { Editor, MANNERS } from "./editor.mjs";

const HOST = "127.0.0.1";
const require = createRequire(import.meta.url);

// The port does not have to be free any more when it is used, but hardly anybody takes it so fast.
function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, HOST, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const say = (fact) => process.stdout.write(`${JSON.stringify(fact)}\n`);

const WORDS = {
  0: ({ scriptStates }) => ({ heard: "pushed", states: scriptStates }),
  1: ({ scriptStates }) => ({ heard: "loaded", states: scriptStates }),
  2: ({ message }) => ({ heard: "printed", text: message }),
  3: ({ error, guid, errorMessagePrefix }) => ({ heard: "failed", error, guid, prefix: errorMessagePrefix }),
  4: ({ customMessage }) => ({ heard: "told", message: customMessage }),
  5: ({ returnValue, returnID }) => ({ heard: "returned", value: returnValue, number: returnID }),
  6: () => ({ heard: "saved" }),
  7: ({ guid }) => ({ heard: "created", guid }),
};

const hear = (message) => say(WORDS[message.messageID]?.(message) ?? { heard: "nonsense", message });

async function ours(manner) {
  const editor = new Editor(manner, hear);
  say({ listens: await editor.listen() });
  return editor;
}

async function ttstk() {
  const { TabletopSimulatorClient, TabletopSimulatorService } = require("ttstk-channels");
  const service = new TabletopSimulatorService();
  service.on("newobjectmessage", (states) => hear({ messageID: 0, scriptStates: states }));
  service.on("newgamemessage", (states) => hear({ messageID: 1, scriptStates: states }));
  service.on("printmessage", (message) => hear({ messageID: 2, message }));
  service.on("errormessage", (error, guid, errorMessagePrefix) =>
    hear({ messageID: 3, error, guid, errorMessagePrefix }));
  service.on("custommessage", (customMessage) => hear({ messageID: 4, customMessage }));
  service.on("returnvaluemessage", (returnID, returnValue) => hear({ messageID: 5, returnID, returnValue }));
  service.on("savedmessage", () => hear({ messageID: 6 }));
  service.on("objectcreatedmessage", (guid) => hear({ messageID: 7, guid }));
  service.on("error", (error) => hear({ messageID: -1, error: String(error) }));
  service.LISTENER_DOMAIN = HOST;
  service.LISTENER_PORT = 0;
  service.server.on("listening", () => say({ listens: service.server.address().port }));
  service.Open();
  const client = new TabletopSimulatorClient();
  const at = (port) => Object.assign(client, { REMOTE_DOMAIN: HOST, REMOTE_PORT: port });
  return {
    scripts: (port) => at(port).GetLuaScriptsAsync(),
    play: (port, states) => at(port).SaveAndPlayAsync(states),
    tell: (port, message) => at(port).CustomMessageAsync(message),
    run: (port, script) => at(port).ExecuteLuaAsync(script),
  };
}

async function ttsEditor(path) {
  const { default: Api } = require(path);
  const api = new Api({ serverPort: await freePort() });
  api.onAny((_, message) => hear(message));
  say({ listens: await api.listen() });
  const at = (port) => Object.assign(api, { clientPort: port });
  return {
    scripts: (port) => at(port).getLuaScripts(),
    play: (port, states) => at(port).saveAndPlay(states),
    tell: (port, message) => at(port).customMessage(message),
    run: (port, script) => at(port).executeLuaCode(script),
  };
}

const [name] = process.argv.slice(2);
const peer = await (name in MANNERS ? ours(MANNERS[name]) : name === "ttstk-channels" ? ttstk() : ttsEditor(name));

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { port, ask, about } = JSON.parse(line);
  await peer[ask](port, about);
  say({ did: ask });
}
process.exit(0);
