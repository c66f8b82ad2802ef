import { memoryMibOf } from "@rewards/lab/cpu";
import { atMost, type Bar, booksHold, formatCount, formatFigure } from "@rewards/lab/report/report";
import { mbPerMib, spreadOf, tableOf } from "../measure/figures.ts";
import { buyers, defineRun, positive } from "../run/command.ts";
import { expectAllAccepted } from "../run/sales.ts";
import { type Bench, withSession } from "../run/session.ts";

const sampleEveryMs = 1_000;
const memoryMbMax = 250;
const growthPercentMax = 5;

export const soak = defineRun({
  name: "soak",
  summary: "memory of API and worker under minutes of full load",
  options: { minutes: positive("minutes of load", 5, 0.2), ...buyers() },
  measure: (bench: Bench, { minutes, connections, members }) =>
    withSession(bench, { members }, async (session) => {
      bench.say(`${minutes} minutes of full load`);
      const { api, worker } = session.subject.pids;
      /** Of each process, its resident memory in MB, each second. */
      const watched = [
        { name: "API", pid: api[0] ?? 0, samples: [] as number[] },
        { name: "worker", pid: worker[0] ?? 0, samples: [] as number[] },
      ];
      const timer = setInterval(() => {
        for (const { pid, samples } of watched) samples.push(memoryMibOf(pid, "now") * mbPerMib);
      }, sampleEveryMs);
      session.closers.add(async () => clearInterval(timer));
      const result = await session.send({ connections, seconds: minutes * 60 });
      clearInterval(timer);
      await session.awaitPosted(result);
      expectAllAccepted(result);
      const salesPerSecond = result.accepted / (await session.readPosted()).seconds;
      const memory = watched.map(({ name, samples }) => [name, memoryOf(samples)] as const);
      return { memory, sales: result.accepted, salesPerSecond };
    }),
  tables: ({ memory, sales, salesPerSecond }) => [
    tableOf("Resident memory (MB)", ["", "Second fifth", "Last fifth", "Peak"], memory, [
      "Medians of the second fifth of the time and of the last: of five minutes, the second and the fifth.",
      `${formatCount(sales)} sales, ${formatCount(salesPerSecond)} a second, all posted.`,
    ]),
  ],
  bars: ({ memory }) => [
    ...memory.flatMap(([name, { "Second fifth": early, "Last fifth": late, Peak: peak }]): Bar[] => [
      atMost(`memory of the ${name}, at its peak`, memoryMbMax, "MB", peak),
      {
        name: `growth of the ${name} from the second fifth to the last`,
        wanted: `≤ ${growthPercentMax} %`,
        measured: `${formatFigure(early)} → ${formatFigure(late)} MB, ${formatFigure((late / early - 1) * 100)} %`,
        holds: late <= early * (1 + growthPercentMax / 100),
      },
    ]),
    booksHold,
  ],
});

function memoryOf(samples: readonly number[]) {
  const fifth = Math.floor(samples.length / 5);
  return {
    "Second fifth": spreadOf(samples.slice(fifth, 2 * fifth)).median,
    "Last fifth": spreadOf(samples.slice(samples.length - fifth)).median,
    Peak: Math.max(...samples),
  };
}
