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

const namesOf = (name: string) => (functionName: string) => functionName === name;

/** How often the functions of a process with such names were called; a bundle names a module's function by its file. */
function callsOf(scripts: readonly Script[], app: string, isWanted: (functionName: string) => boolean): number {
  const found = scripts
    .filter(({ url }) => url.endsWith(`/apps/${app}/bundle/main.js`))
    .flatMap(({ functions }) => functions.filter(({ functionName }) => isWanted(functionName)));
  expect(found, app).not.toEqual([]);
  return found.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
}

test("without an endpoint no process runs OpenTelemetry, and no sale, batch or statement calls the code of traces", async () => {
  const { body } = await stack.client.create("Sale", saleContent(await registerBasics(stack.client)));
  await awaitStatus(stack.client, body.ID, "Resolved-Completed");
  await stack.stop();

  const scripts = readScripts();
  // API and worker have worked, and their calls are counted.
  expect(callsOf(scripts, "worker", namesOf("traceBatch"))).toBeGreaterThan(0);
  for (const app of ["api", "worker"]) {
    expect(callsOf(scripts, app, namesOf("openTracing"))).toBe(1);
    expect(callsOf(scripts, app, (name) => /\/@opentelemetry\/|tracing\.otel/.test(name))).toBe(0);
    expect(callsOf(scripts, app, namesOf("traceStatements"))).toBe(0);
  }
  expect(callsOf(scripts, "worker", namesOf("causesOf"))).toBe(0);
  expect(callsOf(scripts, "api", namesOf("traceRequest"))).toBe(0);
});
