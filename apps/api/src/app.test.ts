import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { createHttpCounts } from "@rewards/runtime";
import { expect, test } from "vitest";
import { type App, createApp, isRead } from "./app.ts";
import type { ApiDeps } from "./context.ts";
import { listen } from "./server.ts";

test.each([undefined, "0123456789-of-operators"])(
  "the router finds every path of the API in one lookup, with or without an operator token: %s",
  async (operatorToken) => {
    // Hono chooses its router at the first request. None of these requests reaches a handler.
    const deps = { operatorToken, http: createHttpCounts(), logFailure: () => undefined } as unknown as ApiDeps;
    const app = createApp(deps);
    const outgoing = { requestId: "1", req: { headers: {} } };
    const get = (path: string) => app.request(path, {}, { incoming: { socket: {}, url: path }, outgoing });
    expect(await get("/nothing")).toMatchObject({ status: 404 });
    expect(await get("/ops/v1/dead-letters")).toMatchObject({
      status: operatorToken === undefined ? 404 : 401,
    });
    expect(app.router.name).toContain("RegExpRouter");
  },
);

test.each([
  ["GET", "/dx/api/application/v2/data_views/SaleList", true],
  ["HEAD", "/reference", true],
  ["POST", "/dx/api/application/v2/data_views/SaleList", true],
  ["POST", "/Sale/dx/api/application/v2/objects", false],
  ["PATCH", "/dx/api/application/v2/objects/MEM-1/actions/Edit", false],
  ["GET", "/livez", false],
  ["GET", "/readyz", false],
])("%s %s is a read: %s", (method, url, expected) => {
  expect(isRead({ method, url } as IncomingMessage)).toBe(expected);
});

test("a sale begins before reads that arrived earlier", async () => {
  const begun: string[] = [];
  let allBegun: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    allBegun = resolve;
  });
  const reads = 20;
  const app = {
    fetch(request: Request) {
      begun.push(request.method);
      if (begun.length === reads + 1) allBegun();
      return new Response("ok");
    },
  } as unknown as App;
  const server = await listen({ app, host: "127.0.0.1", port: 0, logFailure: () => undefined });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const read = "GET /reference HTTP/1.1\r\nhost: localhost\r\n\r\n";
  socket.write(`${read.repeat(reads)}POST /Sale/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`);
  await done;
  expect(begun[0]).toBe("POST");
  socket.destroy();
  await server.close(0);
});
