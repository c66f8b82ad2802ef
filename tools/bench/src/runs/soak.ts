import { memoryMibOf } from "@rewards/lab/cpu";
import { count, positiveNumber } from "@rewards/lab/options";
import { atMost, booksHold } from "@rewards/lab/report/bars";
import { formatCount, formatFigure } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { expectBooksOk } from "../measure/database.ts";
import { spreadOf } from "../measure/statistics.ts";
import { expectAllAccepted } from "./answers.ts";
import type { BenchCommand } from "./command.ts";
import { mbPerMib, partLabels } from "./figures.ts";
import { type Session, withSession } from "./session.ts";

interface SoakOptions {
  readonly minutes: number;
  readonly connections: number;
  readonly members: number;
}

const watched = ["api", "worker"] as const;
type Watched = (typeof watched)[number];

/** Resident memory of one second, MB. */
interface Sample extends Readonly<Record<Watched, number>> {
  readonly second: number;
}

const sampleEveryMs = 1_000;
const rowEverySeconds = 30;
const memoryMbMax = 250;
const growthPercentMax = 5;

export const soak: BenchCommand<SoakOptions> = {
  name: "soak",
  summary: "memory of API and worker under minutes of full load",
  options: (command) =>
    command
      .option("--minutes <n>", "minutes of load", positiveNumber, 5)
      .option("--connections <n>", "HTTP connections", count, 256)
      .option("--members <n>", "members who buy", count, 10_000),
  async run(bench, options, progress) {
    const { minutes, connections, members } = options;
    progress.begin(1);
    progress.step(`${minutes} minutes of full load`);
    const { samples, sales, salesPerSecond } = await withSession(bench, { members }, async (session) => {
      const { samples, stop } = watch(session);
      const pace = { kind: "closed", seconds: minutes * 60 } as const;
      const result = await session.send({ workload: "uniform", prefix: "sale", connections, pace });
      stop();
      await session.awaitPosted(result);
      expectAllAccepted(result);
      await expectBooksOk(session.databaseUrl);
      const sales = result.accepted;
      return { samples, sales, salesPerSecond: sales / (await session.meter.postedSeconds("sale")) };
    });
    return {
      name: "soak",
      title: "Memory under load",
      tables: [tableOf(samples, sales, salesPerSecond)],
      bars: [...watched.flatMap((part) => barsOf(part, samples)), booksHold],
      data: { options, sales, salesPerSecond, samples },
    };
  },
};

function watch({ subject }: Session): { samples: readonly Sample[]; stop: () => void } {
  const samples: Sample[] = [];
  const megabytes = (part: Watched) => memoryMibOf(subject.pids[part][0] ?? 0, "now") * mbPerMib;
  const timer = setInterval(() => {
    samples.push({ second: samples.length + 1, api: megabytes("api"), worker: megabytes("worker") });
  }, sampleEveryMs);
  return { samples, stop: () => clearInterval(timer) };
}

function tableOf(samples: readonly Sample[], sales: number, salesPerSecond: number): Table {
  const shown = samples.filter(({ second }) => second === 1 || second % rowEverySeconds === 0);
  const peaks = watched.map((part) => formatFigure(peakOf(part, samples)));
  return {
    title: "Resident memory (MB)",
    columns: ["After (s)", ...watched.map((part) => partLabels[part])],
    rows: [
      ...shown.map((sample) => [formatCount(sample.second), ...watched.map((part) => formatFigure(sample[part]))]),
      ["Peak", ...peaks],
    ],
    notes: [`${formatCount(sales)} sales, ${formatCount(salesPerSecond)} a second, all posted.`],
  };
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
