import { createServer, IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Answer } from "./answer.ts";

type Reply = (answer: Answer) => void;

let reply: Reply;
/** The calls by which the server wrote the last reply to its socket. */
let writes: unknown[][] = [];
const server = createServer({ IncomingMessage, ServerResponse: Answer }, (_, answer) => {
  writes = vi.spyOn(answer.socket as Socket, "write").mock.calls;
  reply(answer);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** @returns the bytes of a reply, from the status line to the end of the connection. */
async function bytesOf(given: Reply, method = "GET"): Promise<string> {
  reply = given;
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${method} / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

const lengthOf = (body: string) => ({ "content-length": Buffer.byteLength(body) });
const sendAs =
  (headers: Record<string, string | number>, body: string, status = 200) =>
  (answer: Answer) =>
    void answer.writeHead(status, headers).end(body);
const bodyOf = (bytes: string) => bytes.slice(bytes.indexOf("\r\n\r\n") + 4);

test("a small ASCII body leaves in one write with its head", async () => {
  const body = '{"ID":"SALE-1"}';
  expect(bodyOf(await bytesOf(sendAs(lengthOf(body), body)))).toBe(body);
  expect(writes.map(([piece]) => bodyOf(String(piece)))).toEqual([body]);
});

test.each<[string, string, Reply]>([
  ["with other characters", "“ä”", sendAs(lengthOf("“ä”"), "“ä”")],
  ["of Latin-1", "ä", sendAs(lengthOf("ä"), "ä")],
  ["that is large", "x".repeat(5_000), sendAs(lengthOf("x".repeat(5_000)), "x".repeat(5_000))],
  ["that is empty", "", sendAs({ "content-length": 0 }, "")],
  ["of bytes", "abc", (answer) => void answer.writeHead(200, { "content-length": 3 }).end(Buffer.from("abc"))],
  ["without a length", "3\r\nabc\r\n0\r\n\r\n", sendAs({}, "abc")],
  [
    "whose head has left",
    "abc",
    (answer) => {
      answer.writeHead(200, { "content-length": 3 }).flushHeaders();
      answer.end("abc");
    },
  ],
])("a body %s arrives as it was sent", async (_, body, given) => {
  expect(bodyOf(await bytesOf(given))).toBe(body);
});

test.each([
  ["HEAD", 200],
  ["GET", 304],
])("no body follows the head of an answer to %s with %i", async (method, status) => {
  expect(bodyOf(await bytesOf(sendAs({ "content-length": 3 }, "abc", status), method))).toBe("");
});

test("the callback of an end runs", async () => {
  const ended = new Promise<void>((resolve) => {
    reply = (answer) => void answer.writeHead(200, { "content-length": 3 }).end("abc", resolve);
  });
  expect(bodyOf(await bytesOf(reply))).toBe("abc");
  await ended;
});

test.each(["content-length: 4000000", "transfer-encoding: chunked"])(
  "an answer before its request's body has arrived is not lost when the connection closes with it (%s)",
  async (framing) => {
    reply = sendAs(lengthOf("refused"), "refused", 401);
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const isChunked = framing.includes("chunked");
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${framing}\r\n\r\n`);
    // As many callers do, this one reads nothing before it has sent everything.
    for (let piece = 0; piece < 4; piece += 1) {
      if (isChunked) socket.write("f4240\r\n");
      await new Promise<void>((resolve, reject) =>
        socket.write("x".repeat(1_000_000), (error) => (error ? reject(error) : resolve())),
      );
      if (isChunked) socket.write("\r\n");
    }
    if (isChunked) socket.write("0\r\n\r\n");
    const bytes = Buffer.concat(await socket.toArray()).toString("utf8");
    expect(bytes).toMatch(/^HTTP\/1.1 401 .*\r\n\r\nrefused$/s);
  },
);
