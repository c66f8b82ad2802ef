import { awaitCount } from "@rewards/lab/poll";
import type { Progress } from "@rewards/lab/progress";
import { atMost } from "@rewards/lab/report/bars";
import { formatCount, formatRange } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { expectBooksOk } from "../measure/database.ts";
import { spreadOf } from "../measure/statistics.ts";
import { tableOf } from "../run/columns.ts";
import {
  column,
  cpuColumns,
  lagColumns,
  measureSales,
  postColumns,
  type RunFigures,
  salesOf,
  warmUp,
} from "../run/sales.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";
import { boundBar, type RunsByName, timesOf, turnTables } from "../run/turns.ts";
import { countSwept, isSwept, openClubs, releaseClub, startSweep } from "../subject/clubs.ts";

interface SweepOptions {
  readonly seconds: number;
  readonly warmUp: number;
  readonly connections: number;
  readonly buyers: number;
  readonly members: number;
  readonly clubs: number;
  readonly rate: number;
  readonly fullLoad: boolean;
}

/** Sales may become so many times slower while the sweep runs. */
const slowerTimesMax = 1.1;
/** A million balances, in minutes. */
const millionMinutesMax = 10;
const markPollMs = 250;
const alone = "Sales alone";
const beside = "With the sweep";

/** What the sweep took of one club. */
interface Swept {
  readonly balances: number;
  readonly seconds: number;
}

interface SweepFigures {
  readonly runs: RunsByName;
  /** Of each club: all of it, and what was swept while the sales were sent. */
  readonly clubs: readonly { readonly all: Swept; readonly besideSales: Swept }[];
}

/** Sales at a fixed pace or at full load, in turns without and with a sweep of the next club. */
export async function measureSweep(bench: Bench, options: SweepOptions, progress: Progress): Promise<SweepFigures> {
  const { members, clubs, buyers } = options;
  progress.step(`filling ${formatCount(members)} members`);
  const prepare = (databaseUrl: string) => openClubs(databaseUrl, { members, clubs, isInUse: true });
  const spec = { members: Math.min(buyers, members), shopMembers: 0, prepare, hasOtherEntries: true } as const;
  return withSession(bench, spec, async (session) => {
    const { rate, fullLoad, ...load } = options;
    const sales = salesOf(fullLoad ? load : { ...load, rate });
    await warmUp(session, sales);
    const runs: { [name: string]: RunFigures[] } = { [alone]: [], [beside]: [] };
    const swept: SweepFigures["clubs"][number][] = [];
    for (let club = 0; club < clubs; club += 1) {
      const turns = [
        async () => void runs[alone]?.push(await measureSales(session, sales, `alone${club}`)),
        async () => {
          const run = () => measureSales(session, sales, `beside${club}`);
          const { figures, ...took } = await sweepBeside(session, club, run);
          runs[beside]?.push(figures);
          swept.push(took);
        },
      ];
      for (const turn of club % 2 === 0 ? turns : turns.reverse()) {
        progress.step(`sweep, turn ${club + 1} of ${clubs}`);
        await turn();
      }
    }
    progress.step("checking the books");
    await expectBooksOk(session.databaseUrl);
    return { runs, clubs: swept };
  });
}

async function sweepBeside({ sql, queueUrl }: Session, club: number, sell: () => Promise<RunFigures>) {
  await releaseClub(sql, club);
  const startMs = performance.now();
  await startSweep(queueUrl);
  let endMs: number | undefined;
  const readMark = async () => ((await isSwept(sql, club)) ? 1 : 0);
  const ended = awaitCount("clubs swept", readMark, (swept) => swept === 1, markPollMs).then((at) => {
    endMs = at;
  });
  const sweptSoFar = async (): Promise<Swept> => {
    const seconds = ((endMs ?? performance.now()) - startMs) / 1000;
    return { seconds, balances: await countSwept(sql, club) };
  };
  const figures = await sell();
  const besideSales = await sweptSoFar();
  await ended;
  return { figures, besideSales, all: await sweptSoFar() };
}

export function sweepTables({ runs, clubs }: SweepFigures, options: Omit<SweepOptions, "warmUp" | "buyers">): Table[] {
  const { rate, fullLoad, seconds, members } = options;
  const pace = fullLoad ? "at full load" : `at ${formatCount(rate)} a second`;
  return [
    ...turnTables(
      `Sales ${pace}: ms, and CPU in µs, statements and bytes of WAL a sale`,
      runs,
      [
        ...[column.sales, ...postColumns("p50", "p99"), ...lagColumns("p50", "p99"), ...cpuColumns.slice(0, 3)],
        ...[column.cpu, column.statements, column.walBytes],
      ],
      [`In turns of ${seconds} s; medians and ranges of ${clubs.length}. CPU and WAL include those of the sweep.`],
    ),
    tableOf(
      "Balances that the sweep takes in a second",
      Object.entries(ratesOf(clubs)).filter(([, rates]) => rates.length > 0),
      [
        ["", ([name]) => name],
        ["median", ([, rates]) => formatCount(spreadOf(rates).median)],
        ["range", ([, rates]) => formatRange(Math.min(...rates), Math.max(...rates))],
      ],
      [`${formatCount(members)} members in ${clubs.length} programmes, one award each, all due at once.`],
    ),
  ];
}

/** Of each club: while sales are sent, and afterwards. A club that was swept before its sales ended has no rate after. */
function ratesOf(clubs: SweepFigures["clubs"]): Record<string, number[]> {
  const rest = clubs.map(({ all, besideSales }) => ({
    balances: all.balances - besideSales.balances,
    seconds: all.seconds - besideSales.seconds,
  }));
  const rate = ({ balances, seconds }: Swept) => balances / seconds;
  return {
    "beside the sales": clubs.map(({ besideSales }) => rate(besideSales)),
    "with nothing else": rest.filter(({ balances }) => balances > 0).map(rate),
  };
}

export function sweepBars({ runs, clubs }: SweepFigures, { fullLoad }: Pick<SweepOptions, "fullLoad">): Bar[] {
  const total = (of: keyof Swept) => clubs.reduce((sum, { all }) => sum + all[of], 0);
  const slower = (name: string, read: (run: RunFigures) => number) =>
    boundBar(`${name} with the sweep, against sales alone`, slowerTimesMax, timesOf(runs, beside, alone, read));
  const million = (total("seconds") / total("balances")) * (1_000_000 / 60);
  return [
    atMost("the sweep of a million balances", millionMinutesMax, "minutes", million),
    // At full load, latencies follow from the number of connections.
    ...(fullLoad
      ? [slower("seconds a sale", (run) => 1 / run.salesPerSecond)]
      : [
          slower("POST p50", (run) => run.postMs.p50),
          slower("POST p99", (run) => run.postMs.p99),
          slower("lag p50", (run) => run.lagMs.p50),
        ]),
  ];
}
