import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paceBody, plainBytesMax } from "./turns.ts";

const bytes = 4_194_304;
const callers = 3;

/** The number of the current event loop iteration. */
let round = 0;
let isOver = false;
const rounds: number[] = [];
let read: (incoming: IncomingMessage) => void;

const server = createServer((incoming, answer) => {
  paceBody(incoming);
  let length = 0;
  incoming.once("resume", () => {
    incoming.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length > plainBytesMax + piece.length) rounds.push(round);
    });
  });
  incoming.once("end", () => answer.end(String(length)));
  read(incoming);
});
const countRounds = () => {
  round += 1;
  if (!isOver) setImmediate(countRounds);
};

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  countRounds();
});
afterAll(() => {
  isOver = true;
  server.close();
});

async function send(): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`POST / HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-length: ${bytes}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes, "x"));
  const answer: Buffer[] = [];
  socket.on("data", (piece) => answer.push(piece));
  await once(socket, "close");
  return Buffer.concat(answer).toString();
}

test.each<[string, (incoming: IncomingMessage) => void]>([
  ["is read by a handler", (incoming) => void incoming.on("data", () => undefined)],
  ["is discarded", (incoming) => void incoming.resume()],
])("a large body that %s arrives whole; the event loop reads one piece per iteration", async (_, reader) => {
  read = reader;
  rounds.length = 0;
  const answers = await Promise.all(Array.from({ length: callers }, send));
  for (const answer of answers) expect(answer).toMatch(new RegExp(`\\b${bytes}\\b`));
  expect(rounds.length).toBeGreaterThan((callers * bytes) / 65_536 - callers * 2);
  expect(new Set(rounds).size).toBe(rounds.length);
});

test("a caller that disconnects while its body waits for a turn leaves nothing behind", async () => {
  const ended = new Promise<void>((resolve) => {
    read = (incoming) =>
      void incoming
        .once("close", resolve)
        .on("error", () => undefined)
        .resume();
  });
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`POST / HTTP/1.1\r\nhost: test\r\ncontent-length: ${bytes}\r\n\r\n`);
  socket.end(Buffer.alloc(bytes / 2, "x"));
  await ended;
  socket.destroy();
});
