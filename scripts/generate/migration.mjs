import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const folder = fileURLToPath(new URL("../../packages/db", import.meta.url));
const meta = join(folder, "migrations/meta");
/** drizzle-kit is a dependency of that package. */
const require = createRequire(join(folder, "package.json"));

/**
 * Whether the definitions' tables differ from those that the migrations create.
 * @throws Error if the snapshot is not that of the last migration: the difference would be to another schema.
 */
export async function isMigrationDue() {
  refuseOtherSnapshot();
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

function refuseOtherSnapshot() {
  const { entries } = JSON.parse(readFileSync(join(meta, "_journal.json"), "utf8"));
  const { tag } = entries.at(-1);
  const isWhole = existsSync(join(folder, "migrations", `${tag}.sql`));
  if (isWhole && listSnapshots().at(-1) === `${tag.slice(0, 4)}_snapshot.json`) return;
  throw new Error(
    `packages/db/migrations/meta does not belong to the migration ${tag}. Remove what was generated since the last commit:\n` +
      "git restore --source=HEAD --staged --worktree packages/db/migrations && git clean -fq packages/db/migrations",
  );
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
