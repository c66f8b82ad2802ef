import { createHttpCounts } from "@rewards/runtime";
import { expect, test } from "vitest";
import { createApp } from "./app.ts";
import type { ApiDeps } from "./context.ts";

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
