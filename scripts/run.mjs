import { spawn } from "node:child_process";
import module from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SetupError, setup } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = "apps/cli/bundle/main.js";

/** All that needs no test: format, lint, types, unused code, and drift of what `npm run generate` makes. */
const checks = [
  ["biome", "ci", "."],
  ["tsc", "-b"],
  ["tsc", "-p", "tsconfig.test.json", "--noEmit"],
  ["node", "scripts/generate.mjs", "--check"],
  ["knip"],
];

/**
 * What each entry runs once the checkout is set up: a script in this process, so that signals reach it directly, or tools
 * one after another until one fails.
 * @type {Record<string, ({ script: string, args?: string[] } | { tools: string[][] }) & { build?: boolean }>}
 */
const entries = {
  demo: { script: "apps/demo/bundle/main.js" },
  start: { script: cli, args: ["start"] },
  // dev compiles by itself, and keeps running if that fails.
  dev: { script: "scripts/dev.mjs", build: false },
  migrate: { script: cli, args: ["migrate"] },
  programmes: { script: cli, args: ["programmes"] },
  rewards: { script: cli },
  api: { script: "apps/api/bundle/main.js" },
  worker: { script: "apps/worker/bundle/main.js" },
  console: { script: "apps/console/bundle/main.js" },
  bench: { script: "tools/bench/dist/main.js" },
  compatibility: { script: "tools/compatibility/dist/main.js" },
  description: { script: "tools/description/check.mjs" },
  drill: { script: "tools/bench/dist/drill/drill.main.js" },
  faults: { script: "tools/faults/dist/main.js" },
  fuzz: { script: "tools/fuzz/dist/main.js" },
  // It runs the tests on the sources.
  mutants: { tools: [["stryker", "run"]], build: false },
  build: { tools: [] },
  test: { tools: [["vitest", "run"]] },
  // Not the whole build: other packages may not compile before their files are generated.
  generate: {
    tools: [
      ["tsc", "-b", "apps/api"],
      ["node", "scripts/generate.mjs"],
    ],
    build: false,
  },
  // One of the tools is the compiler, which reports more than a failed build.
  lint: { tools: checks, build: false },
  verify: { tools: [...checks, ["vitest", "run", "--project", "domain", "--project", "unit"]], build: false },
};

/** @param {string[]} argv the entry's name and its arguments */
async function run([name = "", ...args]) {
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (entry === undefined) {
    throw new SetupError(`Usage: node scripts/run.mjs <${Object.keys(entries).join("|")}> [args...]`);
  }
  await setup({ build: entry.build ?? true });
  if ("tools" in entry) {
    process.exitCode = await runTools(entry.tools, args);
    return;
  }
  const script = join(root, entry.script);
  // Saves a fifth of the CPU of a start. An entry is of one file, one content and one version of Node; 20 has no cache.
  module.enableCompileCache?.(join(root, "node_modules", ".cache", "compile"));
  process.argv = [process.execPath, script, ...(entry.args ?? []), ...args];
  await import(pathToFileURL(script).href);
}

/**
 * @param {string[][]} tools
 * @param {string[]} args for the last tool
 * @returns {Promise<number>} the code of the first tool that fails, or 0
 */
async function runTools(tools, args) {
  for (const [index, [tool = "", ...toolArgs]] of tools.entries()) {
    const code = await runTool(tool, index === tools.length - 1 ? [...toolArgs, ...args] : toolArgs);
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * @param {string} tool
 * @param {string[]} args
 * @returns {Promise<number>} 128 + n after signal n
 */
function runTool(tool, args) {
  const binary = tool === "node" ? process.execPath : join(root, "node_modules", ".bin", tool);
  const child = spawn(binary, args, { cwd: root, stdio: "inherit" });
  // Ctrl-C reaches the tool directly. The tool ends first, and its code becomes this process's.
  const ignore = () => {};
  const forward = () => child.kill("SIGTERM");
  process.on("SIGINT", ignore).on("SIGTERM", forward);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      process.off("SIGINT", ignore).off("SIGTERM", forward);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/** @param {unknown} error */
function fail(error) {
  const text = error instanceof SetupError ? error.message : String(error instanceof Error ? error.stack : error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

await run(process.argv.slice(2)).catch(fail);
