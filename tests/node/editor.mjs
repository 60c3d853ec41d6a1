// An editor in another language than ours, written from what is known of the protocol. It can
// speak in two manners that editors in the wild have, each as far from the other as can be.
import net from "node:net";

const HOST = "127.0.0.1";

// Tells whether a text is a whole document: outside of strings, every brace is closed.
function isWhole(text) {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
  }
  return text.length > 0 && depth === 0 && !quoted;
}

// Writes keys without quotes, as one plugin does by hand: `{ messageID: 0 }`.
function bare(value) {
  if (Array.isArray(value)) return `[${value.map(bare).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, each]) => {
    const name = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
    return `${name}: ${bare(each)}`;
  });
  return `{ ${fields.join(", ")} }`;
}

export const MANNERS = {
  // Reads a message as soon as it is whole, writes keys bare, never hangs up by itself.
  eager: { write: bare, hangsUp: false, atEnd: false, numbers: true },
  // Reads when the game hangs up, writes once and hangs up at once, numbers no request.
  brief: { write: JSON.stringify, hangsUp: true, atEnd: true, numbers: false },
};

export class Editor {
  constructor(manner, hear) {
    this.manner = manner;
    this.hear = hear;
    this.number = 0;
  }

  listen() {
    return new Promise((resolve) => {
      const server = net.createServer((line) => this.read(line));
      server.listen(0, HOST, () => resolve(server.address().port));
    });
  }

  read(line) {
    const chunks = [];
    let done = false;
    const take = () => {
      const text = Buffer.concat(chunks).toString("utf8");
      if (done || !isWhole(text)) return;
      done = true;
      this.hear(JSON.parse(text));
    };
    line.on("data", (chunk) => {
      chunks.push(chunk);
      if (!this.manner.atEnd) take();
    });
    line.on("end", take);
    line.on("error", (error) => this.hear({ messageID: -1, error: String(error) }));
  }

  // Resolves when the connection is over, whoever ends it.
  send(port, message) {
    return new Promise((resolve, reject) => {
      const line = net.createConnection(port, HOST, () => {
        const text = this.manner.write(message);
        if (this.manner.hangsUp) line.write(text, () => line.destroySoon());
        else line.write(text);
      });
      line.on("error", reject);
      line.on("close", resolve);
    });
  }

  scripts(port) {
    return this.send(port, { messageID: 0 });
  }

  play(port, states) {
    return this.send(port, { messageID: 1, scriptStates: states });
  }

  tell(port, message) {
    return this.send(port, { messageID: 2, customMessage: message });
  }

  run(port, script) {
    this.number += 1;
    const request = { messageID: 3, guid: "-1", script };
    return this.send(port, this.manner.numbers ? { ...request, returnID: this.number } : request);
  }
}
