import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { awaitStatus, registerBasics, saleContent } from "./support/fixtures.ts";
import { startStack } from "./support/stack.ts";

/** Node writes here, when a process ends, which scripts it loaded and how often it called each function. */
const folder = mkdtempSync(join(tmpdir(), "rewards-calls-"));
const stack = await startStack({ env: { NODE_V8_COVERAGE: folder } });
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number }[];
  }[];
}

const readScripts = () =>
  readdirSync(folder).flatMap(
    (name) => (JSON.parse(readFileSync(join(folder, name), "utf8")) as { readonly result: Script[] }).result,
  );

/** How often all processes called a function of a compiled file. */
function callsOf(scripts: readonly Script[], file: string, name: string): number {
  const found = scripts
    .filter(({ url }) => url.endsWith(file))
    .flatMap(({ functions }) => functions.filter(({ functionName }) => functionName === name));
  expect(found, `${name} of ${file}`).not.toEqual([]);
  return found.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
}

test("without an endpoint no process loads OpenTelemetry, and no sale, batch or statement calls the code of traces", async () => {
  const { body } = await stack.client.create("Sale", saleContent(await registerBasics(stack.client)));
  await awaitStatus(stack.client, body.ID, "Resolved-Completed");
  await stack.stop();

  const scripts = readScripts();
  const urls = scripts.map(({ url }) => url);
  expect(urls.filter((url) => /\/node_modules\/@opentelemetry\/|tracing\.otel/.test(url))).toEqual([]);
  // API and worker have worked, and their calls are counted.
  expect(callsOf(scripts, "/apps/worker/dist/process.js", "traceBatch")).toBeGreaterThan(0);
  expect(callsOf(scripts, "/packages/runtime/dist/tracing.js", "openTracing")).toBe(2);
  expect(callsOf(scripts, "/packages/runtime/dist/tracing.js", "causesOf")).toBe(0);
  expect(callsOf(scripts, "/apps/api/dist/trace.js", "traceRequest")).toBe(0);
  expect(callsOf(scripts, "/packages/db/dist/connection/connection.trace.js", "traceStatements")).toBe(0);
});
