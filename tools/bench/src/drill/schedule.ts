import { awaitCount } from "@rewards/lab/poll";
import { atLeast, atMost } from "@rewards/lab/report/bars";
import type { Sql } from "postgres";
import { type DrillReport, endedBar, formatMs } from "./end.ts";
import { type DrillOptions, loseQueue, openDrill } from "./world.ts";

const scheduleSeconds = 10;
/** Seconds by which a run of scheduled work may be early or late. */
const scheduleSlackSeconds = 2;

/**
 * Counts the runs of a scheduled task, the expiry of vouchers, by their effect, before and after the queue loses
 * everything. Gaps are seconds from each run to the next, over all workers; `backMs` is from the return of the empty
 * queue to the next run.
 */
export async function runSchedule(options: DrillOptions, { runs }: { runs: number }) {
  const { say, workers } = options;
  const drill = await openDrill(options);
  const { sql } = drill;
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
}

/**
 * Every run deletes once from `expiring`, even if nothing is due. A trigger of the drill records the time, with its
 * owner's rights.
 */
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

type ScheduleFigures = Awaited<ReturnType<typeof runSchedule>>;

export function reportSchedule({ gapsBefore, gapsAfter, backMs, processesEnded }: ScheduleFigures): DrillReport {
  const gaps = [...gapsBefore, ...gapsAfter];
  const format = (seconds: readonly number[]) => `${seconds.map((gap) => gap.toFixed(1)).join(", ")} s`;
  return {
    rows: [
      ["Between runs", format(gapsBefore)],
      ["Queue back to the next run", formatMs(backMs)],
      ["Between runs afterwards", format(gapsAfter)],
    ],
    bars: [
      atLeast("least time between two runs", scheduleSeconds - scheduleSlackSeconds, "s", Math.min(...gaps)),
      atMost("most time between two runs", scheduleSeconds + scheduleSlackSeconds, "s", Math.max(...gaps)),
      endedBar(processesEnded),
    ],
  };
}
