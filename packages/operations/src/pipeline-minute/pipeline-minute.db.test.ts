import { redemption, sale } from "@rewards/domain";
import { createPipelineCounts, lagBoundsMs } from "@rewards/runtime";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { explain, fullScans } from "../../../db/src/testing/plan.ts";
import { keepMinutes } from "./pipeline-minute.keep.ts";
import { pipelineWindows, readPipelineChart } from "./pipeline-minute.read.ts";
import { addToMinute, deleteOldMinutes, type MinuteRow } from "./pipeline-minute.write.ts";

const { sql, openPool, openRecorder, serviceUrl } = await openTestDatabase(4);

const lagsOf = (bucket: number, records: number) =>
  Array.from({ length: lagBoundsMs.length + 1 }, (_, at) => (at === bucket ? records : 0));
const rowOf = (row: Partial<MinuteRow>): MinuteRow => ({
  class: sale.class,
  accepted: 0,
  posted: 0,
  rejected: 0,
  dead: 0,
  lags: lagsOf(0, 0),
  ...row,
});

interface Sums {
  readonly class: string;
  readonly accepted: number;
  readonly posted: number;
  readonly rejected: number;
  readonly dead: number;
}

const none = { points: new Map<string, number>(), vouchers: 0, tillFaults: new Map<string, number>() };
const settled = (lagMs: number, reason?: string) => ({ lagMs, reason });

const readSums = async () => [
  ...(await sql<Sums[]>`
    select class, sum(accepted)::int as accepted, sum(posted)::int as posted, sum(rejected)::int as rejected, sum(dead)::int as dead
    from pipeline_minute group by class order by class`),
];

/** A keeper that writes only when it stops, with the warnings that it logs. */
function openKeeper(client = sql) {
  const warnings: string[] = [];
  const counts = createPipelineCounts();
  const logger = { warn: (_: unknown, message?: string) => void warnings.push(message ?? "") };
  return { counts, warnings, ...keepMinutes({ sql: client, counts, logger: logger as never, everyMs: 3_600_000 }) };
}

beforeEach(async () => {
  await sql`truncate pipeline_minute`;
});

describe("writing", () => {
  test("concurrent processes add up, whatever the order of their classes", async () => {
    const rows = [rowOf({ accepted: 2, lags: lagsOf(3, 1) }), rowOf({ class: redemption.class, dead: 1 })];
    const pool = openPool(4, serviceUrl);
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => addToMinute(pool, at % 2 === 0 ? rows : [...rows].reverse())),
    );
    expect(await readSums()).toEqual([
      { class: redemption.class, accepted: 0, posted: 0, rejected: 0, dead: 40 },
      { class: sale.class, accepted: 80, posted: 0, rejected: 0, dead: 0 },
    ]);
    const [found] = await sql<{ settled: number }[]>`select sum(lags[4])::int as settled from pipeline_minute`;
    expect(found?.settled).toBe(40);
  });

  test("a minute that an older release wrote with fewer buckets keeps its counts", async () => {
    await addToMinute(sql, [rowOf({ lags: [7] })]);
    await addToMinute(sql, [rowOf({ lags: lagsOf(0, 1) })]);
    const [found] = await sql<{ lags: number[] }[]>`
      select array(select sum(n)::int from pipeline_minute, unnest(lags) with ordinality as u(n, place)
        group by place order by place) as lags`;
    expect(found?.lags).toEqual(lagsOf(0, 8));
  });

  test("a process writes what it counted once, in one transaction, and nothing if nothing changed", async () => {
    const recorder = openRecorder();
    const keeper = openKeeper(recorder.sql);
    keeper.counts.accept(sale.class, 5);
    keeper.counts.settle(sale.class, { ...none, settled: [settled(1), settled(2), settled(3, "Error_X")] });
    keeper.counts.bury(sale.class, "Error_Y", 1);
    keeper.counts.settle(redemption.class, { ...none, settled: [settled(1)] });
    expect(await recorder.record(() => keeper.stop(10_000))).toHaveLength(3);
    expect(await recorder.record(() => keeper.stop(10_000))).toEqual([]);
    expect(await readSums()).toEqual([
      { class: redemption.class, accepted: 0, posted: 1, rejected: 0, dead: 0 },
      { class: sale.class, accepted: 5, posted: 2, rejected: 1, dead: 1 },
    ]);
  });

  test("counts that waited too long for a lock are written by the next write", async () => {
    const impatient = openKeeper(openPool(1, `${serviceUrl}?lock_timeout=20`));
    impatient.counts.accept(sale.class, 1);
    await sql.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx`lock table pipeline_minute`;
      await impatient.stop(10_000);
    });
    impatient.counts.accept(sale.class, 2);
    await impatient.stop(10_000);
    expect(await readSums()).toMatchObject([{ class: sale.class, accepted: 3 }]);
    expect(impatient.warnings).toEqual([]);
  });

  test("counts whose connection was lost before the commit are written by the next write", async () => {
    const killed = openKeeper(openPool(1, serviceUrl));
    killed.counts.accept(sale.class, 1);
    await sql.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx`lock table pipeline_minute`;
      const stopped = killed.stop(10_000);
      await expect
        .poll(
          () => sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%into pipeline_minute%'`,
        )
        .toHaveLength(1);
      await stopped;
    });
    killed.counts.accept(sale.class, 2);
    await killed.stop(10_000);
    expect(await readSums()).toMatchObject([{ class: sale.class, accepted: 3 }]);
    expect(killed.warnings).toEqual([]);
  });

  test("counts that Postgres does not take are dropped with one line, and later ones are written", async () => {
    const keeper = openKeeper();
    await sql`alter table pipeline_minute rename to pipeline_minute_away`;
    try {
      for (let write = 0; write < 3; write += 1) {
        keeper.counts.accept(sale.class, 1);
        await keeper.stop(10_000);
      }
    } finally {
      await sql`alter table pipeline_minute_away rename to pipeline_minute`;
    }
    expect(keeper.warnings).toHaveLength(1);
    keeper.counts.accept(sale.class, 2);
    await keeper.stop(10_000);
    expect(await readSums()).toMatchObject([{ class: sale.class, accepted: 2 }]);
  });

  test("stopping does not wait for a database that does not answer", async () => {
    const keeper = openKeeper();
    keeper.counts.accept(sale.class, 1);
    await sql.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx`lock table pipeline_minute`;
      await keeper.stop(50);
    });
    expect(keeper.warnings).toEqual([expect.stringContaining("stopping before the counts")]);
    // The write that was given up; the next test must not meet it.
    await keeper.stop(10_000);
  });

  test("minutes older than eight days are deleted, by the index", async () => {
    for (const days of [7, 9]) {
      await addToMinute(sql, [rowOf({ accepted: days })]);
      await sql`update pipeline_minute set minute = minute - ${days} * interval '1 day' where accepted = ${days}`;
    }
    const recorder = openRecorder();
    const [statement = ""] = await recorder.record(() => deleteOldMinutes(recorder.sql));
    expect(await readSums()).toMatchObject([{ accepted: 7 }]);
    expect(fullScans(await explain(statement, sql))).toEqual([]);
  });
});

describe("reading", () => {
  test.each(["hour", "day", "week"] as const)(
    "the last %s has all of its steps, also without records",
    async (window) => {
      const { points, stepMs } = pipelineWindows[window];
      const chart = await readPipelineChart(sql, window);
      expect(chart.at).toHaveLength(points);
      const [first = "", last = ""] = [chart.at[0], chart.at.at(-1)];
      expect(Date.parse(last) - Date.parse(first)).toBe((points - 1) * stepMs);
      expect(chart.classes).toEqual([]);
      expect(new Set(chart.total.accepted)).toEqual(new Set([0]));
      expect(new Set(chart.total.lagP99Ms)).toEqual(new Set([null]));
    },
  );

  test("a step has its rates, counts and lags, by class and in total, and minutes before the window are left out", async () => {
    await addToMinute(sql, [
      rowOf({ accepted: 600, posted: 300, rejected: 4, dead: 2, lags: lagsOf(4, 300) }),
      rowOf({ class: redemption.class, accepted: 60, posted: 60, lags: lagsOf(1, 60) }),
    ]);
    await sql`update pipeline_minute set minute = minute - interval '5 minutes'`;
    await addToMinute(sql, [rowOf({ accepted: 1_000 })]);
    await sql`update pipeline_minute set minute = minute - interval '60 minutes' where accepted = 1000`;
    const [written] = await sql<{ minute: Date }[]>`select minute from pipeline_minute where accepted = 600`;
    const { total, classes, at: steps } = await readPipelineChart(sql, "hour");
    expect(classes.map((one) => one.class)).toEqual([redemption.class, sale.class]);
    const at = total.accepted.findIndex((rate) => rate > 0);
    // The 55th, unless a minute passed since it was written.
    expect(Date.parse(steps[at] ?? "")).toBe(written?.minute.getTime());
    const [redemptions, sales] = classes;
    expect([sales?.accepted[at], sales?.posted[at], sales?.rejected[at], sales?.dead[at]]).toEqual([10, 5, 4, 2]);
    expect([sales?.lagP50Ms[at], redemptions?.lagP50Ms[at]]).toEqual([40, 7.5]);
    expect([total.accepted[at], total.posted[at]]).toEqual([11, 6]);
    expect(total.lagP99Ms[at]).toBeCloseTo(49.8, 1);
    expect(total.accepted.reduce((sum, rate) => sum + rate, 0)).toBe(11);
  });

  test("the rate of the unfinished step counts only the time that has passed of it", async () => {
    // A row of every hour around now: one of them is in the last step, also if an hour ends meanwhile.
    await addToMinute(sql, [rowOf({ accepted: 3_600 })]);
    await sql`
      insert into pipeline_minute (minute, class, accepted, posted, rejected, dead, lags)
      select minute + interval '1 hour', class, accepted, posted, rejected, dead, lags from pipeline_minute`;
    const { total } = await readPipelineChart(sql, "week");
    expect(total.accepted.at(-1)).toBeGreaterThan(1);
  });

  test("a chart is read by the index, and not from the records", async () => {
    const recorder = openRecorder();
    const [statement = ""] = await recorder.record(() => readPipelineChart(recorder.sql, "day"));
    expect(fullScans(await explain(statement, sql))).toEqual([]);
  });
});
