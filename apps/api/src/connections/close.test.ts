import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import type { App } from "../app.ts";
import { listen } from "../server.ts";
import { bodyMsMax, flushMsMax } from "./close.ts";

test("a process that stalls until long after the time of its responses still answers every pipelined request", async () => {
  let begun = 0;
  let allBegun: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    allBegun = resolve;
  });
  const app = {
    fetch() {
      begun += 1;
      if (begun === 2) allBegun();
      return new Promise<Response>(() => undefined);
    },
  } as unknown as App;
  const server = await listen({ app, host: "127.0.0.1", port: 0, logFailure: () => undefined });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const request = "POST /x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n";
  socket.write(request.repeat(2));
  await done;
  const received: Buffer[] = [];
  socket.on("data", (piece) => received.push(piece));
  const closed = server.close(0);
  // The stall itself: nothing in this process runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, flushMsMax + 200);
  expect(await closed).toBe(2);
  if (!socket.closed) await once(socket, "close");
  expect(
    Buffer.concat(received)
      .toString()
      .match(/HTTP\/1\.1 503/g),
  ).toHaveLength(2);
});

test("a stopping process soon gives up a body that does not arrive, but not a read that it still works on", async () => {
  let answerRead = (_: Response) => {};
  const begun: string[] = [];
  const app = {
    fetch: ({ method }: Request) =>
      new Promise<Response>((resolve) => {
        begun.push(method);
        if (method === "GET") answerRead = resolve;
      }),
  } as unknown as App;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await listen({ app, host: "127.0.0.1", port: 0, logFailure: () => undefined });
  const { hostname, port } = new URL(server.url);
  const open = (request: string) => {
    const socket = connect(Number(port), hostname);
    socket.write(request);
    const status = once(socket, "data").then(([piece]) => String(piece).slice(9, 12));
    return { socket, status };
  };
  const sale = open("POST /x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{");
  const read = open("GET /x HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await vi.waitUntil(() => begun.length === 2);
  const closed = server.close(60_000);
  // Both connections are seen now, and once more after the time for bodies.
  vi.advanceTimersByTime(bodyMsMax + 1_000);
  expect(await sale.status).toBe("503");
  expect(read.socket.bytesRead).toBe(0);
  answerRead(new Response("ok"));
  expect(await read.status).toBe("200");
  for (const { socket } of [sale, read]) socket.destroy();
  const looks = vi.advanceTimersByTimeAsync(1_000);
  expect(await closed).toBe(0);
  await looks;
});
