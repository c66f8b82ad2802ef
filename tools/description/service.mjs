import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterStep, root, start, waitFor } from "./run.mjs";

/**
 * The demo's service with the demo's data, in a folder that goes with it, for the rest of the step.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} its URL
 */
export async function startDemo(env) {
  const folder = await mkdtemp(join(tmpdir(), "rewards-description-"));
  afterStep(() => rm(folder, { recursive: true, force: true }));
  // Postgres runs as a user of its own where this one is root.
  await chmod(folder, 0o755);
  const demo = start(process.execPath, [`${root}apps/demo/dist/main.js`, "--sales", "300"], {
    cwd: root,
    env: { DATA_DIR: folder, PORT: "0", ...env },
  });
  return waitFor(demo, () => /Pages +(http:\S+)\/reference/.exec(demo.output())?.[1]);
}

/**
 * A page of a browser, for the rest of the step.
 * @throws where the machine has no Chromium on its PATH.
 */
export async function openTab() {
  // Only the installed tools have it.
  const { chromium } = await import("playwright-core");
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const found = (process.env.PATH ?? "").split(":").flatMap((folder) => names.map((name) => join(folder, name)));
  // A signal ends all that the step started, and then this process.
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
