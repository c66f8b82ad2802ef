import { awaitCount } from "@rewards/lab/poll";
import { atLeast, atMost } from "@rewards/lab/report/report";
import type { Sql } from "postgres";
import { whole } from "../run/command.ts";
import { endedBar, formatMs } from "./end.ts";
import { defineDrill, loseQueue } from "./world.ts";

const scheduleSeconds = 10;
const scheduleSlackSeconds = 2;

const formatGaps = (seconds: readonly number[]) => `${seconds.map((gap) => gap.toFixed(1)).join(", ")} s`;

/**
 * Counts the runs of a scheduled task, the expiry of vouchers, by their effect, before and after the queue loses
 * everything. Gaps are seconds from each run to the next, over all workers; `backMs` is from the return of the empty
 * queue to the next run.
 */
export const schedule = defineDrill({
  name: "schedule",
  summary: "scheduled work with several workers, before and after the queue is lost",
  options: {
    workers: whole("worker processes", 3),
    runs: whole("runs counted before and after the loss", 6, 2),
  },
  async measure(drill, { runs, workers }) {
    const { say, sql } = drill;
    await watchRuns(sql);
    say(`counting ${runs} runs over ${workers} workers`);
    await awaitRuns(sql, runs);
    const gapsBefore = gapsOf(await readRuns(sql));
    say("losing the queue");
    const lostMs = performance.now();
    const queueBackMs = await loseQueue(drill);
    await sql`truncate drill.run`;
    const firstMs = await awaitRuns(sql, 1);
    say(`the first run came after ${formatMs(firstMs - lostMs)}`);
    await awaitRuns(sql, runs);
    const gapsAfter = gapsOf(await readRuns(sql));
    return { gapsBefore, gapsAfter, backMs: firstMs - queueBackMs, processesEnded: drill.readSeen().processesEnded };
  },
  rows: ({ gapsBefore, gapsAfter, backMs }) => [
    ["Between runs", formatGaps(gapsBefore)],
    ["Queue back to the next run", formatMs(backMs)],
    ["Between runs afterwards", formatGaps(gapsAfter)],
  ],
  bars({ gapsBefore, gapsAfter, processesEnded }) {
    const gaps = [...gapsBefore, ...gapsAfter];
    return [
      atLeast("least time between two runs", scheduleSeconds - scheduleSlackSeconds, "s", Math.min(...gaps)),
      atMost("most time between two runs", scheduleSeconds + scheduleSlackSeconds, "s", Math.max(...gaps)),
      endedBar(processesEnded),
    ];
  },
});

/** Every run deletes once from `expiring`, even if nothing is due. A trigger records the time, with its owner's rights. */
async function watchRuns(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create schema drill;
    create table drill.run (at timestamptz not null default clock_timestamp());
    create function drill.note_run() returns trigger language plpgsql security definer as $$
      begin insert into drill.run default values; return null; end $$;
    create trigger drill_run after delete on expiring for each statement execute function drill.note_run();
  `);
}

async function readRuns(sql: Sql): Promise<number[]> {
  const rows = await sql<{ at: number }[]>`select extract(epoch from at)::float8 as at from drill.run order by at`;
  return rows.map(({ at }) => at);
}

function awaitRuns(sql: Sql, runs: number): Promise<number> {
  const count = async () => (await readRuns(sql)).length;
  return awaitCount("runs", count, (found) => found >= runs);
}

const gapsOf = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] as number));
