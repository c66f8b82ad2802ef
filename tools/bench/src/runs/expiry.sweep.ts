import { awaitCount } from "@rewards/lab/poll";
import { atMost } from "@rewards/lab/report/bars";
import { formatCount, formatRange } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { expectBooksOk } from "../measure/database.ts";
import { spreadOf } from "../measure/statistics.ts";
import { type Figures, tableOf } from "../run/figures.ts";
import { measureSales, type SalesSpec, warmUp } from "../run/sales.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";
import { boundBar, timesOf, turnTables } from "../run/turns.ts";
import { countSwept, isSwept, openClubs, releaseClub, startSweep } from "../subject/clubs.ts";

type SweepOptions = Pick<SalesSpec, "seconds" | "warmUp" | "connections" | "members"> &
  Readonly<Record<"buyers" | "clubs" | "rate", number>> & { readonly fullLoad: boolean };

/** Sales may become so many times slower while the sweep runs. */
const slowerTimesMax = 1.1;
/** A million balances, in minutes. */
const millionMinutesMax = 10;
const markPollMs = 250;
const alone = "Sales alone";
const beside = "With the sweep";

/** What the sweep took in a time. */
interface Swept {
  readonly balances: number;
  readonly seconds: number;
}

type SweepFigures = Awaited<ReturnType<typeof measureSweep>>;

/**
 * Sales at a fixed pace or at full load, in turns without and with a sweep of the next club. `during` and `after`: what
 * the sweep took of each club while the sales were sent, and afterwards.
 */
export async function measureSweep(bench: Bench, options: SweepOptions) {
  const { members, clubs, buyers, rate, fullLoad, ...load } = options;
  bench.step(`filling ${formatCount(members)} members`);
  const prepare = (databaseUrl: string) => openClubs(databaseUrl, { members, clubs, isInUse: true });
  const spec = { members: Math.min(buyers, members), shopMembers: 0, prepare, hasOtherEntries: true } as const;
  return withSession(bench, spec, async (session) => {
    const sales = { ...load, ...(!fullLoad && { rate }), members };
    await warmUp(session, sales);
    const runs = { [alone]: [] as Figures[], [beside]: [] as Figures[] };
    const [during, after]: [Swept[], Swept[]] = [[], []];
    for (let turn = 0; turn < 2 * clubs; turn += 1) {
      const club = Math.floor(turn / 2);
      bench.step(`sweep, turn ${club + 1} of ${clubs}`);
      // Each club begins with the kind of turn that the one before ended with.
      const name = turn % 4 === 0 || turn % 4 === 3 ? alone : beside;
      const sell = () => measureSales(session, sales, `turn${turn}`);
      if (name === alone) runs[alone].push(await sell());
      else {
        const found = await sweepBeside(session, club, sell);
        runs[beside].push(found.figures);
        during.push(found.during);
        after.push(found.after);
      }
    }
    bench.step("checking the books");
    await expectBooksOk(session.databaseUrl);
    return { runs, during, after };
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
  const during = await sweptSoFar();
  await ended;
  const all = await sweptSoFar();
  const after = { balances: all.balances - during.balances, seconds: all.seconds - during.seconds };
  return { figures, during, after };
}

type Shown = Pick<SweepOptions, "rate" | "fullLoad" | "seconds" | "members">;

export function sweepTables({ runs, during, after }: SweepFigures, options: Shown): Table[] {
  const { rate, fullLoad, seconds, members } = options;
  const clubs = during.length;
  const rowOf = (name: string, swept: readonly Swept[]) => {
    // A club that was swept before its sales ended has no rate after.
    const rates = swept.filter(({ balances }) => balances > 0).map((one) => one.balances / one.seconds);
    if (rates.length === 0) return [];
    const { median, min, max } = spreadOf(rates);
    return [[name, { median: formatCount(median), range: formatRange(min, max) }] as const];
  };
  return [
    ...turnTables(
      `Sales ${fullLoad ? "at full load" : `at ${formatCount(rate)} a second`}: ms, and CPU in µs, statements and bytes of WAL a sale`,
      runs,
      [
        ...["Sales/s", "POST p50", "POST p99", "Lag p50", "Lag p99", "API", "Worker", "Postgres"],
        ...["CPU", "Statements", "WAL bytes"],
      ],
      [`In turns of ${seconds} s; medians and ranges of ${clubs}. CPU and WAL include those of the sweep.`],
    ),
    tableOf(
      "Balances that the sweep takes in a second",
      ["", "median", "range"],
      [...rowOf("beside the sales", during), ...rowOf("with nothing else", after)],
      [`${formatCount(members)} members in ${clubs} programmes, one award each, all due at once.`],
    ),
  ];
}

export function sweepBars({ runs, during, after }: SweepFigures, { fullLoad }: Pick<SweepOptions, "fullLoad">): Bar[] {
  const total = (of: keyof Swept) => [...during, ...after].reduce((sum, swept) => sum + swept[of], 0);
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
