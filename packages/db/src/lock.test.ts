import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { advisoryLocks, keyLockSeeds } from "./lock.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The service's own code; what starts embedded servers locks a server of its own. */
const folders = ["apps/api", "apps/cli", "apps/worker", "packages/db", "packages/queue", "packages/runtime"];

const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => [`${folder}/src/${name}`, readFileSync(join(root, folder, "src", name), "utf8")] as const),
);

/** What the calls of Postgres' advisory locks in a text are given. */
const locksIn = (text: string) => [...text.matchAll(/pg_(?:try_)?advisory_\w+\(([^)]*)\)/g)].map(([, given]) => given);

test("no two advisory locks share a number, nor two kinds of keys a seed", () => {
  for (const numbers of [Object.values(advisoryLocks), Object.values(keyLockSeeds)])
    expect(new Set(numbers).size).toBe(numbers.length);
});

/** That of BullMQ's migrations has two keys, and no lock of two shares a number with one of one. */
const ofQueue = "\u0024{MIGRATION_ADVISORY_LOCK_KEY}, hashtext('\u0024{postgresSchema}'";

test("every advisory lock in the source is one of the table, the hash of a key, or the queue's own", () => {
  const given = sources.flatMap(([name, text]) => locksIn(text).map((lock) => `${name}: ${lock}`));
  expect(given.length).toBeGreaterThanOrEqual(Object.keys(advisoryLocks).length);
  const others = given.filter((one) => !/: (\$\{advisoryLocks\.\w+\}|hash)$/.test(one));
  expect(others).toEqual([`packages/queue/src/migrate.ts: ${ofQueue}`]);
});

test("no number of a lock is written anywhere else", () => {
  const numbers = new RegExp(Object.values(advisoryLocks).join("|"));
  const naming = sources.filter(([, text]) => numbers.test(text.replace(/(?<=\d)_(?=\d)/g, "")));
  expect(naming.map(([name]) => name)).toEqual(["packages/db/src/lock.ts"]);
});
