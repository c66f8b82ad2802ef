import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import type { App } from "../app.ts";
import { listen } from "../server.ts";
import { flushMsMax } from "./close.ts";

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
