import { memoryMibOf } from "@rewards/lab/cpu";
import { atMost, booksHold } from "@rewards/lab/report/bars";
import { formatCount, formatFigure } from "@rewards/lab/report/number";
import type { Bar } from "@rewards/lab/report/report";
import { closed } from "../load/load.spec.ts";
import { expectBooksOk } from "../measure/database.ts";
import { spreadOf } from "../measure/statistics.ts";
import { mbPerMib, partLabels, tableOf } from "../run/columns.ts";
import { defineRun } from "../run/define.ts";
import { buyers, positive } from "../run/options.ts";
import { expectAllAccepted } from "../run/sales.ts";
import { type Session, withSession } from "../run/session.ts";

const watched = ["api", "worker"] as const;
type Watched = (typeof watched)[number];
/** Resident memory after a second, MB. */
type Sample = Readonly<Record<Watched, number>>;

const sampleEveryMs = 1_000;
const rowEverySeconds = 30;
const memoryMbMax = 250;
const growthPercentMax = 5;

export const soak = defineRun({
  name: "soak",
  summary: "memory of API and worker under minutes of full load",
  title: "Memory under load",
  options: { minutes: positive("minutes of load", 5, 0.2), ...buyers() },
  steps: () => 1,
  async measure(bench, { minutes, connections, members }, progress) {
    progress.step(`${minutes} minutes of full load`);
    return withSession(bench, { members }, async (session) => {
      const { samples, stop } = watch(session);
      const result = await session.send({ connections, pace: closed(minutes * 60) }).finally(stop);
      await session.awaitPosted(result);
      expectAllAccepted(result);
      await expectBooksOk(session.databaseUrl);
      const sales = result.accepted;
      return { samples, sales, salesPerSecond: sales / (await session.meter.postedSeconds("sale")) };
    });
  },
  tables({ samples, sales, salesPerSecond }) {
    const rows = samples.map((sample, index) => ({ ...sample, after: formatCount(index + 1) }));
    const shown = rows.filter((_, index) => index === 0 || (index + 1) % rowEverySeconds === 0);
    const peak = { after: "Peak", api: peakOf("api", samples), worker: peakOf("worker", samples) };
    return [
      tableOf(
        "Resident memory (MB)",
        [...shown, peak],
        [
          ["After (s)", ({ after }) => after],
          ["API", ({ api }) => api],
          ["Worker", ({ worker }) => worker],
        ],
        [`${formatCount(sales)} sales, ${formatCount(salesPerSecond)} a second, all posted.`],
      ),
    ];
  },
  bars: ({ samples }) => [...watched.flatMap((part) => barsOf(part, samples)), booksHold],
});

function watch({ subject }: Session): { samples: readonly Sample[]; stop: () => void } {
  const samples: Sample[] = [];
  const megabytes = (part: Watched) => memoryMibOf(subject.pids[part][0] ?? 0, "now") * mbPerMib;
  const sample = () => void samples.push({ api: megabytes("api"), worker: megabytes("worker") });
  const timer = setInterval(sample, sampleEveryMs);
  return { samples, stop: () => clearInterval(timer) };
}

const peakOf = (part: Watched, samples: readonly Sample[]) => Math.max(...samples.map((sample) => sample[part]));

/** Compares the second fifth of the time with the last: of five minutes, the second minute. */
function barsOf(part: Watched, samples: readonly Sample[]): Bar[] {
  const fifth = Math.floor(samples.length / 5);
  const medianOf = (from: number, to: number) => spreadOf(samples.slice(from, to).map((one) => one[part])).median;
  const early = medianOf(fifth, 2 * fifth);
  const late = medianOf(samples.length - fifth, samples.length);
  return [
    atMost(`memory of the ${partLabels[part]}, at its peak`, memoryMbMax, "MB", peakOf(part, samples)),
    {
      name: `growth of the ${partLabels[part]} from the second fifth to the last`,
      wanted: `≤ ${growthPercentMax} %`,
      measured: `${formatFigure(early)} → ${formatFigure(late)} MB, ${formatFigure((late / early - 1) * 100)} %`,
      holds: late <= early * (1 + growthPercentMax / 100),
    },
  ];
}
