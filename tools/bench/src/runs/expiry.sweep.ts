import { awaitCount } from "@rewards/lab/poll";
import type { Progress } from "@rewards/lab/progress";
import { atMost } from "@rewards/lab/report/bars";
import { formatCount, formatRange } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { expectBooksOk } from "../measure/database.ts";
import { spreadOf } from "../measure/statistics.ts";
import { countSwept, isSwept, openClubs, releaseClub, startSweep } from "../subject/clubs.ts";
import { boundBar } from "./expiry.cost.ts";
import type { ExpiryOptions } from "./expiry.options.ts";
import { type Bench, measureSales, type RunFigures, warmUp } from "./measure.ts";
import { type Column, type RunsByName, spreadRows, timesOf } from "./rounds.ts";
import { type Session, withSession } from "./session.ts";

/** Sales may become so many times slower while the sweep runs. */
const slowerTimesMax = 1.1;
/** A million balances, in minutes. */
const millionMinutesMax = 10;

const markPollMs = 250;

const alone = "Sales alone";
const beside = "With the sweep";

/** The sweep of one club. */
interface SweptClub {
  readonly balances: number;
  readonly seconds: number;
  /** While the sales were sent. */
  readonly besideSales: { readonly balances: number; readonly seconds: number };
}

export interface SweepFigures {
  readonly runs: RunsByName;
  readonly clubs: readonly SweptClub[];
}

/** Sales at a fixed pace or at full load, in turns without and with a sweep of the next club. */
export async function measureSweep(bench: Bench, options: ExpiryOptions, progress: Progress): Promise<SweepFigures> {
  const { members, clubs, buyers } = options;
  progress.step(`filling ${formatCount(members)} members`);
  const prepare = (databaseUrl: string) => openClubs(databaseUrl, { members, clubs, isInUse: true });
  const spec = { members: Math.min(buyers, members), shopMembers: 0, prepare, hasOtherEntries: true } as const;
  return withSession(bench, spec, async (session) => {
    await warmUp(session, salesOf(options));
    const runs: Record<string, RunFigures[]> = { [alone]: [], [beside]: [] };
    const swept: SweptClub[] = [];
    for (let club = 0; club < clubs; club += 1) {
      const turns = [
        async () => runs[alone]?.push(await measureSales(session, salesOf(options), `alone${club}`)),
        async () => {
          const turn = await measureBeside(session, options, club);
          runs[beside]?.push(turn.sales);
          swept.push(turn.swept);
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

const salesOf = ({ connections, seconds, rate, fullLoad, warmUp: warmUpSeconds }: ExpiryOptions) => {
  const pace = fullLoad
    ? ({ kind: "closed", seconds } as const)
    : ({ kind: "paced", seconds, perSecond: rate } as const);
  return { workload: "uniform", pace, warmUpSeconds, warmUpAtFullSpeed: true, connections } as const;
};

async function measureBeside(
  session: Session,
  options: ExpiryOptions,
  club: number,
): Promise<{ sales: RunFigures; swept: SweptClub }> {
  const { sql } = session;
  await releaseClub(sql, club);
  const startMs = performance.now();
  await startSweep(session.queueUrl);
  let endMs: number | undefined;
  const ended = awaitSwept(session, club).then((at) => {
    endMs = at;
  });
  const sales = await measureSales(session, salesOf(options), `beside${club}`);
  const besideMs = (endMs ?? performance.now()) - startMs;
  const besideSales = { balances: await countSwept(sql, club), seconds: besideMs / 1000 };
  await ended;
  const seconds = ((endMs ?? performance.now()) - startMs) / 1000;
  return { sales, swept: { balances: await countSwept(sql, club), seconds, besideSales } };
}

/** @returns the time (performance.now) at which the mark passed the last award. */
function awaitSwept({ sql }: Session, club: number): Promise<number> {
  const readMark = async () => ((await isSwept(sql, club)) ? 1 : 0);
  return awaitCount("clubs swept", readMark, (swept) => swept === 1, markPollMs);
}

const columns: readonly Column[] = [
  ["Sales/s", (run) => run.salesPerSecond],
  ["POST p50", (run) => run.postMs.p50],
  ["p99", (run) => run.postMs.p99],
  ["Lag p50", (run) => run.lagMs.p50],
  ["p99", (run) => run.lagMs.p99],
  ["API", (run) => run.cpu.api],
  ["Worker", (run) => run.cpu.worker],
  ["Postgres", (run) => run.cpu.postgres],
  ["Sum", (run) => run.cpu.total],
  ["Statements", (run) => run.statementsPerSale],
  ["WAL", (run) => run.walBytesPerSale],
];
const titles = ["", ...columns.map(([title]) => title)];

export function sweepTables({ runs, clubs }: SweepFigures, options: ExpiryOptions): Table[] {
  const { rate, fullLoad, seconds, members } = options;
  const times = ([, read]: Column) => spreadOf(timesOf(runs, beside, alone, read));
  return [
    {
      title: `Sales ${fullLoad ? "at full load" : `at ${formatCount(rate)} a second`}: ms, and CPU in µs, statements and bytes of WAL a sale`,
      columns: titles,
      rows: [
        ...spreadRows([alone, beside], (name) => columns.map(([, read]) => spreadOf((runs[name] ?? []).map(read)))),
        ...spreadRows(["times"], () => columns.map(times)),
      ],
      notes: [
        `In turns of ${seconds} s; medians and ranges of ${clubs.length}. CPU and WAL include those of the sweep.`,
      ],
    },
    {
      title: "Balances that the sweep takes in a second",
      columns: ["", "median", "range"],
      rows: Object.entries(ratesOf(clubs)).map(([name, rates]) => {
        const { median, min, max } = spreadOf(rates);
        return [name, formatCount(median), formatRange(min, max)];
      }),
      notes: [`${formatCount(members)} members in ${clubs.length} programmes, one award each, all due at once.`],
    },
  ];
}

/** Of each club: while sales are sent, and afterwards. A club that was swept before its sales ended has no rate after. */
function ratesOf(clubs: readonly SweptClub[]): Record<string, number[]> {
  const rest = clubs.map(({ balances, seconds, besideSales }) => ({
    balances: balances - besideSales.balances,
    seconds: seconds - besideSales.seconds,
  }));
  const rate = ({ balances, seconds }: { balances: number; seconds: number }) => balances / seconds;
  return {
    "beside the sales": clubs.map(({ besideSales }) => rate(besideSales)),
    "with nothing else": rest.filter(({ balances }) => balances > 0).map(rate),
  };
}

export function sweepBars({ runs, clubs }: SweepFigures, { fullLoad }: ExpiryOptions): Bar[] {
  const balances = clubs.reduce((sum, club) => sum + club.balances, 0);
  const seconds = clubs.reduce((sum, club) => sum + club.seconds, 0);
  const slower = (name: string, read: Column[1]) =>
    boundBar(`${name} with the sweep, against sales alone`, slowerTimesMax, timesOf(runs, beside, alone, read));
  const million = (seconds / balances) * (1_000_000 / 60);
  const ended = atMost("the sweep of a million balances", millionMinutesMax, "minutes", million);
  // At full load, latencies follow from the number of connections.
  if (fullLoad) return [ended, slower("seconds a sale", (run) => 1 / run.salesPerSecond)];
  return [
    ended,
    slower("POST p50", (run) => run.postMs.p50),
    slower("POST p99", (run) => run.postMs.p99),
    slower("lag p50", (run) => run.lagMs.p50),
  ];
}
