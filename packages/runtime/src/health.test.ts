import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type HealthServer, serveHealth } from "./health.ts";

let server: HealthServer | undefined;
afterEach(() => server?.close());

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function statuses(isReady: () => Promise<boolean>): Promise<number[]> {
  const port = await freePort();
  server = await serveHealth({ host: "127.0.0.1", port, isReady });
  const paths = ["/livez", "/readyz", "/other"];
  return Promise.all(paths.map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status));
}

test("a process that can work is live and ready, and other paths are unknown", async () => {
  expect(await statuses(async () => true)).toEqual([200, 200, 404]);
});

test("a process that cannot work is live but not ready", async () => {
  expect(await statuses(async () => false)).toEqual([200, 503, 404]);
});

test("a check that fails counts as not ready", async () => {
  expect(await statuses(() => Promise.reject(new Error("away")))).toEqual([200, 503, 404]);
});
