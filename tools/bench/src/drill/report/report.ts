import { atLeast, atMost, booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { formatBars, formatTable } from "@rewards/lab/report/table";
import type { BacklogFigures } from "../scenarios/backlog.ts";
import type { OutageFigures } from "../scenarios/outage.ts";
import type { RestartFigures } from "../scenarios/restart.ts";
import type { ScheduleFigures } from "../scenarios/schedule.ts";
import { endedBars, formatMs, memoryRows, type Row, saleBars, spanRow } from "./rows.ts";

export interface DrillReport {
  readonly rows: readonly Row[];
  readonly bars: readonly Bar[];
}

const firstPostedSecondsMax = 10;
const acceptedAgainSecondsMax = 5;
/**
 * A process' allowed growth after its start: its pools and batches at full load, far less than a backlog would take.
 */
const growthMibMax = 256;
/** Seconds by which a run of scheduled work may be early or late. */
const scheduleSlackSeconds = 2;
const scheduleSeconds = 10;

export function reportBacklog(figures: BacklogFigures): DrillReport {
  return {
    rows: [
      ["Sales accepted", `${formatCount(figures.accepted)} of ${formatCount(figures.sales)}`],
      [
        "When the queue was lost: pending, jobs",
        [figures.pendingAtLoss, figures.jobsAtLoss].map(formatCount).join(", "),
      ],
      ["Queue back to the first sale posted", formatMs(figures.firstPostedMs)],
      ["Queue back to all posted", formatMs(figures.drainedMs)],
      ["Posted a second", formatCount((figures.pendingAtLoss * 1_000) / figures.drainedMs)],
      ["IDs enqueued again", formatCount(figures.enqueuedAgain)],
      ...memoryRows(figures.memory),
    ],
    bars: [
      atMost("first posted after the queue is back", firstPostedSecondsMax, "s", figures.firstPostedMs / 1_000),
      exactly("sales accepted", figures.sales, figures.accepted),
      atMost("IDs enqueued again, of those pending", 2, "times", figures.enqueuedAgain / figures.pendingAtLoss),
      ...saleBars(figures),
      ...growthBars(figures),
      booksHold,
    ],
  };
}

export function reportOutage(figures: OutageFigures): DrillReport {
  const { before, during, after, sent, accepted } = figures;
  return {
    rows: [
      spanRow("With the queue", before),
      spanRow("Without it", during),
      spanRow("After its return", after),
      ["To post when it was back", formatCount(figures.unpostedAtReturn)],
      ["Queue back to those posted", formatMs(figures.caughtUpMs)],
      ["IDs enqueued again", formatCount(figures.enqueuedAgain)],
      ...memoryRows(figures.memory),
    ],
    bars: [exactly("sales accepted", sent, accepted), ...saleBars(figures), ...growthBars(figures), booksHold],
  };
}

export function reportRestart(figures: RestartFigures): DrillReport {
  const { before, downs, refusedWithoutRetryAfter, otherAnswers, refused } = figures;
  return {
    rows: [
      spanRow("With Postgres", before),
      ...downs.map(({ shutdown, during }) => spanRow(`Without it, stop ${shutdown}`, during)),
      ...downs.map(
        ({ shutdown, firstAcceptedMs }): Row => [
          `Postgres back to the first 201, ${shutdown}`,
          formatMs(firstAcceptedMs),
        ],
      ),
      ["Last answer to nothing pending", formatMs(figures.settledMs)],
      ...memoryRows(figures.memory),
    ],
    bars: [
      ...downs.map(({ shutdown, firstAcceptedMs }) =>
        atMost(`first 201 after Postgres is back, ${shutdown}`, acceptedAgainSecondsMax, "s", firstAcceptedMs / 1_000),
      ),
      atLeast("refusals with 503", 1, "", refused),
      exactly("refusals without Retry-After", 0, refusedWithoutRetryAfter),
      exactly("other answers", 0, otherAnswers),
      ...saleBars(figures),
      ...growthBars(figures),
      booksHold,
    ],
  };
}

export function reportSchedule(figures: ScheduleFigures): DrillReport {
  const gaps = [...figures.gapsBefore, ...figures.gapsAfter];
  const format = (seconds: readonly number[]) => `${seconds.map((gap) => gap.toFixed(1)).join(", ")} s`;
  return {
    rows: [
      ["Between runs", format(figures.gapsBefore)],
      ["Queue back to the next run", formatMs(figures.backMs)],
      ["Between runs afterwards", format(figures.gapsAfter)],
    ],
    bars: [
      atLeast("least time between two runs", scheduleSeconds - scheduleSlackSeconds, "s", Math.min(...gaps)),
      atMost("most time between two runs", scheduleSeconds + scheduleSlackSeconds, "s", Math.max(...gaps)),
      ...endedBars(figures),
    ],
  };
}

function growthBars({ memory }: Pick<BacklogFigures, "memory">): Bar[] {
  const growthOf = (part: "api" | "worker") => memory[part].peak - memory[part].start;
  return [
    atMost("growth of the API", growthMibMax, "MiB", growthOf("api")),
    atMost("growth of a worker", growthMibMax, "MiB", growthOf("worker")),
  ];
}

export function formatDrill(title: string, { rows, bars }: DrillReport): string[] {
  const table: Table = { title, columns: ["", ""], rows };
  return ["", ...formatTable(table), "", ...formatBars(bars), ""];
}
