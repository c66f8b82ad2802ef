import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { printContract } from "@rewards/domain/contract";
import { makeDescription } from "./generate/client.mjs";
import { makeDocs } from "./generate/docs.mjs";
import { isMigrationDue, keepNewestSnapshot, writeMigration } from "./generate/migration.mjs";
import { makePages } from "./generate/pages.mjs";
import { withLock } from "./lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const domain = "packages/domain/src";
/** Git ignores it. */
const lockFolder = join(root, ".turbo", "generate-owners");

/**
 * Writes everything generated from the definitions, and prints the files that it changed. `--check` writes nothing, and
 * fails if a file is stale. Both fail, before any change, if the registry lacks a class. `--name` names the migration.
 * Of two runs in a checkout, the second waits: each would write the next migration.
 */
async function main() {
  const options = { check: { type: "boolean", default: false }, name: { type: "string" } };
  const { values } = parseArgs({ options: /** @type {any} */ (options) });
  if (values.check) return generate(values);
  /** @param {number} pid */
  const onWait = (pid) => process.stderr.write(`Waiting for another npm run generate (process ${pid})\n`);
  await withLock(lockFolder, onWait, () => generate(values));
}

/** @param {{ check?: boolean, name?: string }} values */
async function generate(values) {
  const unregistered = findUnregistered();
  if (unregistered.length > 0) return fail(unregistered.map((path) => `${path} is not in ${domain}/registry.ts`));
  const docs = makeDocs(readFile);
  const files = {
    ...(await makeDescription()),
    "packages/domain/contract.txt": printContract(),
    ...docs,
    ...makePages((path) => docs[path] ?? readFile(path)),
  };
  const stale = Object.entries(files).filter(([path, text]) => readFile(path) !== text);
  const isDue = await isMigrationDue();
  if (values.check) {
    const paths = [...stale.map(([path]) => path), ...(isDue ? ["packages/db/migrations"] : [])];
    return fail(paths.map((path) => `${path} is stale: npm run generate`));
  }
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const written = [...stale.map(([path]) => path), ...(isDue ? await writeMigration(values.name) : [])];
  keepNewestSnapshot();
  for (const path of written) process.stderr.write(`${path} written\n`);
  if (written.length === 0) process.stderr.write("Nothing changed: all files follow from the definitions already\n");
}

/** Files of classes that the registry does not import. Nothing would be generated from them. */
function findUnregistered() {
  const registry = readFile(`${domain}/registry.ts`);
  const files = readdirSync(join(root, domain), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".class.ts") && !registry.includes(`"./${file}"`))
    .map((file) => `${domain}/${file}`);
}

/** @param {string[]} lines none if all is well */
function fail(lines) {
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (lines.length > 0) process.exitCode = 1;
}

/**
 * @param {string} path
 * @returns {string} empty if the file does not exist yet
 */
function readFile(path) {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}

await main();
