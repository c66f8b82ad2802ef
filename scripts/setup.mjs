import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { areBundlesWhole, bundleScript, bundleStamps } from "./bundle.mjs";
import { hashFiles, isMain, listFiles, listFolder } from "./files.mjs";
import { withLock } from "./lock.mjs";
import { describeFailure, runPnpm } from "./pnpm.mjs";

const nodeVersionMin = [20, 19];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Git ignores both folders. pnpm keeps the second one when it recreates node_modules. */
const stampFolder = join(root, "node_modules", ".setup");
const lockFolder = join(root, ".turbo", "setup-owners");
const rootFiles = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"];
const buildFiles = ["tsconfig.base.json", "tsconfig.json", "turbo.json"];

/** A step failed. The message is complete, and written for the person at the terminal. */
export class SetupError extends Error {}

/**
 * @typedef {{ name: string, line: string, outputs: () => string[], isWhole?: () => boolean, hash: () => string, command: string[] }} Step
 * The outputs are files that the step writes last. `isWhole` says whether its other files are there.
 */
/** @typedef {(line: string) => void} Log */

/**
 * Makes the checkout ready to run: installs packages and, unless `build` is false, compiles
 * everything. If all is up to date, it does nothing and needs no network. It may be interrupted,
 * and run twice at once. Throws SetupError.
 * @param {{ log?: Log, build?: boolean }} [options]
 */
export async function setup({ log = logToStderr, build = true } = {}) {
  checkNode(process.versions.node);
  const steps = build ? [installStep, buildStep, bundleStep] : [installStep];
  if (steps.every(isDone)) return;
  checkWritable();
  /** @param {number} pid */
  const onWait = (pid) => log(`Waiting for another setup of this checkout (process ${pid})`);
  await withLock(lockFolder, onWait, async (claimFor) => {
    // Checked again: the previous holder of the lock may have done the step.
    for (const step of steps) if (!isDone(step)) await perform(step, log, claimFor);
  });
}

/** @type {Step} */
const installStep = {
  name: "install",
  line: "Installing packages",
  outputs: () => [join(root, "node_modules", ".modules.yaml")],
  hash: hashInstall,
  // Never prompts and always installs the build's tools, whatever NODE_ENV and CI say.
  command: ["install", "--frozen-lockfile", "--prod=false", "--config.confirmModulesPurge=false"],
};

/** @type {Step} */
const buildStep = {
  name: "build",
  line: "Building",
  outputs: () => findPackages().map((folder) => join(folder, "dist", ".tsbuildinfo")),
  hash: hashBuild,
  command: ["exec", "turbo", "run", "build", "--output-logs=errors-only"],
};

/** @type {Step} */
const bundleStep = {
  name: "bundle",
  line: "Bundling",
  outputs: bundleStamps,
  isWhole: areBundlesWhole,
  // Asked for once the build is done, so that the sources are read once.
  hash: () => hashFiles(root, [stampOf(buildStep), bundleScript], []),
  command: ["exec", "node", "scripts/bundle.mjs"],
};

/** @param {string} version */
function checkNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [majorMin = 0, minorMin = 0] = nodeVersionMin;
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return;
  throw new SetupError(`Node ${nodeVersionMin.join(".")} or newer is needed; this is ${version}.`);
}

/** Checks the folders that setup writes to. Otherwise the error would name one file of thousands. */
function checkWritable() {
  const folders = [root, ...["node_modules", ".turbo"].map((name) => join(root, name)), ...findPackages()];
  for (const folder of folders.filter((one) => existsSync(one))) {
    try {
      accessSync(folder, constants.W_OK);
    } catch (error) {
      throw new SetupError(describeUnwritable(folder, error.code));
    }
  }
}

/**
 * @param {string} folder
 * @param {string} code
 */
function describeUnwritable(folder, code) {
  const { uid } = statSync(folder);
  const own = process.getuid?.() ?? uid;
  const why =
    uid === own ? `is read-only (${code})` : `belongs to another user (number ${uid}; this one is ${own}) (${code})`;
  return `This checkout is not set up yet, and ${folder} ${why}: clone it into a folder that you own, or run it once as its owner.`;
}

/** @param {Step} step */
function isDone(step) {
  const stamp = stampOf(step);
  if (!existsSync(stamp) || !step.outputs().every((file) => existsSync(file))) return false;
  if (step.isWhole?.() === false) return false;
  return readFileSync(stamp, "utf8") === describe(step, step.hash());
}

/**
 * The text of a stamp. The outputs are part of it, because others write them too: `npm run dev` compiles edits, which
 * may be undone before the next setup.
 * @param {Step} step
 * @param {string} hash
 */
function describe(step, hash) {
  return `${hash} ${hashFiles(root, step.outputs(), [])}`;
}

/** @param {Step} step */
function stampOf(step) {
  return join(stampFolder, step.name);
}

/**
 * @param {Step} step
 * @param {Log} log
 * @param {(pid: number) => () => void} claimFor
 */
async function perform(step, log, claimFor) {
  log(`${step.line} …`);
  // Hashed before the work, so that the next run repeats the step if a file changes meanwhile.
  const hash = step.hash();
  rmSync(stampOf(step), { force: true });
  const { code, output } = await runPnpm(root, step.command, claimFor);
  if (code !== 0) throw new SetupError(describeFailure({ root, line: step.line, code, output }));
  mkdirSync(stampFolder, { recursive: true });
  writeFileSync(stampOf(step), describe(step, hash));
}

function findPackages() {
  const folders = ["apps", "packages", "tools"].flatMap((parent) =>
    listFolder(join(root, parent)).map((entry) => join(root, parent, entry.name)),
  );
  // Each package of this workspace has both files.
  return folders.filter(
    (folder) => existsSync(join(folder, "package.json")) && existsSync(join(folder, "tsconfig.json")),
  );
}

function hashInstall() {
  const manifests = [...findPackages(), join(root, "scripts"), join(root, "test")].map((folder) =>
    join(folder, "package.json"),
  );
  const patches = listFiles(join(root, "patches"));
  const files = [...rootFiles.map((file) => join(root, file)), ...manifests, ...patches];
  return hashFiles(root, files, [process.platform, process.arch, process.versions.modules]);
}

function hashBuild() {
  const sources = findPackages().flatMap((folder) => [
    join(folder, "tsconfig.json"),
    ...listFiles(join(folder, "src")),
    ...listFiles(join(folder, "browser")),
  ]);
  return hashFiles(root, [...buildFiles.map((file) => join(root, file)), ...sources], [hashInstall()]);
}

/** @param {string} line */
function logToStderr(line) {
  process.stderr.write(`${line}\n`);
}

if (isMain(import.meta.url)) {
  await setup().catch((error) => {
    logToStderr(error instanceof SetupError ? error.message : String(error.stack));
    process.exitCode = 1;
  });
}
