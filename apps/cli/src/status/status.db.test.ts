import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { postponePending, recordFailing } from "@rewards/db";
import { redemption, sale } from "@rewards/domain";
import { cloneDatabase, findFreePort } from "@rewards/embedded";
import { migrateDatabase, openLeadership } from "@rewards/operations";
import { columnsMax } from "@rewards/runtime";
import { afterAll, describe, expect, inject, it } from "vitest";
import { newRedemption, newSale, times } from "../../../../test/src/records.ts";
import { insertAll, openShop, openTestService } from "../../../../test/src/service.ts";
import { runHere } from "../testing/command.ts";

const { database, url } = await openTestService(4);
const { sql } = database;
const shop = await openShop(database, 1);

/**
 * What `rewards status` prints; the code of its exit must be this. No line is longer than a terminal is wide. The queue and the
 * replica have a second or two to answer, which is short for a busy machine: tests that ask them run it again.
 */
async function run(code: number, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { code: exit, output } = await runHere(["status", ...args], { DATABASE_URL: url, ...env });
  expect([exit, output]).toEqual([code, expect.any(String)]);
  // An error is one line, which a terminal gets wrapped.
  const isWide = (line: string) => line.length > columnsMax && !line.startsWith("Cannot reach");
  if (!args.includes("--json")) expect(output.split("\n").filter(isWide)).toEqual([]);
  return output;
}

const json = async (env: Readonly<Record<string, string>> = {}) => JSON.parse(await run(0, ["--json"], env));

describe("rewards status", () => {
  it("of a service with nothing to do names the versions, and misses the workers", async () => {
    const printed = await run(0);
    expect(printed).toMatch(/^Rewards {3}\d+\.\d+\.\d+, Node \d+\.\d+\.\d+; \S+Z by Postgres' clock\n/);
    expect(printed).toMatch(/Postgres {2}18\.\d+; schema (\d+) of \1 migrations \(\d+_\w+\)\n/);
    expect(printed).toContain("Queue     not asked: set QUEUE_URL");
    expect(printed).toContain("No sale awaits its member, store or original sale.");
    expect(printed).toContain("Workers: 0");
    expect(printed).toContain("To do\n  No worker is connected");
  });

  it("prints backlog, oldest, failing, postponed, dead letters and sales that wait, by class", async () => {
    const sales = await insertAll(database, sale, times(7, shop.newSale));
    const others = await insertAll(
      database,
      redemption,
      times(2, () => newRedemption("x", [{ reward: "y" }])),
    );
    const failure = { reason: "Error_Record_Refused", error: "x", job: "1", trace: "t" } as const;
    await recordFailing(sql, sale.class, sales.slice(0, 2), failure, 1);
    await recordFailing(sql, sale.class, sales.slice(2, 3), failure);
    await postponePending(sql, sale.class, sales.slice(3, 4));
    await sql`update pending set since = since - interval '3 hours 12 minutes' where id = ${sales[5] as string}`;
    const waiting = await insertAll(
      database,
      sale,
      times(2, () => newSale({ member: "nobody", store: "nowhere", product: "none" })),
    );
    await sql`delete from pending where id = any(${waiting}::uuid[])`;
    await sql`insert into awaiting (sale_id, member) values (${waiting[0] as string}, 'nobody')`;
    await sql`insert into awaiting (sale_id, original) values (${waiting[1] as string}, 'unsold')`;

    const { service, attention } = await json();
    expect(service.classes).toEqual([
      expect.objectContaining({
        class: "SaleCase",
        pending: 5,
        failing: 1,
        postponed: 1,
        oldestAt: expect.any(String),
      }),
      expect.objectContaining({ class: "RedemptionCase", pending: others.length, failing: 0, postponed: 0 }),
      { class: "SegmentCase", pending: 0, failing: 0, postponed: 0, oldestAt: null, oldestMs: null },
    ]);
    expect(service.deadLetters).toEqual([{ class: "SaleCase", reason: "Error_Record_Refused", count: 2 }]);
    expect(service.awaiting).toMatchObject({
      ...{ sales: 2, forMember: 1, forStore: 0, forOriginal: 1 },
      oldestMs: expect.any(Number),
    });
    expect(attention.join("\n")).toMatch(
      /A SaleCase has waited for 3 h 12 min[\s\S]*Failing records: 1[\s\S]*Dead letters wait/,
    );
    // No worker runs: another line says so, and more workers are no remedy.
    expect(attention.join("\n")).not.toContain("add workers");

    const printed = await run(0);
    expect(printed).toMatch(/SaleCase +5 +3 h 12 min +1 +1 +2\n/);
    expect(printed).toMatch(/Error_Record_Refused +SaleCase +2\n/);
    expect(printed).toMatch(/Sales that wait: 2 \(for a member 1, for a store 0, for the original of a return\s1\)/);
  });

  it("counts the workers that announced themselves lately, not connections, which a pooler may share or keep", async () => {
    const workers = times(3, () => openLeadership(url));
    const countNow = async () => (await json()).service.workers;
    /** As workers do it every two seconds: an announcement lasts for ten. */
    const countAnnounced = async (announcing: typeof workers) => {
      await Promise.all(announcing.map((one) => one.announce()));
      return countNow();
    };
    try {
      await Promise.all(workers.map((one) => one.isHeld()));
      expect(await countNow()).toBe(0);
      await expect.poll(() => countAnnounced(workers)).toBe(3);
      const printAnnounced = () => countAnnounced(workers).then(() => run(0));
      await expect.poll(printAnnounced).not.toContain("No worker is connected");
      await workers[0]?.close();
      await expect.poll(() => countAnnounced(workers.slice(1))).toBe(2);
      // One that died, and one that announced itself before Postgres' clock stepped back.
      await sql`update lease set until = clock_timestamp() + interval '1 hour' where name like 'worker %'`;
      expect(await countNow()).toBe(0);
      await sql`update lease set until = clock_timestamp() - interval '1 second' where name like 'worker %'`;
      await expect.poll(() => countAnnounced(workers.slice(1, 2))).toBe(1);
      expect(await sql`select from lease where name like 'worker %'`).toHaveLength(1);
    } finally {
      await Promise.all(workers.map((one) => one.close()));
    }
  });

  it("says that the sweep of expired points is late, with what to look for, until its mark moves", async () => {
    const mark = (at: string | null) => sql`update currency set swept_to = ${at}`;
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update currency set expiry_months = 12, expiry_until = 'day'`;
      await tx`update expiry_version set months = 12, until = 'day', applied_at = now() - interval '3 days'`;
    });
    try {
      expect((await json()).service.sweep).toEqual({ dueAt: expect.any(String), dueMs: expect.any(Number) });
      const text = (await run(0)).replaceAll(/\n +/g, " ");
      expect(text).toContain("The sweep of expired points is 3 d late: look at the workers' logs, and in pg_stat");
      await mark(new Date().toISOString());
      expect((await json()).service.sweep).toEqual({ dueAt: null, dueMs: null });
      expect(await run(0)).not.toContain("The sweep");
    } finally {
      await sql`update currency set expiry_months = null, expiry_until = null, swept_to = null`;
    }
  });

  it.runIf(inject("redisUrl"))("asks Redis for its version, its policy and its jobs", async () => {
    const redis = { QUEUE_URL: inject("redisUrl") as string };
    await expect
      .poll(async () => (await json(redis)).queue)
      .toMatchObject({
        backend: "redis",
        bullmq: expect.stringMatching(/^\d/),
        redis: { version: expect.stringMatching(/^\d/), maxmemoryPolicy: "noeviction" },
        jobs: { sale: { waiting: expect.any(Number) }, redemption: {}, segment: {} },
      });
    await expect.poll(() => run(0, [], redis)).toMatch(/Queue {5}Redis [\d.]+, noeviction; BullMQ [\d.]+; \d/);
  });

  it("asks a queue in Postgres", async () => {
    await expect
      .poll(async () => (await json({ QUEUE_URL: url })).queue)
      .toMatchObject({
        backend: "postgres",
        redis: null,
        jobs: { sale: {} },
      });
    await expect.poll(() => run(0, [], { QUEUE_URL: url })).toContain("Queue     in Postgres; BullMQ");
  });

  it("ends with 1 where Redis cannot be reached, names it without its password, says what to do, and prints the rest", async () => {
    const port = await findFreePort("127.0.0.1");
    const away = { QUEUE_URL: `redis://user:secret@127.0.0.1:${port}` };
    const sentence = `Redis at redis://127.0.0.1:${port} cannot be reached (ECONNREFUSED): check that it runs, and that QUEUE_URL and the network lead to it.`;
    const outputs: string[] = [];
    const runAway = async (...args: string[]) => outputs[outputs.push(await run(1, args, away)) - 1] as string;
    await expect.poll(async () => (await runAway()).replaceAll(/\n +/g, " ")).toContain(sentence);
    expect(outputs.at(-1)).toMatch(/Queue {5}does not answer\n[\s\S]*SaleCase +5/);
    await expect.poll(async () => JSON.parse(await runAway("--json")).queue).toEqual({ fault: sentence });
    for (const output of outputs) expect(output).not.toMatch(/secret|enableOfflineQueue/);
  });

  it("of a Redis that takes connections and never answers, says within seconds that it cannot be reached", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    afterAll(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    expect(await run(1, [], { QUEUE_URL: `redis://127.0.0.1:${port}` })).toMatch(/cannot be reached/);
  });

  it("looks at the read replicas, and says why they are not used", async () => {
    expect((await json()).replica).toBeNull();
    const primary = { DATABASE_READ_URL: url };
    const reason = "Reads use the primary. DATABASE_READ_URL leads to no standby:";
    await expect.poll(async () => (await run(0, [], primary)).replaceAll(/\n +/g, " ")).toContain(reason);
    expect(await run(0, [], primary)).toMatch(/\nReplica {3}not used\n/);
  });

  it("of a service with nothing to do says so, and that it did not ask the queue", async () => {
    const calm = await cloneDatabase(inject("databaseServerUrl"), "template1");
    afterAll(() => calm.drop());
    await migrateDatabase(calm.url);
    const worker = openLeadership(calm.url);
    try {
      const printAnnounced = () => worker.announce().then(() => run(0, [], { DATABASE_URL: calm.url }));
      await expect.poll(printAnnounced).toMatch(/\nAll is well in the database\. The queue was not asked\.\n$/);
    } finally {
      await worker.close();
    }
  });

  it("of a schema that a later release has migrated says to use that release", async () => {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`;
    const printed = await run(0);
    const { schema } = (await json()).service;
    await sql`delete from drizzle.__drizzle_migrations where hash = 'later'`;
    expect(schema).toMatchObject({ applied: schema.expected, isNewer: true });
    expect(printed).toMatch(/schema (\d+) of \1 migrations \(not of this release\)/);
    expect(printed).toContain("\n  A later release has migrated the database: use that release");
  });

  it("of a database that was never migrated, or is not there, says what to do", async () => {
    const empty = await cloneDatabase(inject("databaseServerUrl"), "template1");
    afterAll(() => empty.drop());
    expect(await run(1, [], { DATABASE_URL: empty.url })).toBe(
      "The database is not migrated: run `npm run migrate` as its owner.\n",
    );
    await migrateDatabase(empty.url);
    await run(0, [], { DATABASE_URL: empty.url });
    const none = new URL(url);
    none.pathname = "/none";
    expect(await run(1, [], { DATABASE_URL: none.href })).toContain("Cannot reach the database");
  });
});
