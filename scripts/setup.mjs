import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { describeFailure, runPnpm } from "./pnpm.mjs";

const nodeVersionMin = [20, 19];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Git ignores both folders. pnpm keeps the second one when it recreates node_modules. */
const stampFolder = join(root, "node_modules", ".setup");
const lockFolder = join(root, ".turbo", "setup-owners");
const inRoot = (/** @type {string[]} */ ...names) => names.map((name) => join(root, name));

/** A step failed. The message is complete, and written for the person at the terminal. */
export class SetupError extends Error {}

/**
 * @typedef {{ name: string, line: string, inputs: () => string[], outputs: () => string[], command: string[] }} Step
 * The inputs are all files that the step reads. The outputs are files that it writes last.
 */

/** @type {Step} */
const installStep = {
  name: "install",
  line: "Installing packages",
  inputs: () => [
    ...inRoot("package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "scripts/package.json", "test/package.json"),
    ...findPackages().map((folder) => join(folder, "package.json")),
    ...listFiles(join(root, "patches")),
  ],
  outputs: () => inRoot("node_modules/.modules.yaml"),
  // Never prompts and always installs the build's tools, whatever NODE_ENV and CI say.
  command: ["install", "--frozen-lockfile", "--prod=false", "--config.confirmModulesPurge=false"],
};

/** @type {Step} */
const buildStep = {
  name: "build",
  line: "Building",
  inputs: () => [
    ...installStep.inputs(),
    ...inRoot("tsconfig.base.json", "tsconfig.json", "turbo.json", "scripts/bundle.mjs"),
    ...findPackages().flatMap((folder) => [
      join(folder, "tsconfig.json"),
      ...listFiles(join(folder, "src")),
      ...listFiles(join(folder, "browser")),
    ]),
  ],
  // Others write them too: `npm run dev` compiles edits, which may be undone before the next setup.
  outputs: () =>
    findPackages().flatMap((folder) => [join(folder, "dist", ".tsbuildinfo"), ...listFiles(join(folder, "bundle"))]),
  command: ["exec", "sh", "-c", "turbo run build --output-logs=errors-only && node scripts/bundle.mjs --all"],
};

/**
 * Makes the checkout ready to run: installs packages and, unless `build` is false, compiles and bundles everything. If all
 * is up to date, it does nothing and needs no network. It may be interrupted, and run twice at once. Throws SetupError.
 * @param {{ build?: boolean }} [options]
 */
export async function setup({ build = true } = {}) {
  checkNode(process.versions.node);
  const steps = build ? [installStep, buildStep] : [installStep];
  if (steps.every(isDone)) return;
  checkWritable();
  /** @param {number} pid */
  const onWait = (pid) => log(`Waiting for another setup of this checkout (process ${pid})`);
  await withLock(lockFolder, onWait, async (claimFor) => {
    // Checked again: the previous holder of the lock may have done the step.
    for (const step of steps) if (!isDone(step)) await perform(step, claimFor);
  });
}

/** @param {string} version */
function checkNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [majorMin = 0, minorMin = 0] = nodeVersionMin;
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return;
  throw new SetupError(`Node ${nodeVersionMin.join(".")} or newer is needed; this is ${version}.`);
}

/** Checks the folders that setup writes to. Otherwise the error would name one file of thousands. */
function checkWritable() {
  for (const folder of [root, ...inRoot("node_modules", ".turbo"), ...findPackages()].filter((one) =>
    existsSync(one),
  )) {
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

/**
 * @param {Step} step
 * @param {(pid: number) => () => void} claimFor
 */
async function perform(step, claimFor) {
  log(`${step.line} …`);
  // Hashed before the work, so that the next run repeats the step if a file changes meanwhile.
  const inputs = hashInputs(step);
  rmSync(stampOf(step), { force: true });
  const { code, output } = await runPnpm(root, step.command, claimFor);
  if (code !== 0) throw new SetupError(describeFailure({ root, line: step.line, code, output }));
  mkdirSync(stampFolder, { recursive: true });
  writeFileSync(stampOf(step), inputs + hashFiles(step.outputs()));
}

const stampOf = (/** @type {Step} */ { name }) => join(stampFolder, name);

const isDone = (/** @type {Step} */ step) =>
  existsSync(stampOf(step)) && readFileSync(stampOf(step), "utf8") === hashInputs(step) + hashFiles(step.outputs());

const hashInputs = (/** @type {Step} */ { inputs }) =>
  hashFiles(inputs(), process.platform, process.arch, process.versions.modules);

/** Of larger files the size suffices: to read 28 MB of bundles would take longer than all the rest. */
const readBytesMax = 2_000_000;

/**
 * A hash of the names and contents of files, and of more texts. It skips files that do not exist.
 * @param {string[]} files
 * @param {string[]} more
 */
function hashFiles(files, ...more) {
  const hash = createHash("sha256").update(more.join("\n"));
  for (const file of files) {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) continue;
    // The size distinguishes two files from one that contains both.
    hash.update(`\n${relative(root, file)} ${size}\n`).update(size > readBytesMax ? "" : readFileSync(file));
  }
  return hash.digest("hex");
}

/** The packages of this workspace: each has both files. */
function findPackages() {
  const parents = inRoot("apps", "packages", "tools").filter((folder) => existsSync(folder));
  return parents
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((folder) => ["package.json", "tsconfig.json"].every((name) => existsSync(join(folder, name))))
    .sort();
}

/**
 * All files below a folder except tests, which no build reads. None if it does not exist.
 * @param {string} folder
 */
function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @param {string} line */
function log(line) {
  process.stderr.write(`${line}\n`);
}
