import { chmod, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, useBrowser } from "../../../test/src/browser.ts";
import { type Command, runNode } from "../../../test/src/command.ts";

const testWaitMsMax = 600_000;
const built = fileURLToPath(new URL("../bundle/main.js", import.meta.url));

const folders: string[] = [];
async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "rewards-demo-test-"));
  // As root Postgres runs as another user, who must get in.
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const startDemo = (dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runNode([built, ...args], { env: { DATA_DIR: dataDir, PORT: "0", CONSOLE_PORT: "0", ...env } });

/** Runs a demo to its end. */
async function runDemo(dataDir: string, args: readonly string[], env?: Readonly<Record<string, string>>) {
  const demo = startDemo(dataDir, args, env);
  return { code: await demo.exited, output: demo.output() };
}

it("the demo's figures add up, again in a second run on the same data, and fit a terminal", {
  timeout: testWaitMsMax,
}, async () => {
  const dataDir = await openFolder();
  for (const run of [1, 2]) {
    const { code, output } = await runDemo(dataDir, ["--sales", "300", "--exit"]);
    expect(output).toContain(`(run ${run}, seed 1)`);
    expect(output).toMatch(/^Books: OK \([\d,]+ checks\)$/m);
    expect(code, output).toBe(0);
    // After the last line of the summary a stopping process may log a warning.
    const summary = output.slice(output.indexOf("\nSales\n"), output.indexOf("\nBooks: OK")).split("\n");
    expect(summary.filter((line) => line.length > 80)).toEqual([]);
  }
});

describe("while a demo runs", () => {
  let dataDir: string;
  let demo: Command;
  beforeAll(async () => {
    dataDir = await openFolder();
    demo = startDemo(dataDir, ["--sales", "100"]);
  });
  const browser = useBrowser();

  it("a second one says so, and not that it stops anything", { timeout: testWaitMsMax }, async () => {
    await demo.until(/API runs at/);
    const second = await runDemo(dataDir, ["--sales", "100"]);
    expect(second.code).toBe(1);
    expect(second.output).toMatch(new RegExp(`Already running at http://\\S+ \\(process ${demo.pid},`));
    expect(second.output).not.toMatch(/Stopp/);
  });

  it.runIf(hasBrowser)(
    "it ends with the console's address, two clicks from which is the trace of a sale just streamed",
    {
      timeout: testWaitMsMax,
    },
    async () => {
      const [, url = ""] = /Console +(http:\S+)/.exec(await demo.until(/Console +http:\S+\n/)) ?? [];
      const { page, complaints } = await browser.open();
      await page.goto(url);
      await page.getByRole("link", { name: "Sales", exact: true }).click();
      await page
        .getByRole("link", { name: /^R1-S\d+$/ })
        .first()
        .click();
      await page.getByText("What happened").waitFor();
      expect([await page.title(), complaints()]).toEqual([expect.stringMatching(/^Sale R1-S\d+ /), []]);
    },
  );

  it("SIGTERM ends it with 0", { timeout: testWaitMsMax }, async () => {
    demo.kill("SIGTERM");
    expect([await demo.exited, demo.output()]).toEqual([0, expect.stringContaining("Stopped.")]);
  });
});

it("a wrong setting is refused before anything starts", async () => {
  const dataDir = await openFolder();
  const { code, output } = await runDemo(dataDir, ["--exit"], { STOP_GRACE_MS: "6001", DATABASE_PASSWORD: "secret" });
  expect(code).toBe(1);
  expect(output).toMatch(/^Configuration: .*DATABASE_PASSWORD.*STOP_GRACE_MS.*\n$/);
  expect(await readdir(dataDir)).toEqual([]);
});
