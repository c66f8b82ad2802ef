import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterStep, root, start, waitFor } from "./run.mjs";

/**
 * Starts the demo's service with the demo's data for the rest of the step, in a folder that is then deleted.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} its URL
 */
export async function startDemo(env) {
  const folder = await mkdtemp(join(tmpdir(), "rewards-description-"));
  afterStep(() => rm(folder, { recursive: true, force: true }));
  // As root, Postgres runs as another user, which must be able to read this.
  await chmod(folder, 0o755);
  const demo = start(process.execPath, [`${root}apps/demo/bundle/main.js`, "--sales", "300"], {
    cwd: root,
    env: { DATA_DIR: folder, PORT: "0", ...env },
  });
  return waitFor(demo, () => /Pages +(http:\S+)\/reference/.exec(demo.output())?.[1]);
}

/**
 * Opens a browser page for the rest of the step.
 * @throws if the PATH has no Chromium.
 */
export async function openTab() {
  // Imported here, since only the installed tools have it.
  const { chromium } = await import("playwright-core");
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const found = (process.env.PATH ?? "").split(":").flatMap((folder) => names.map((name) => join(folder, name)));
  // On a signal, the harness ends everything that the step started, then this process.
  const options = { args: ["--no-sandbox"], handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false };
  for (const executablePath of found) {
    const browser = await chromium.launch({ executablePath, ...options }).catch((cause) => {
      if (!/doesn't exist/.test(cause.message)) throw cause;
    });
    if (!browser) continue;
    afterStep(() => browser.close());
    return browser.newPage();
  }
  throw new Error(`No browser found: put one of ${names.join(", ")} on the PATH (Debian: apt-get install chromium).`);
}

/** Swagger UI slows down: opening an operation copies everything opened before. */
const operationsPerLoad = 10;

/**
 * Opens each operation of the reference page and sends its example; skips those on dead letters, which need a token and
 * a dead letter.
 */
export async function sendReference() {
  const url = await startDemo();
  const tab = await openTab();
  const load = async () => {
    await tab.goto(`${url}/reference`);
    await tab.waitForSelector(".opblock");
  };
  await load();
  const ids = await tab.$$eval(".opblock", (blocks) => blocks.map(({ id }) => id));
  const sendable = [...ids.entries()].filter(([, id]) => !id.includes("deadLetters"));
  const failed = [];
  for (const [count, [index, id]] of sendable.entries()) {
    if (count % operationsPerLoad === 0) await load();
    const status = await send(tab.locator(".opblock").nth(index)).catch((cause) => cause.message);
    if (!/^2\d\d/.test(status)) failed.push(`${id}: ${status}`);
  }
  if (failed.length > 0) throw new Error(failed.join("\n"));
  return `${sendable.length} operations of /reference answer their examples with success`;
}

async function send(block) {
  await block.locator(".opblock-summary-control").click();
  await block.locator(".btn.execute").click();
  const status = await block.locator(".live-responses-table tbody .response-col_status").first().textContent();
  await block.locator(".opblock-summary-control").click();
  return status;
}
