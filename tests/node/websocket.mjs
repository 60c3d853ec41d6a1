// A WebSocket client of a few lines (RFC 6455): texts in both directions, and nothing else.
import crypto from "node:crypto";
import net from "node:net";

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

function frame(kind, payload) {
  const size = payload.length;
  const head = size < 126 ? Buffer.alloc(2) : size < 65536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = 0x80 | kind;
  if (size < 126) head[1] = 0x80 | size;
  else if (size < 65536) {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(size, 2);
  } else {
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(BigInt(size), 2);
  }
  const mask = crypto.randomBytes(4);
  const masked = Buffer.from(payload);
  for (let at = 0; at < size; at += 1) masked[at] ^= mask[at & 3];
  return Buffer.concat([head, mask, masked]);
}

// Calls `hear` with each text, and `closed` once when it is over.
export class WebSocket {
  constructor(host, port, { headers = {}, hear = () => {}, closed = () => {} } = {}) {
    this.hear = hear;
    this.rest = Buffer.alloc(0);
    this.parts = [];
    this.isOpen = false;
    this.opened = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.opened.catch(() => {});
    const key = crypto.randomBytes(16).toString("base64");
    const lines = { Host: `${host}:${port}`, Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Key": key,
                    "Sec-WebSocket-Version": "13", ...headers };
    this.line = net.createConnection(port, host, () => {
      const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`).join("");
      this.line.write(`GET / HTTP/1.1\r\n${text}\r\n`);
    });
    this.line.on("data", (chunk) => this.take(chunk));
    this.line.on("error", (error) => this.reject(error));
    this.line.on("close", () => {
      this.reject(new Error("hung up"));
      closed();
    });
  }

  send(text) {
    this.line.write(frame(TEXT, Buffer.from(text, "utf8")));
  }

  close() {
    this.line.end(frame(CLOSE, Buffer.alloc(0)));
  }

  take(chunk) {
    this.rest = Buffer.concat([this.rest, chunk]);
    if (!this.isOpen) {
      const end = this.rest.indexOf("\r\n\r\n");
      if (end < 0) return;
      const status = this.rest.subarray(0, end).toString().split(" ")[1];
      if (status !== "101") {
        this.reject(new Error(`refused: ${status}`));
        this.line.destroy();
        return;
      }
      this.isOpen = true;
      this.rest = this.rest.subarray(end + 4);
      this.resolve(this);
    }
    while (this.next());
  }

  next() {
    const { rest } = this;
    if (rest.length < 2) return false;
    let size = rest[1] & 0x7f;
    let at = 2;
    if (size === 126) {
      if (rest.length < 4) return false;
      size = rest.readUInt16BE(2);
      at = 4;
    } else if (size === 127) {
      if (rest.length < 10) return false;
      size = Number(rest.readBigUInt64BE(2));
      at = 10;
    }
    if (rest.length < at + size) return false;
    const payload = rest.subarray(at, at + size);
    this.rest = rest.subarray(at + size);
    this.dealWith(rest[0], payload);
    return true;
  }

  dealWith(first, payload) {
    const kind = first & 0x0f;
    if (kind === PING) this.line.write(frame(PONG, payload));
    else if (kind === CLOSE) this.line.end();
    else if (kind <= 2) {
      this.parts.push(payload);
      if (first & 0x80) {
        const text = Buffer.concat(this.parts).toString("utf8");
        this.parts = [];
        this.hear(text);
      }
    }
  }
}
