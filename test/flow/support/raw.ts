import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { readAnswer } from "@rewards/lab/wire/answer";
import type { Answer } from "./client.ts";

/** A connection whose bytes are the test's own: for what no HTTP client would send. */
export interface RawConnection {
  write(bytes: string | Uint8Array): void;
  /** The next answer; rejects when the connection ends first. */
  next(): Promise<Answer>;
  /** Resolves when the server has ended the connection. */
  readonly ended: Promise<void>;
  close(): void;
}

export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let buffered = Buffer.alloc(0);
  let wake = () => {};
  socket.on("data", (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    wake();
  });
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      isOver = true;
      wake();
      resolve();
    };
    socket.once("end", finish).once("close", finish).on("error", finish);
  });

  async function next(): Promise<Answer> {
    for (;;) {
      const read = readAnswer(buffered);
      if (read) {
        buffered = buffered.subarray(read.length);
        const { status, headers, text } = read.answer;
        if (status !== 100) return { status, headers, body: text === "" ? undefined : JSON.parse(text) };
        continue;
      }
      if (isOver) throw new Error(`the connection ended after ${JSON.stringify(buffered.toString())}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return { write: (bytes) => void socket.write(bytes), next, ended, close: () => void socket.destroy() };
}

/** A request with its length told beforehand. */
export function request(
  method: string,
  path: string,
  body: string,
  headers: Record<string, string | number> = {},
): string {
  const all = {
    host: "localhost",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", body].join("\r\n");
}

/** A request whose body comes in chunks, of unknown length beforehand; without the last chunk where it is not `finished`. */
export function chunked(method: string, path: string, chunks: readonly string[], finished = true): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
  const body = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join("");
  return `${head}${body}${finished ? "0\r\n\r\n" : ""}`;
}
