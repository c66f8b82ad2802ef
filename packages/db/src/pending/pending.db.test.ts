import { describe, expect, onTestFinished, test } from "vitest";
import { newId, times } from "../../../../test/src/records.ts";
import { type Leadership, leaderName, openLeadership } from "../../../operations/src/lease/lease.hold.ts";
import { holding, openTestDatabase, untilWaiting } from "../testing/database.ts";
import { explain, nodesOf } from "../testing/plan.ts";
import { attemptsMax, type Failure, recordFailing, takeDueFailing } from "./pending.failing.ts";
import { beforeAllPending, readOldestPending, readOverdue, restampFuture } from "./pending.recover.ts";

const { sql, url, openRecorder } = await openTestDatabase();
let classes = 0;

/** Pending rows of a new class, with these ages in ms; rows of equal age have ascending IDs. */
async function addPending(...agesMs: number[]): Promise<{ name: string; ids: string[] }> {
  classes += 1;
  const name = `Case${classes}`;
  const ids = agesMs.map(() => newId());
  await sql`
    insert into pending (class, id, since)
    select ${name}, id, now() - age * interval '1 ms' from unnest(${ids}::uuid[], ${agesMs}::float8[]) as r(id, age)`;
  return { name, ids };
}

const failureOf = (error: string): Failure => ({
  reason: "Error_Record_Refused",
  error,
  job: "17",
  trace: "0af7651916cd43dd8448eb211c80319c",
});

const failingOf = async (name: string) => [
  ...(await sql`
    select id, attempts, error, (extract(epoch from next_at - clock_timestamp()))::float8 as in_seconds from failing where class = ${name} order by id`),
];

describe("the oldest pending record", () => {
  test("is the one of its class that has waited longest by Postgres' clock, whatever clock made its ID", async () => {
    const { name, ids } = await addPending(0, 50_000, 60_000, 10_000);
    const fresh = await addPending(0);
    expect(await readOldestPending(sql, name)).toEqual({ id: ids[2], isOverdue: true });
    expect(await readOldestPending(sql, fresh.name)).toEqual({ id: fresh.ids[0], isOverdue: false });
    expect(await readOldestPending(sql, "None")).toBeUndefined();
  });

  test("is never a failing one", async () => {
    const { name, ids } = await addPending(60_000, 50_000);
    await recordFailing(sql, name, [ids[0] as string], failureOf("poison"));
    expect(await readOldestPending(sql, name)).toMatchObject({ id: ids[1] });
    await recordFailing(sql, name, [ids[1] as string], failureOf("poison"));
    expect(await readOldestPending(sql, name)).toBeUndefined();
  });
});

describe("overdue records", () => {
  const read = async (name: string, after = beforeAllPending, rowsMax = 100) =>
    (await readOverdue(sql, name, after, rowsMax)).map(({ id }) => id);

  test("are read after a place, oldest first, then by ID, without failing and fresh ones", async () => {
    const { name, ids } = await addPending(...times(10, () => 60_000), ...times(10, (n) => 50_000 - n), 0, 0);
    await recordFailing(sql, name, [ids[3] as string], failureOf("poison"));
    const overdue = ids.slice(0, 20).filter((_, index) => index !== 3);
    expect(await read(name)).toEqual(overdue);
    const first = await readOverdue(sql, name, beforeAllPending, 7);
    expect(first.map(({ id }) => id)).toEqual(overdue.slice(0, 7));
    expect(await read(name, first.at(-1))).toEqual(overdue.slice(7));
  });

  test("of equal and of adjacent times are each read once, in slices of one", async () => {
    const { name, ids } = await addPending(60_000, 60_000, 60_000, 60_001, 60_001, 59_999);
    const seen: string[] = [];
    for (let after = beforeAllPending; ; ) {
      const [next] = await readOverdue(sql, name, after, 1);
      if (!next) break;
      seen.push(next.id);
      after = next;
    }
    expect(seen).toEqual([3, 4, 0, 1, 2, 5].map((index) => ids[index]));
  });

  test("are read up to the limit, in the order of the index, even if planned while few wait", async () => {
    const { name } = await addPending(...times(300, () => 60_000));
    await sql`analyze pending`;
    const recorder = openRecorder();
    const sent = await recorder.record(() => readOverdue(recorder.sql, name, beforeAllPending, 10));
    const nodes = await sql.begin(async (tx) => {
      for (const setting of sent.filter((text) => text.startsWith("set local"))) await tx.unsafe(setting);
      return nodesOf(await explain(sent.find((text) => text.includes("from pending")) as string, tx));
    });
    expect(nodes.map((node) => node["Index Name"])).toContain("pending_since_idx");
    expect(nodes.map((node) => node["Node Type"]).filter((type) => /^(Sort|Bitmap|Seq)/.test(type))).toEqual([]);
  });
});

describe("after Postgres' clock stepped back", () => {
  test("records with a future time get the current time, and those a moment ahead keep theirs", async () => {
    const { name, ids } = await addPending(60_000, -3_000, -60_000, -3_600_000);
    const [before] = await sql`select since from pending where id = ${ids[1] as string}`;
    expect(await restampFuture(sql, name, 100)).toBe(2);
    const rows = await sql<{ id: string; ahead: number; since: Date }[]>`
      select id, since, extract(epoch from since - clock_timestamp())::float8 as ahead from pending where class = ${name} order by id`;
    expect(rows.map(({ ahead }) => ahead <= 3)).toEqual(ids.map(() => true));
    expect(rows[1]?.since).toEqual(before?.["since"]);
    expect(await restampFuture(sql, name, 100)).toBe(0);
    expect(await readOldestPending(sql, name)).toEqual({ id: ids[0], isOverdue: true });
  });

  test("at most the given number at a time, without the one that a worker is settling", async () => {
    const { name, ids } = await addPending(...times(5, (n) => -60_000 - n));
    await holding(
      sql,
      (tx) => tx`delete from pending where id = ${ids[0] as string}`,
      async () => {
        expect([await restampFuture(sql, name, 3), await restampFuture(sql, name, 3)]).toEqual([3, 1]);
        return "commit";
      },
    );
    expect(await restampFuture(sql, name, 3)).toBe(0);
  });
});

describe("failing records", () => {
  test("count their attempts, keep the last error, and come later each time, at most 90 minutes later", async () => {
    const { name, ids } = await addPending(60_000);
    await recordFailing(sql, name, ids, failureOf("first"));
    expect(await failingOf(name)).toMatchObject([{ id: ids[0], attempts: 1, error: "first" }]);
    await recordFailing(sql, name, ids, failureOf("second"));
    expect(await failingOf(name)).toMatchObject([{ attempts: 2, error: "second" }]);
    await sql`update failing set attempts = 10 where class = ${name}`;
    await recordFailing(sql, name, ids, failureOf("much later"), 100);
    expect((await failingOf(name))[0]?.["in_seconds"]).toBeGreaterThan(400);
    await sql`update failing set attempts = 40 where class = ${name}`;
    await recordFailing(sql, name, ids, failureOf("last"), 100);
    const [row] = await failingOf(name);
    expect(row?.["in_seconds"]).toBeGreaterThan(1_700);
    expect(row?.["in_seconds"]).toBeLessThanOrEqual(5_400);
  });

  test("must be pending: a record that was settled meanwhile is not set aside", async () => {
    const { name, ids } = await addPending(60_000);
    await recordFailing(sql, name, [...ids, newId()], failureOf("x"));
    expect(await failingOf(name)).toHaveLength(1);
  });

  test("that are due are taken once, and again only if not settled for a while", async () => {
    const { name, ids } = await addPending(60_000, 60_000, 60_000);
    await recordFailing(sql, name, ids, failureOf("x"));
    expect(await takeDueFailing(sql, name, 10)).toEqual([]);
    await sql`update failing set next_at = clock_timestamp() - (case when id = ${ids[2] as string} then 2 else 1 end) * interval '1 second' where class = ${name}`;
    expect(await takeDueFailing(sql, name, 1)).toEqual([ids[2]]);
    expect(new Set(await takeDueFailing(sql, name, 10))).toEqual(new Set([ids[0], ids[1]]));
    expect(await takeDueFailing(sql, name, 10)).toEqual([]);
    expect((await failingOf(name))[0]?.["in_seconds"]).toBeGreaterThan(10);
  });

  test("taken by four at once each go to one of them", async () => {
    const { name, ids } = await addPending(...times(100, () => 60_000));
    await recordFailing(sql, name, ids, failureOf("x"));
    await sql`update failing set next_at = clock_timestamp() - interval '1 second' where class = ${name}`;
    const taken = (await Promise.all(times(4, () => takeDueFailing(sql, name, 100)))).flat();
    expect(new Set(taken)).toEqual(new Set(ids));
    expect(taken).toHaveLength(100);
  });
});

describe("a record that fails at every attempt", () => {
  const lettersOf = async (name: string) => [
    ...(await sql`select * from dead_letter where class = ${name} order by id`),
  ];

  test("becomes a dead letter with the last attempt, and leaves pending and failing", async () => {
    const { name, ids } = await addPending(60_000, 60_000);
    const [bad = "", other = ""] = ids;
    for (let attempt = 1; attempt < attemptsMax; attempt += 1)
      expect(await recordFailing(sql, name, [bad], failureOf(`attempt ${attempt}`))).toEqual([]);
    expect([await failingOf(name), await lettersOf(name)]).toMatchObject([
      [{ id: bad, attempts: attemptsMax - 1 }],
      [],
    ]);
    const [{ first_at } = {}] = await sql`select first_at from failing where class = ${name}`;
    expect(await recordFailing(sql, name, [bad], failureOf("the last"))).toEqual([bad]);
    const [letter, ...more] = await lettersOf(name);
    expect([letter, more]).toEqual([
      { class: name, id: bad, ...failureOf("the last"), attempts: attemptsMax, first_at, last_at: expect.any(Date) },
      [],
    ]);
    expect(letter?.["last_at"].getTime()).toBeGreaterThanOrEqual(first_at.getTime());
    expect(await failingOf(name)).toEqual([]);
    expect(await sql`select id from pending where class = ${name}`).toMatchObject([{ id: other }]);
  });

  test("is ignored by recovery from then on", async () => {
    const { name, ids } = await addPending(60_000);
    await recordFailing(sql, name, ids, failureOf("x"), 1);
    await sql`update dead_letter set last_at = last_at - interval '1 day' where class = ${name}`;
    expect(await readOldestPending(sql, name)).toBeUndefined();
    expect(await readOverdue(sql, name, beforeAllPending, 10)).toEqual([]);
    expect(await takeDueFailing(sql, name, 10)).toEqual([]);
  });

  test("is not counted again when a stray job for it fails too", async () => {
    const { name, ids } = await addPending(60_000);
    await recordFailing(sql, name, ids, failureOf("x"), 1);
    const letters = await lettersOf(name);
    expect(await recordFailing(sql, name, ids, failureOf("stray"), 1)).toEqual([]);
    expect([await lettersOf(name), await failingOf(name)]).toEqual([letters, []]);
  });

  test("at two workers at once becomes one dead letter, in 20 rounds", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { name, ids } = await addPending(60_000, 60_000);
      await recordFailing(sql, name, ids, failureOf("first"), 2);
      const dead = await Promise.all(times(2, () => recordFailing(sql, name, ids, failureOf("second"), 2)));
      expect(dead.flat().toSorted()).toEqual(ids);
      expect((await lettersOf(name)).map((row) => [row["id"], row["attempts"]])).toEqual(ids.map((id) => [id, 2]));
      expect(await failingOf(name)).toEqual([]);
    }
  });

  test("is tried again after a wait that doubles and has jitter, of one to three minutes in all", async () => {
    const { name, ids } = await addPending(...times(200, () => 60_000));
    let [least, most] = [0, 0];
    for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
      const [low, high] = attempt === 1 ? [1, 2] : [0.5 * 2 ** (attempt - 1), 1.5 * 2 ** (attempt - 1)];
      await recordFailing(sql, name, ids, failureOf("x"));
      const [waits] = await sql`
        select extract(epoch from max(next_at) - min(next_at))::float8 as spread, count(distinct next_at)::int as moments
        from failing where class = ${name}`;
      // Of 200 waits some are near either bound. The statement itself takes some milliseconds.
      expect(waits?.["spread"]).toBeGreaterThan(0.8 * (high - low));
      expect(waits?.["spread"]).toBeLessThan(high - low + 0.5);
      expect(waits?.["moments"]).toBeGreaterThan(100);
      [least, most] = [least + low, most + high];
    }
    expect([least, most]).toEqual([64, 191]);
  });

  test("that another worker is settling meanwhile is not set aside", async () => {
    const { name, ids } = await addPending(60_000);
    let failing: Promise<unknown> = Promise.resolve();
    await holding(
      sql,
      (tx) => tx`delete from pending where class = ${name}`,
      async () => {
        failing = recordFailing(sql, name, ids, failureOf("x"), 1);
        await untilWaiting(sql);
        return "commit";
      },
    );
    expect(await failing).toEqual([]);
    expect([await failingOf(name), await lettersOf(name)]).toEqual([[], []]);
  });
});

describe("leadership", () => {
  function open(): Leadership {
    const leadership = openLeadership(url);
    onTestFinished(() => leadership.close());
    return leadership;
  }
  test("is held by one of five, and still by that one at the next look", async () => {
    const candidates = times(5, open);
    const held = await Promise.all(candidates.map((one) => one.isHeld()));
    expect(held.filter(Boolean)).toHaveLength(1);
    for (let look = 0; look < 5; look += 1)
      expect(await Promise.all(candidates.map((one) => one.isHeld()))).toEqual(held);
  });

  test("passes on when the leader closes", async () => {
    const [leader, next] = [openLeadership(url), open()];
    expect([await leader.isHeld(), await next.isHeld()]).toEqual([true, false]);
    await leader.close();
    await expect.poll(() => next.isHeld()).toBe(true);
    expect(await leader.isHeld()).toBe(false);
  });

  test("passes on when the leader gives it up, and returns once nobody else holds it", async () => {
    const [leader, next] = [open(), openLeadership(url)];
    expect([await leader.isHeld(), await next.isHeld()]).toEqual([true, false]);
    await leader.giveUp();
    expect([await next.isHeld(), await leader.isHeld()]).toEqual([true, false]);
    // A process that does not lead has nothing to give up.
    await leader.giveUp();
    expect(await next.isHeld()).toBe(true);
    await next.close();
    await expect.poll(() => leader.isHeld()).toBe(true);
  });

  test("outlives the leader's session, and passes on when its time ends, which the old leader knows", async () => {
    const [leader, next] = [open(), open()];
    expect([await leader.isHeld(), await next.isHeld()]).toEqual([true, false]);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${leaderName} and datname = current_database()`;
    await expect.poll(() => leader.isHeld()).toBe(true);
    await expect.poll(() => next.isHeld()).toBe(false);
    await sql`update lease set until = clock_timestamp() - interval '1 second'`;
    expect([await next.isHeld(), await leader.isHeld()]).toEqual([true, false]);
  });

  test("that ends far in the future, because Postgres' clock stepped back, passes on too", async () => {
    const [leader, next] = [open(), open()];
    expect(await leader.isHeld()).toBe(true);
    await sql`update lease set until = clock_timestamp() + interval '1 hour'`;
    expect([await next.isHeld(), await leader.isHeld()]).toEqual([true, false]);
  });

  test("of an unavailable database is held by nobody, and nothing is thrown", async () => {
    const away = openLeadership("postgres://postgres@127.0.0.1:1/none");
    onTestFinished(() => away.close());
    expect(await away.isHeld()).toBe(false);
    await away.giveUp();
  });
});
