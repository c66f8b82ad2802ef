import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Health, serveHealth } from "./listen.ts";

let server: Awaited<ReturnType<typeof serveHealth>> | undefined;
afterEach(() => server?.close());

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function answers(health: Health): Promise<unknown[]> {
  const port = await freePort();
  server = await serveHealth({
    place: { host: "127.0.0.1", port, hostSetting: "HOST", portSetting: "HEALTH_PORT" },
    look: async () => health,
  });
  const paths = ["/livez", "/readyz", "/other"];
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return [response.status, await response.json()];
    }),
  );
}

const live = [200, { status: "ok" }];
const unknown = [404, { status: "unknown path" }];

test("a process that can work is live and ready, and other paths are unknown", async () => {
  expect(await answers({ status: "ok" })).toEqual([live, [200, { status: "ok" }], unknown]);
});

test("a process that cannot work is live but not ready, and says why", async () => {
  const away: Health = { status: "unavailable", reason: "away" };
  expect(await answers(away)).toEqual([live, [503, away], unknown]);
});

test("a process that works while something should be mended is ready, and says what", async () => {
  const evicting: Health = { status: "degraded", reason: "evicting" };
  expect(await answers(evicting)).toEqual([live, [200, evicting], unknown]);
});
