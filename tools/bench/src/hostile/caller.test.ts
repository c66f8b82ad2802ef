import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { type Behaviour, churn, deaf, drip, hangUp, loop, sip, startCaller } from "./caller.ts";
import { bytesOf } from "./requests.ts";

const servers: Server[] = [];
afterEach(() => {
  // Their callers end: nobody listens any more.
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const ok: RequestListener = (_request, response) => response.end("hello");

async function call(behaviour: Behaviour, listener: RequestListener, request = bytesOf("GET", "/")) {
  const counts = { asked: 0, requests: 0, connections: 0 };
  const server = createServer((...exchange) => {
    counts.requests += 1;
    listener(...exchange);
  });
  server.on("connection", () => {
    counts.connections += 1;
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const next = () => {
    counts.asked += 1;
    return request;
  };
  startCaller({ target: { host: "127.0.0.1", port }, behaviour, next, isHead: false });
  return counts;
}

const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 30_000, interval: 5 });

it("loop: asks again over its connection as soon as it is answered", async () => {
  const counts = await call(loop, ok);
  await until(() => counts.requests >= 20);
  expect(counts.connections).toBe(1);
});

it("churn: asks each time over a new connection", async () => {
  const counts = await call(churn, ok);
  await until(() => counts.requests >= 20);
  expect(counts.connections).toBeGreaterThanOrEqual(20);
});

it("deaf: reads nothing that the service writes", async () => {
  const large = Buffer.alloc(64 * 1024 * 1024);
  let sent = 0;
  const counts = await call(deaf(3), (_request, response) => {
    response.once("finish", () => {
      sent += 1;
    });
    response.end(large);
  });
  // A caller that reads would have its answer before it asks again.
  await until(() => counts.asked === 4);
  expect(sent).toBe(0);
});

it("sip: reads a few bytes at a time until the answer is complete", async () => {
  let answers = 0;
  const behaviour = { ...sip(16, 1), answered: () => void answers++ };
  const counts = await call(behaviour, (_request, response) => response.end("x".repeat(500)));
  await until(() => answers === 1);
  expect(counts.asked).toBe(1);
});

it("drip: sends all but the request's last bytes at once, and never completes it", async () => {
  const body = "x".repeat(1_000);
  let received = 0;
  let isWhole = false;
  const listener: RequestListener = (request) => {
    request.on("data", (chunk: Buffer) => {
      received += chunk.length;
    });
    request.on("end", () => {
      isWhole = true;
    });
  };
  const counts = await call(drip(100), listener, bytesOf("POST", "/", body));
  await until(() => received >= body.length - 100);
  expect(isWhole).toBe(false);
  expect(counts.asked).toBe(1);
});

it("hangUp: closes before the answer, and calls again", async () => {
  const counts = await call(hangUp(5), () => undefined);
  await until(() => counts.connections >= 5);
  expect(counts.asked).toBeGreaterThanOrEqual(5);
});

it("a connection that the service ends is opened again", async () => {
  const counts = await call(loop, (request) => request.socket.destroy());
  await until(() => counts.connections === 2);
});
