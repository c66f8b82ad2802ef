import { request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Connection, openConnection } from "@rewards/lab/wire/connection";
import { onTestFinished } from "vitest";
import type { Answer } from "./client.ts";

/** A connection of the lab with JSON answers. It closes once the server ends it, and with its test. */
export interface RawConnection extends Pick<Connection, "write" | "finish" | "ended" | "close"> {
  /** The next answer; rejects when the connection ends first. */
  next(): Promise<Answer>;
  /** The next answer, whose body need not be JSON. */
  nextText(): Promise<Omit<Answer, "body">>;
}

/** Only prevents hanging: the time limit of a test is shorter. */
const answerMsMax = 120_000;

interface RawOptions {
  readonly localAddress?: string | undefined;
  /** Of the test's own context, where tests run at the same time: vitest's own names any of them. */
  readonly onFinished?: (close: () => void) => void;
}

export async function openRaw(
  url: string,
  { localAddress, onFinished = onTestFinished }: RawOptions = {},
): Promise<RawConnection> {
  const connection = await openConnection(url, localAddress);
  onFinished(connection.close);
  void connection.ended.then(connection.close);
  async function nextText(): Promise<Omit<Answer, "body">> {
    const answer = await connection.next(answerMsMax);
    if (typeof answer === "string") throw new Error(`no answer: the connection is ${answer}`);
    return answer;
  }
  async function next(): Promise<Answer> {
    const { text, ...answer } = await nextText();
    return { ...answer, text, body: text === "" ? undefined : JSON.parse(text) };
  }
  return { ...connection, next, nextText };
}

/** A request with a Content-Length. */
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

/** A request with a chunked body. The last chunk is missing unless it is `finished`. */
export function chunked(method: string, path: string, chunks: readonly string[], finished = true): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
  const body = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join("");
  return `${head}${body}${finished ? "0\r\n\r\n" : ""}`;
}

/** The answer with its bytes on the wire. fetch would ask for gzip by itself and unpack it. */
export function askPacked(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<IncomingMessage & { readonly bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { method, headers }, (answer) => {
      buffer(answer).then((bytes) => resolve(Object.assign(answer, { bytes })), reject);
    })
      .on("error", reject)
      .end(body);
  });
}
