import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { type Behaviour, churn, deaf, drip, hangUp, loop, sip, startCaller, type Tally } from "./caller.ts";
import { bytesOf } from "./requests.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const ok: RequestListener = (_request, response) => response.end("hello");

async function call(behaviour: Behaviour, listener: RequestListener, request = bytesOf("GET", "/")) {
  const server = createServer(listener);
  ends.push(() => server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const tally: Tally = { asked: 0, opened: 0, cut: 0, bytes: 0, statuses: {} };
  const { port } = server.address() as AddressInfo;
  const stop = startCaller({
    target: { host: "127.0.0.1", port },
    behaviour,
    next: () => request,
    isHead: false,
    tally,
  });
  ends.push(stop);
  return { tally, stop };
}

const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 30_000, interval: 5 });

it("loop: asks again over its connection as soon as it is answered", async () => {
  const { tally, stop } = await call(loop, ok);
  await until(() => (tally.statuses[200] ?? 0) >= 20);
  stop();
  expect(tally).toMatchObject({ opened: 1, cut: 0 });
  expect(tally.bytes).toBe((tally.statuses[200] ?? 0) * "hello".length);
});

it("churn: asks each time over a new connection, and does not count its own closings as cut", async () => {
  const { tally } = await call(churn, ok);
  await until(() => (tally.statuses[200] ?? 0) >= 20);
  expect(tally.opened).toBeGreaterThanOrEqual(20);
  expect(tally.cut).toBe(0);
});

it("deaf: reads nothing that the service writes", async () => {
  const large = Buffer.alloc(64 * 1024 * 1024);
  let sent = 0;
  const { tally } = await call(deaf(3), (_request, response) => {
    response.once("finish", () => {
      sent += 1;
    });
    response.end(large);
  });
  // A caller that reads would have its answer before it asks again.
  await until(() => tally.asked === 4);
  expect({ sent, statuses: tally.statuses }).toEqual({ sent: 0, statuses: {} });
});

it("sip: reads a few bytes at a time until the answer is complete", async () => {
  const { tally } = await call(sip(16, 1), (_request, response) => response.end("x".repeat(500)));
  await until(() => tally.statuses[200] === 1);
  expect(tally.bytes).toBe(500);
});

it("drip: sends all but the request's last bytes at once, and never completes it", async () => {
  const body = "x".repeat(1_000);
  let received = 0;
  let isWhole = false;
  const { tally } = await call(
    drip(100),
    (request: IncomingMessage) => {
      request.on("data", (chunk: Buffer) => {
        received += chunk.length;
      });
      request.on("end", () => {
        isWhole = true;
      });
    },
    bytesOf("POST", "/", body),
  );
  await until(() => received >= body.length - 100);
  expect(isWhole).toBe(false);
  expect(tally.asked).toBe(1);
});

it("hangUp: closes before the answer, and calls again", async () => {
  const { tally } = await call(hangUp(5), () => undefined);
  await until(() => tally.asked >= 5);
  expect(tally).toMatchObject({ cut: 0, statuses: {} });
});

it("a connection that the service ends counts as cut", async () => {
  const { tally } = await call(loop, (request) => request.socket.destroy());
  await until(() => tally.cut === 1);
});
