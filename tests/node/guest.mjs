// A program that is attached to a hub, written from docs/sync.md.
import fs from "node:fs";
import { WebSocket } from "./websocket.mjs";

const HOST = "127.0.0.1";

export class Guest {
  constructor(doorFile, { name = "a guest", token, headers } = {}) {
    this.door = JSON.parse(fs.readFileSync(doorFile, "utf8"));
    this.waiting = new Map();
    this.number = 0;
    this.heard = [];
    this.events = [];
    this.strays = [];
    this.name = name;
    this.token = token ?? this.door.token;
    this.ended = new Promise((resolve) => {
      this.socket = new WebSocket(HOST, this.door.port, {
        headers,
        hear: (text) => this.take(JSON.parse(text)),
        closed: resolve,
      });
    });
  }

  async enter() {
    await this.socket.opened;
    return this.ask("hello", { token: this.token, name: this.name, protocol: 1 });
  }

  take(told) {
    if (told.event === "said") this.heard.push(told.message);
    else if (told.event) this.events.push(told);
    else if (this.waiting.has(told.re)) {
      const { resolve, reject } = this.waiting.get(told.re);
      this.waiting.delete(told.re);
      if (told.ok) resolve(told.value);
      else reject(Object.assign(new Error(told.error.what), { kind: told.error.kind }));
    } else this.strays.push(told);
  }

  ask(what, about = {}) {
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ do: what, id, ...about }));
    });
  }

  run(script, guid = "-1") {
    return this.ask("execute", { script, guid });
  }
}
