import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { advisoryLocks, keyLockSeeds } from "./lock.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The service's own code. The code that starts embedded servers locks its own server. */
const folders = [
  "apps/api",
  "apps/cli",
  "apps/worker",
  ...["access", "db", "operations", "queue", "runtime"].map((name) => `packages/${name}`),
];

const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => [`${folder}/src/${name}`, readFileSync(join(root, folder, "src", name), "utf8")] as const),
);

/** The arguments of the calls of Postgres' advisory locks in a text. */
const locksIn = (text: string) => [...text.matchAll(/pg_(?:try_)?advisory_\w+\(([^)]*)\)/g)].map(([, given]) => given);

test("no two advisory locks share a number, and no two kinds of keys share a seed", () => {
  for (const numbers of [Object.values(advisoryLocks), Object.values(keyLockSeeds)])
    expect(new Set(numbers).size).toBe(numbers.length);
});

/** The lock of BullMQ's migrations has two keys. Locks with two keys never collide with locks with one. */
const ofQueue = "\u0024{MIGRATION_ADVISORY_LOCK_KEY}, hashtext('\u0024{postgresSchema}'";

test("every advisory lock in the source is in the table, or is the hash of a key, or is the queue's own", () => {
  const given = sources.flatMap(([name, text]) => locksIn(text).map((lock) => `${name}: ${lock}`));
  expect(given.length).toBeGreaterThanOrEqual(Object.keys(advisoryLocks).length);
  const others = given.filter((one) => !/: (\$\{advisoryLocks\.\w+\}|hash)$/.test(one));
  // The type of `lock` is that of the table's numbers.
  const ofTable = "packages/operations/src/lock.wait.ts: \u0024{lock}";
  expect(others).toEqual([ofTable, `packages/queue/src/migrate.ts: ${ofQueue}`]);
});

test("no number of a lock is written outside the table", () => {
  const numbers = new RegExp(Object.values(advisoryLocks).join("|"));
  const naming = sources.filter(([, text]) => numbers.test(text.replace(/(?<=\d)_(?=\d)/g, "")));
  expect(naming.map(([name]) => name)).toEqual(["packages/db/src/lock.ts"]);
});
