import { awaitCount } from "@rewards/lab/poll";
import { atMost, type Bar, booksHold, formatCount, formatRange, type Table } from "@rewards/lab/report/report";
import { cpuColumns, type Figures, spreadOf, tableOf } from "../measure/figures.ts";
import { defineRun, flag, type OptionValues, roundOptions, some, whole } from "../run/command.ts";
import { measureSales, warmUp } from "../run/sales.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";
import { boundBar, measureTurns, timesOf, turnNote, turnTables } from "../run/turns.ts";
import { countSwept, isSwept, openClubs, releaseClub, startSweep } from "../subject/clubs.ts";

/** The most CPU that a sale may take with expiry and return window in use, and the most time beside a sweep. */
const timesMax = 1.1;
const millionMinutesMax = 10;
const [without, inUse] = ["Without", "In use"];
const [alone, beside] = ["Sales alone", "With the sweep"];

const options = {
  only: some("what to measure", ["sales", "sweep"] as const),
  ...roundOptions(12, 8),
  buyers: whole("members who buy", 10_000, 2_000),
  members: whole("members whose points the sweep takes", 1_000_000, 20_000),
  clubs: whole("turns of the sweep: each takes the members of one programme", 10, 1),
  rate: whole("sales a second while the sweep runs", 2_000, 500),
  fullLoad: flag("as many sales as the service takes while the sweep runs, instead of --rate"),
};
type Options = OptionValues<typeof options>;

export const expiry = defineRun({
  name: "expiry",
  summary: "what expiry and the return window add to a sale, and how fast the sweep takes expired points",
  options,
  async measure(bench: Bench, given) {
    const runs = given.only.includes("sales") ? await measureCost(bench, given) : undefined;
    const sweep = given.only.includes("sweep") ? await measureSweep(bench, given) : undefined;
    return { runs, sweep };
  },
  tables: ({ runs, sweep }, given) => [
    ...(runs
      ? turnTables(
          "CPU in µs a sale, latency in ms, statements and bytes of WAL a sale",
          runs,
          ["Sales/s", ...cpuColumns, "POST p99", "Statements", "WAL bytes"],
          [
            turnNote(given),
            `Both have ${given.rounds} programmes, and ${formatCount(given.buyers)} buyers in all. In use: expiry and return window; in each turn the points of one programme's buyers expire.`,
          ],
        )
      : []),
    ...(sweep ? sweepTables(sweep, given) : []),
  ],
  bars: ({ runs, sweep }, given) => [
    ...(runs ? [boundBar("CPU a sale, in use against without", timesMax, timesOf(runs, inUse, without, "CPU"))] : []),
    ...(sweep ? sweepBars(sweep, given) : []),
    booksHold,
  ],
});

/** Members of programmes, instead of those of the shop. */
const clubSession = (members: number, clubs: number, isInUse: boolean) => ({
  ...{ shopMembers: 0, hasOtherEntries: true },
  prepare: (databaseUrl: string) => openClubs(databaseUrl, { members, clubs, isInUse }),
});

/**
 * Sales in turns without and with expiry and return window. Before each turn of the service in use, the points of some
 * buyers become due, and the worker sweeps them. The points that the buyers earn are pending.
 */
async function measureCost(bench: Bench, { buyers: members, rounds, connections, seconds, warmUp }: Options) {
  const load = { members, connections, seconds, warmUp };
  const specOf = (isInUse: boolean) => ({ ...load, ...clubSession(members, rounds, isInUse) });
  let club = 0;
  const specs = { [without]: specOf(false), [inUse]: specOf(true) };
  return measureTurns(bench, specs, rounds, async ({ name, spec, session }, prefix) => {
    if (name === inUse) {
      await releaseClub(session.sql, club++);
      await startSweep(session.queueUrl);
    }
    return measureSales(session, spec, prefix);
  });
}

interface Swept {
  readonly balances: number;
  readonly seconds: number;
}

type Sweep = Awaited<ReturnType<typeof measureSweep>>;

/**
 * Sales at a fixed pace or at full load, in turns without and with a sweep of the next club. `during` and `after`: what it
 * took of each club while the sales were sent, and afterwards.
 */
function measureSweep(bench: Bench, given: Options) {
  const { members, clubs, buyers, rate, fullLoad, connections, seconds } = given;
  bench.say(`filling ${formatCount(members)} members`);
  const spec = { ...clubSession(members, clubs, true), members: Math.min(buyers, members) };
  return withSession(bench, spec, async (session) => {
    await warmUp(session, given);
    const sales = { members, connections, seconds, warmUp: 0, ...(!fullLoad && { perSecond: rate }) };
    const runs = { [alone]: [] as Figures[], [beside]: [] as Figures[] };
    const [during, after]: [Swept[], Swept[]] = [[], []];
    for (let turn = 0; turn < 2 * clubs; turn += 1) {
      const club = Math.floor(turn / 2);
      bench.say(`sweep, turn ${club + 1} of ${clubs}`);
      // Each club begins with the kind of turn that the one before ended with.
      const isAlone = turn % 4 === 0 || turn % 4 === 3;
      const readSwept = isAlone ? undefined : await beginSweep(session, club);
      runs[isAlone ? alone : beside]?.push(await measureSales(session, sales, `turn${turn}`));
      if (!readSwept) continue;
      const [first, all] = [await readSwept.soFar(), await readSwept.inTheEnd()];
      during.push(first);
      after.push({ balances: all.balances - first.balances, seconds: all.seconds - first.seconds });
    }
    return { runs, during, after };
  });
}

async function beginSweep({ sql, queueUrl }: Session, club: number) {
  await releaseClub(sql, club);
  const startMs = performance.now();
  await startSweep(queueUrl);
  let endMs: number | undefined;
  const readMark = async () => ((await isSwept(sql, club)) ? 1 : 0);
  const ended = awaitCount("clubs swept", readMark, (swept) => swept === 1, 250).then((at) => {
    endMs = at;
  });
  const soFar = async (): Promise<Swept> => {
    const seconds = ((endMs ?? performance.now()) - startMs) / 1000;
    return { seconds, balances: await countSwept(sql, club) };
  };
  return { soFar, inTheEnd: () => ended.then(soFar) };
}

function sweepTables({ runs, during, after }: Sweep, { rate, fullLoad, seconds, members }: Options): Table[] {
  const rowOf = (name: string, swept: readonly Swept[]) => {
    // A club that was swept before its sales ended has no rate after.
    const rates = swept.filter(({ balances }) => balances > 0).map((one) => one.balances / one.seconds);
    if (rates.length === 0) return [];
    const { median, min, max } = spreadOf(rates);
    return [[name, { median: formatCount(median), range: formatRange(min, max) }] as const];
  };
  const pace = fullLoad ? "at full load" : `at ${formatCount(rate)} a second`;
  return [
    ...turnTables(
      `Sales ${pace}: ms, and CPU in µs, statements and bytes of WAL a sale`,
      runs,
      [
        ...["Sales/s", "POST p50", "POST p99", "Lag p50", "Lag p99", "API", "Worker", "Postgres"],
        ...["CPU", "Statements", "WAL bytes"],
      ],
      [`In turns of ${seconds} s; medians and ranges of ${during.length}. CPU and WAL include those of the sweep.`],
    ),
    tableOf(
      "Balances that the sweep takes in a second",
      ["", "median", "range"],
      [...rowOf("beside the sales", during), ...rowOf("with nothing else", after)],
      [`${formatCount(members)} members in ${during.length} programmes, one award each, all due at once.`],
    ),
  ];
}

function sweepBars({ runs, during, after }: Sweep, { fullLoad }: Options): Bar[] {
  const total = (of: keyof Swept) => [...during, ...after].reduce((sum, swept) => sum + swept[of], 0);
  const million = (total("seconds") / total("balances")) * (1_000_000 / 60);
  const slower = (name: string, times: readonly number[]) =>
    boundBar(`${name} with the sweep, against sales alone`, timesMax, times);
  return [
    atMost("the sweep of a million balances", millionMinutesMax, "minutes", million),
    // At full load, latencies follow from the number of connections.
    ...(fullLoad
      ? [slower("seconds a sale", timesOf(runs, alone, beside, "Sales/s"))]
      : ["POST p50", "POST p99", "Lag p50"].map((name) => slower(name, timesOf(runs, beside, alone, name)))),
  ];
}
