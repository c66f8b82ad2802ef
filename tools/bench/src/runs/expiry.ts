import { booksHold } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import { cpuColumns } from "../measure/processes.ts";
import { defineRun } from "../run/define.ts";
import { flag, type OptionValues, positive, some, whole } from "../run/options.ts";
import { measureSales, type SalesSpec, warmUpOption } from "../run/sales.ts";
import type { Bench } from "../run/session.ts";
import { boundBar, measureTurns, type Runs, timesOf, turnNote, turnSteps, turnTables } from "../run/turns.ts";
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
  async measure(bench, given) {
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
    ...(runs
      ? [boundBar("CPU a sale, in use against without", cpuTimesMax, timesOf(runs, inUse, without, "CPU"))]
      : []),
    ...(sweep ? sweepBars(sweep, given) : []),
    booksHold,
  ],
});

/**
 * Sales in turns without and with expiry and return window. Before each turn of the service in use, the points of some
 * buyers become due, and the worker sweeps them. The points that the buyers earn are pending.
 */
async function measureCost(bench: Bench, given: OptionValues<typeof options>): Promise<Runs> {
  const { buyers: members, rounds: clubs, connections, seconds, warmUp } = given;
  const specOf = (isInUse: boolean): SalesSpec => ({
    ...{ members, connections, seconds, warmUp },
    shopMembers: 0,
    prepare: (databaseUrl) => openClubs(databaseUrl, { members, clubs, isInUse }),
    hasOtherEntries: true,
  });
  let club = 0;
  const specs = { [without]: specOf(false), [inUse]: specOf(true) };
  return measureTurns(bench, specs, clubs, async ({ name, spec, session }, prefix) => {
    if (name === inUse) {
      await releaseClub(session.sql, club++);
      await startSweep(session.queueUrl);
    }
    return measureSales(session, spec, prefix);
  });
}
