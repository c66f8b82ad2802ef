import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../../db/src/client.ts";
import { holding, openTestDatabase, untilWaiting } from "../../../db/src/testing/database.ts";
import { probePosting, probeSales, remedyOf } from "./readiness.probe.ts";

const database = await openTestDatabase(3);
const name = new URL(database.url).pathname.slice(1);
const admin = postgres(database.url, { max: 1, onnotice: () => undefined });
afterAll(() => admin.end());

/** The remedy for the error of a probe on new sessions. */
async function remedy(): Promise<string> {
  const fresh = openDatabase({ url: database.url, name: "probe", poolMax: 1, viewPoolMax: 1 });
  try {
    return await probeSales(fresh).then((finding) => `found: ${finding}`, remedyOf);
  } finally {
    await fresh.close();
  }
}

test("the probe finds nothing if sales can be inserted, and writes nothing", async () => {
  const written = () => admin`select pg_current_wal_insert_lsn() as lsn, (select count(*) from sale) as sales`;
  expect(await probeSales(database)).toBeUndefined();
  const before = await written();
  expect(await probeSales(database)).toBeUndefined();
  expect((await written())[0]?.["sales"]).toEqual(before[0]?.["sales"]);
});

test.each([
  ["the API", "api", probeSales],
  ["a worker", "worker", probePosting],
] as const)(
  "the probe of %s needs no more than its role, and fails if nothing can be written",
  async (_, kind, probe) => {
    const own = openDatabase({ url: database.urlFor(kind), name: "probe", poolMax: 1, viewPoolMax: 1 });
    try {
      expect(await probe(own)).toBeUndefined();
      await own.sql`set default_transaction_read_only = on`;
      expect(await probe(own).then(String, remedyOf)).toContain("point DATABASE_URL at the primary");
    } finally {
      await own.close();
    }
  },
);

test("it fails if sales cannot be inserted, and the remedy fits the cause", async () => {
  await admin.unsafe(`alter database "${name}" set default_transaction_read_only = on`);
  expect(await remedy()).toContain("point DATABASE_URL at the primary");
  await admin.unsafe(`alter database "${name}" reset default_transaction_read_only`);
  await admin`set default_transaction_read_only = off`;
  await admin`alter table pending rename to elsewhere`;
  expect(await remedy()).toContain("npm run migrate");
  await admin`alter table elsewhere rename to pending`;
  expect(await remedy()).toBe("found: undefined");
});

test("it waits if sales would wait for a lock, and says how to find the holder", async () => {
  let waiting: Promise<string> | undefined;
  await holding(
    database.sql,
    (tx) => tx`lock table sale in share mode`,
    async () => {
      waiting = probeSales(database).then((finding) => `found: ${finding}`, remedyOf);
      // A pause as long as the wait may hide it, but not what comes of it.
      await Promise.race([untilWaiting(database.sql).catch(() => undefined), waiting]);
      expect(await waiting).toContain("pg_stat_activity");
      return "rollback";
    },
  );
});

test("sessions whose commits are answered before they are on disk are found, with the remedy", async () => {
  const weak = openDatabase({ url: database.url, name: "weak", poolMax: 1, viewPoolMax: 1 });
  try {
    // Like a pooler that drops the setting at the start of a session.
    await weak.sql`select set_config('synchronous_commit', 'off', false)`;
    expect(await probeSales(weak)).toContain("synchronous_commit");
  } finally {
    await weak.close();
  }
});
