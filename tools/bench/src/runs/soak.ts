import { memoryMibOf } from "@rewards/lab/cpu";
import { atMost, booksHold } from "@rewards/lab/report/bars";
import { formatCount, formatFigure } from "@rewards/lab/report/number";
import type { Bar } from "@rewards/lab/report/report";
import { closed } from "../load/load.spec.ts";
import { expectBooksOk, postedSales, readLag } from "../measure/database.ts";
import { mbPerMib } from "../measure/processes.ts";
import { spreadOf } from "../measure/statistics.ts";
import { defineRun } from "../run/define.ts";
import { tableOf } from "../run/figures.ts";
import { buyers, positive } from "../run/options.ts";
import { expectAllAccepted } from "../run/sales.ts";
import { withSession } from "../run/session.ts";

const sampleEveryMs = 1_000;
const memoryMbMax = 250;
const growthPercentMax = 5;

export const soak = defineRun({
  name: "soak",
  summary: "memory of API and worker under minutes of full load",
  title: "Memory under load",
  options: { minutes: positive("minutes of load", 5, 0.2), ...buyers() },
  steps: () => 1,
  async measure(bench, { minutes, connections, members }) {
    bench.step(`${minutes} minutes of full load`);
    return withSession(bench, { members }, async ({ subject, closers, sql, ...session }) => {
      /** Resident memory, MB, each second. */
      const samples = { API: [] as number[], worker: [] as number[] };
      const timer = setInterval(() => {
        samples.API.push(memoryMibOf(subject.pids.api[0] ?? 0, "now") * mbPerMib);
        samples.worker.push(memoryMibOf(subject.pids.worker[0] ?? 0, "now") * mbPerMib);
      }, sampleEveryMs);
      closers.add(async () => clearInterval(timer));
      const result = await session.send({ connections, pace: closed(minutes * 60) });
      clearInterval(timer);
      await session.awaitPosted(result);
      expectAllAccepted(result);
      await expectBooksOk(session.databaseUrl);
      const { seconds } = await readLag(sql, postedSales(sql, "sale"));
      return { samples, sales: result.accepted, salesPerSecond: result.accepted / seconds };
    });
  },
  tables: ({ samples, sales, salesPerSecond }) => [
    tableOf(
      "Resident memory (MB)",
      ["", "Second fifth", "Last fifth", "Peak"],
      Object.entries(samples).map(([part, values]) => [part, memoryOf(values)]),
      [
        "Medians of the second fifth of the time and of the last: of five minutes, the second and the fifth.",
        `${formatCount(sales)} sales, ${formatCount(salesPerSecond)} a second, all posted.`,
      ],
    ),
  ],
  bars: ({ samples }) => [...Object.entries(samples).flatMap(([part, values]) => barsOf(part, values)), booksHold],
});

function memoryOf(values: readonly number[]) {
  const fifth = Math.floor(values.length / 5);
  return {
    "Second fifth": spreadOf(values.slice(fifth, 2 * fifth)).median,
    "Last fifth": spreadOf(values.slice(values.length - fifth)).median,
    Peak: Math.max(...values),
  };
}

function barsOf(part: string, values: readonly number[]): Bar[] {
  const { "Second fifth": early, "Last fifth": late, Peak: peak } = memoryOf(values);
  return [
    atMost(`memory of the ${part}, at its peak`, memoryMbMax, "MB", peak),
    {
      name: `growth of the ${part} from the second fifth to the last`,
      wanted: `≤ ${growthPercentMax} %`,
      measured: `${formatFigure(early)} → ${formatFigure(late)} MB, ${formatFigure((late / early - 1) * 100)} %`,
      holds: late <= early * (1 + growthPercentMax / 100),
    },
  ];
}
