import type { Progress } from "@rewards/lab/progress";
import { booksHold } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import { defineRun } from "../run/define.ts";
import { flag, type OptionValues, positive, some, whole } from "../run/options.ts";
import { column, cpuColumns, measureSales, type RunSpec, salesOf, warmUpOption } from "../run/sales.ts";
import type { Bench } from "../run/session.ts";
import { boundBar, measureTurns, type RunsByName, timesOf, turnSteps, turnTables } from "../run/turns.ts";
import { openClubs, releaseClub, startSweep } from "../subject/clubs.ts";
import { measureSweep, sweepBars, sweepTables } from "./expiry.sweep.ts";

/** The most CPU that a sale may take with expiry and return window in use, relative to one without. */
const cpuTimesMax = 1.1;
const without = "Without";
const inUse = "In use";

const options = {
  only: some("what to measure", ["sales", "sweep"] as const),
  rounds: whole("turns of sales", 12, 1),
  seconds: positive("seconds of each turn", 8, 3),
  warmUp: warmUpOption,
  connections: whole("HTTP connections", 256),
  buyers: whole("members who buy", 10_000, 2_000),
  members: whole("members whose points the sweep takes", 1_000_000, 20_000),
  clubs: whole("turns of the sweep: each takes the members of one programme", 10, 1),
  rate: whole("sales a second while the sweep runs", 2_000, 500),
  fullLoad: flag("as many sales as the service takes while the sweep runs, instead of --rate"),
};

export const expiry = defineRun({
  name: "expiry",
  summary: "what expiry and the return window add to a sale, and how fast the sweep takes expired points",
  title: "Expiry and pending points",
  options,
  steps: ({ only, rounds, clubs }) =>
    (only.includes("sales") ? turnSteps(2, rounds) : 0) + (only.includes("sweep") ? 2 * clubs + 2 : 0),
  async measure(bench, given, progress) {
    const runs = given.only.includes("sales") ? await measureCost(bench, given, progress) : undefined;
    const turns = given.only.includes("sweep") ? await measureSweep(bench, given, progress) : undefined;
    return { runs, turns };
  },
  tables: ({ runs, turns }, { rounds, seconds, buyers, ...given }) => [
    ...(runs
      ? turnTables(
          "CPU in µs a sale, latency in ms, statements and bytes of WAL a sale",
          runs,
          [column.sales, ...cpuColumns, column.cpu, column.postP99, column.statements, column.walBytes],
          [
            `Closed loop, in turns of services that both run, medians and ranges of ${rounds} rounds of ${seconds} s.`,
            `Both have ${rounds} programmes, and ${formatCount(buyers)} buyers in all. In use: expiry and return window; in each turn the points of one programme's buyers expire.`,
          ],
        )
      : []),
    ...(turns ? sweepTables(turns, { ...given, seconds }) : []),
  ],
  bars: ({ runs, turns }, given) => [
    ...(runs
      ? [boundBar("CPU a sale, in use against without", cpuTimesMax, timesOf(runs, inUse, without, column.cpu[1]))]
      : []),
    ...(turns ? sweepBars(turns, given) : []),
    booksHold,
  ],
});

/**
 * Sales in turns without and with expiry and return window. Before each turn of the service in use, the points of some
 * buyers become due, and the worker sweeps them. The points that the buyers earn are pending.
 */
async function measureCost(bench: Bench, given: OptionValues<typeof options>, progress: Progress): Promise<RunsByName> {
  const { buyers: members, rounds: clubs } = given;
  const specOf = (isInUse: boolean): RunSpec => ({
    ...salesOf({ members, connections: given.connections, seconds: given.seconds, warmUp: given.warmUp }),
    shopMembers: 0,
    prepare: (databaseUrl) => openClubs(databaseUrl, { members, clubs, isInUse }),
    hasOtherEntries: true,
  });
  let club = 0;
  const specs = { [without]: specOf(false), [inUse]: specOf(true) };
  return measureTurns(bench, specs, clubs, progress, async ({ name, spec, session }, prefix) => {
    if (name === inUse) {
      await releaseClub(session.sql, club++);
      await startSweep(session.queueUrl);
    }
    return measureSales(session, spec, prefix);
  });
}
