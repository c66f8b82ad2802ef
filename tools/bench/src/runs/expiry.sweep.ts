import { awaitCount } from "@rewards/lab/poll";
import { atMost } from "@rewards/lab/report/bars";
import { formatCount, formatRange } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { expectBooksOk } from "../measure/database.ts";
import { spreadOf } from "../measure/statistics.ts";
import { type Figures, tableOf } from "../run/figures.ts";
import { measureSales, salesOf, warmUp } from "../run/sales.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";
import { boundBar, type Runs, timesOf, turnTables } from "../run/turns.ts";
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
  readonly runs: Runs;
  /** Of each club: while the sales were sent, and afterwards. */
  readonly clubs: readonly { readonly besideSales: Swept; readonly after: Swept }[];
}

/** Sales at a fixed pace or at full load, in turns without and with a sweep of the next club. */
export async function measureSweep(bench: Bench, options: SweepOptions): Promise<SweepFigures> {
  const { members, clubs, buyers } = options;
  bench.step(`filling ${formatCount(members)} members`);
  const prepare = (databaseUrl: string) => openClubs(databaseUrl, { members, clubs, isInUse: true });
  const spec = { members: Math.min(buyers, members), shopMembers: 0, prepare, hasOtherEntries: true } as const;
  return withSession(bench, spec, async (session) => {
    const { rate, fullLoad, ...load } = options;
    const sales = salesOf(fullLoad ? load : { ...load, rate });
    await warmUp(session, sales);
    const [runsAlone, runsBeside]: [Figures[], Figures[]] = [[], []];
    const swept: SweepFigures["clubs"][number][] = [];
    for (let club = 0; club < clubs; club += 1) {
      const sellAlone = async () => void runsAlone.push(await measureSales(session, sales, `alone${club}`));
      const sellBeside = async () => {
        const sell = () => measureSales(session, sales, `beside${club}`);
        const { figures, ...took } = await sweepBeside(session, club, sell);
        runsBeside.push(figures);
        swept.push(took);
      };
      for (const turn of club % 2 === 0 ? [sellAlone, sellBeside] : [sellBeside, sellAlone]) {
        bench.step(`sweep, turn ${club + 1} of ${clubs}`);
        await turn();
      }
    }
    bench.step("checking the books");
    await expectBooksOk(session.databaseUrl);
    return { runs: { [alone]: runsAlone, [beside]: runsBeside }, clubs: swept };
  });
}

async function sweepBeside({ sql, queueUrl }: Session, club: number, sell: () => Promise<Figures>) {
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
  const all = await sweptSoFar();
  const after = { balances: all.balances - besideSales.balances, seconds: all.seconds - besideSales.seconds };
  return { figures, besideSales, after };
}

type Shown = Pick<SweepOptions, "rate" | "fullLoad" | "seconds" | "members">;

export function sweepTables({ runs, clubs }: SweepFigures, { rate, fullLoad, seconds, members }: Shown): Table[] {
  const pace = fullLoad ? "at full load" : `at ${formatCount(rate)} a second`;
  const rateRow = (name: string, swept: readonly Swept[]) => {
    const rates = swept.map((one) => one.balances / one.seconds);
    if (rates.length === 0) return [];
    const range = formatRange(Math.min(...rates), Math.max(...rates));
    return [[name, { median: formatCount(spreadOf(rates).median), range }] as const];
  };
  return [
    ...turnTables(
      `Sales ${pace}: ms, and CPU in µs, statements and bytes of WAL a sale`,
      runs,
      [
        ...["Sales/s", "POST p50", "POST p99", "Lag p50", "Lag p99", "API", "Worker", "Postgres"],
        ...["CPU", "Statements", "WAL bytes"],
      ],
      [`In turns of ${seconds} s; medians and ranges of ${clubs.length}. CPU and WAL include those of the sweep.`],
    ),
    tableOf(
      "Balances that the sweep takes in a second",
      ["", "median", "range"],
      [
        ...rateRow(
          "beside the sales",
          clubs.map(({ besideSales }) => besideSales),
        ),
        // A club that was swept before its sales ended has no rate after.
        ...rateRow(
          "with nothing else",
          clubs.map(({ after }) => after).filter(({ balances }) => balances > 0),
        ),
      ],
      [`${formatCount(members)} members in ${clubs.length} programmes, one award each, all due at once.`],
    ),
  ];
}

export function sweepBars({ runs, clubs }: SweepFigures, { fullLoad }: Pick<SweepOptions, "fullLoad">): Bar[] {
  const total = (of: keyof Swept) =>
    clubs.reduce((sum, { besideSales, after }) => sum + besideSales[of] + after[of], 0);
  const million = (total("seconds") / total("balances")) * (1_000_000 / 60);
  const slower = (name: string, times: readonly number[]) =>
    boundBar(`${name} with the sweep, against sales alone`, slowerTimesMax, times);
  return [
    atMost("the sweep of a million balances", millionMinutesMax, "minutes", million),
    // At full load, latencies follow from the number of connections.
    ...(fullLoad
      ? [slower("seconds a sale", timesOf(runs, alone, beside, "Sales/s"))]
      : ["POST p50", "POST p99", "Lag p50"].map((name) => slower(name, timesOf(runs, beside, alone, name)))),
  ];
}
