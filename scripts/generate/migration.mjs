import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const folder = fileURLToPath(new URL("../../packages/db", import.meta.url));
const meta = join(folder, "migrations/meta");
/** drizzle-kit is a dependency of that package. */
const require = createRequire(join(folder, "package.json"));

/** Whether the definitions' tables differ from those that the migrations create. */
export async function isMigrationDue() {
  const { generateDrizzleJson, generateMigration } = require("drizzle-kit/api");
  const tables = require(join(folder, "drizzle.schema.cjs"));
  const last = JSON.parse(readFileSync(join(meta, listSnapshots().at(-1) ?? ""), "utf8"));
  return (await generateMigration(last, generateDrizzleJson(tables, last.id))).length > 0;
}

/**
 * @param {string | undefined} name
 * @returns {Promise<string[]>} the files that it wrote: the new migration, its snapshot and the journal
 */
export async function writeMigration(name) {
  const before = listFiles();
  const kit = join(dirname(require.resolve("drizzle-kit")), "bin.cjs");
  const args = [kit, "generate", ...(name === undefined ? [] : ["--name", name])];
  await promisify(execFile)(process.execPath, args, { cwd: folder });
  const written = listFiles().filter((name) => !before.includes(name));
  return [...written, "meta/_journal.json"].map((name) => `packages/db/migrations/${name}`);
}

/** Removes the snapshots of former migrations: the next one is compared with the newest alone, and git has the others. */
export function keepNewestSnapshot() {
  for (const former of listSnapshots().slice(0, -1)) rmSync(join(meta, former));
}

function listSnapshots() {
  return readdirSync(meta)
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort();
}

function listFiles() {
  return readdirSync(join(folder, "migrations"), { recursive: true, encoding: "utf8" });
}
