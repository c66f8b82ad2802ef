import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type LoadSpec, runLoad } from "./load.run.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const workload = { name: "uniform", prefix: "test", members: 10 } as const;
const answer = (status: number, headers: Record<string, string> = {}): RequestListener => {
  const body = "{}";
  return (_request, response) => response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
};
const run = (url: string, connections: number, more: Pick<LoadSpec, "seconds" | "countMax" | "perSecond">) =>
  runLoad({ url, connections, ...more, workload });

it("paced: a request that a late answer delays is timed from when it was due", async () => {
  const heldMs = 300;
  let isFirst = true;
  const url = await serve((request, response) => {
    setTimeout(() => answer(201)(request, response), isFirst ? heldMs : 0);
    isFirst = false;
  });
  // All 20 are due within 200 ms, and the only connection is busy for 300 ms: each answer is at least 100 ms late.
  const { accepted, latencyMs } = await run(url, 1, { seconds: 0.2, perSecond: 100 });
  expect(accepted).toBe(20);
  expect(latencyMs.p50).toBeGreaterThan(100);
});

it("paced: a request without an answer in time is late, whether one comes or not", async () => {
  let calls = 0;
  // So long that no other answer takes as long on a busy machine.
  const answerMsMax = 5_000;
  const url = await serve((request, response) => {
    calls += 1;
    // The first is answered too late, the second never, the others at once.
    if (calls === 1) setTimeout(() => answer(201)(request, response), answerMsMax + 100);
    else if (calls > 2) answer(201)(request, response);
  });
  const pace = { seconds: 3, perSecond: 10 } as const;
  const { late, statuses } = await runLoad({ url, connections: 10, ...pace, workload, answerMsMax });
  expect({ late, statuses }).toEqual({ late: 2, statuses: { 0: 1, 201: 29 } });
});

it("paced: each n-th request opens a connection, and a broken one is opened again", async () => {
  const sockets = new Set<unknown>();
  const url = await serve((request, response) => {
    sockets.add(request.socket);
    if (sockets.size === 2) request.socket.destroy();
    else answer(201)(request, response);
  });
  const pace = { seconds: 0.2, perSecond: 50 } as const;
  const { statuses } = await runLoad({ url, connections: 1, ...pace, workload, openEvery: 4 });
  // Opened for requests 0, 4 and 8, and for 5, since 4 broke.
  expect({ statuses, connections: sockets.size }).toEqual({ statuses: { 0: 1, 201: 9 }, connections: 4 });
});

it("closed: each connection waits for its answer before it sends again", async () => {
  let inside = 0;
  let insideMax = 0;
  const url = await serve((request, response) => {
    inside += 1;
    insideMax = Math.max(insideMax, inside);
    setImmediate(() => {
      inside -= 1;
      answer(201)(request, response);
    });
  });
  const { accepted } = await run(url, 3, { seconds: 30, countMax: 60 });
  expect(accepted).toBe(60);
  expect(insideMax).toBeLessThanOrEqual(3);
});

it("each connection sends one client's credential with every request, whose body stays whole", async () => {
  const seen = new Map<unknown, string[]>();
  const url = await serve((request, response) => {
    seen.set(request.socket, [...(seen.get(request.socket) ?? []), String(request.headers.authorization)]);
    request.resume().on("end", () => answer(201)(request, response));
  });
  const pace = { seconds: 30, countMax: 40 } as const;
  const result = await runLoad({ url, connections: 4, ...pace, workload, authorizations: ["Bearer a", "Bearer b"] });
  expect(result.accepted).toBe(40);
  const ofConnection = [...seen.values()].map((sent) => [...new Set(sent)].join());
  expect(ofConnection.sort()).toEqual(["Bearer a", "Bearer a", "Bearer b", "Bearer b"]);
});

it("refusals are counted by status, and those without a Retry-After", async () => {
  let calls = 0;
  const url = await serve((request, response) => {
    calls += 1;
    answer(503, calls % 2 === 0 ? { "retry-after": "1" } : {})(request, response);
  });
  const result = await run(url, 1, { seconds: 30, countMax: 10 });
  expect(result).toMatchObject({ accepted: 0, statuses: { 503: 10 }, withoutRetryAfter: 5 });
});

it("a connection that breaks counts as status 0 and sends no more", async () => {
  const url = await serve((request) => request.socket.destroy());
  const { statuses } = await run(url, 4, { seconds: 30 });
  expect(statuses).toEqual({ 0: 4 });
});

it("an answer that comes in pieces is one answer", async () => {
  const url = await serve((request) => {
    request.socket.write("HTTP/1.1 201 Created\r\nContent-Le");
    setImmediate(() => {
      request.socket.write("ngth: 4\r\n\r\n{ ");
      setImmediate(() => request.socket.write(" }"));
    });
  });
  const { statuses } = await run(url, 1, { seconds: 30, countMax: 1 });
  expect(statuses).toEqual({ 201: 1 });
});
