import { once } from "node:events";
import { connect, type Socket } from "node:net";
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
      const parsed = parseAnswer(buffered);
      if (parsed) {
        buffered = buffered.subarray(parsed.length);
        if (parsed.answer.status !== 100) return parsed.answer;
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

function parseAnswer(bytes: Buffer): { answer: Answer; length: number } | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [statusLine = "", ...headerLines] = bytes.subarray(0, headEnd).toString().split("\r\n");
  const headers = new Headers(
    headerLines.map((line): [string, string] => [
      line.slice(0, line.indexOf(":")),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const status = Number(statusLine.split(" ")[1]);
  const body = parseBody(bytes.subarray(headEnd + 4), headers);
  if (!body) return undefined;
  return {
    answer: { status, headers, body: body.text === "" ? undefined : JSON.parse(body.text) },
    length: headEnd + 4 + body.length,
  };
}

function parseBody(bytes: Buffer, headers: Headers): { text: string; length: number } | undefined {
  if (headers.get("transfer-encoding") !== "chunked") {
    const length = Number(headers.get("content-length") ?? 0);
    return bytes.length < length ? undefined : { text: bytes.subarray(0, length).toString(), length };
  }
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return undefined;
    if (size === 0) return { text: Buffer.concat(parts).toString(), length: end + 2 };
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

/** A request with its length told beforehand. */
export function request(
  method: string,
  path: string,
  body: string,
  headers: Record<string, string | number> = {},
): string {
  const all = {
    host: "test",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", body].join("\r\n");
}

/** A request whose body comes in chunks, of unknown length beforehand; without the last chunk where it is not `finished`. */
export function chunked(method: string, path: string, chunks: readonly string[], finished = true): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
  const body = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join("");
  return `${head}${body}${finished ? "0\r\n\r\n" : ""}`;
}
