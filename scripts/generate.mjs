import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { printContract } from "@rewards/domain/contract";
import { makeDescription } from "./generate/client.mjs";
import { makeDocs } from "./generate/docs.mjs";
import { isMigrationDue, writeMigration } from "./generate/migration.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Writes everything generated from the definitions, and prints the files that it changed. `--check` writes nothing, and
 * fails if a file is stale. `--name` names the migration.
 */
async function main() {
  const options = { check: { type: "boolean", default: false }, name: { type: "string" } };
  const { values } = parseArgs({ options: /** @type {any} */ (options) });
  const files = {
    ...(await makeDescription()),
    "packages/domain/contract.txt": printContract(),
    ...makeDocs(readFile),
  };
  const stale = Object.entries(files).filter(([path, text]) => readFile(path) !== text);
  const isDue = await isMigrationDue();
  if (values.check) return reportStale([...stale.map(([path]) => path), ...(isDue ? ["packages/db/migrations"] : [])]);
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const written = [...stale.map(([path]) => path), ...(isDue ? await writeMigration(values.name) : [])];
  for (const path of written) process.stderr.write(`${path} written\n`);
}

/** @param {string[]} paths */
function reportStale(paths) {
  for (const path of paths) process.stderr.write(`${path} is stale: npm run generate\n`);
  if (paths.length > 0) process.exitCode = 1;
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
