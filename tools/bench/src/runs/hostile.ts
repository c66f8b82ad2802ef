import { type CallerName, callerClasses, callerNames } from "../hostile/callers.ts";
import { defineRun } from "../run/define.ts";
import { some, whole } from "../run/options.ts";
import type { Bench } from "../run/session.ts";
import { alone, type ClassRun, measureClass } from "./hostile.measure.ts";
import { barOf, tablesOf } from "./hostile.report.ts";

const mix = "mix";
const mixShare = 0.25;
const addressesMax = 200;

export const hostile = defineRun({
  name: "hostile",
  summary: "latency of sales while hostile callers attack the service",
  failsByBars: true,
  options: {
    seconds: whole("seconds of sales with each class", 8, 3),
    only: some<CallerName | typeof mix>("classes to run", [...callerNames, mix]),
    addresses: whole("number of addresses of the callers; 0: the tills' address", 0, 0, addressesMax, 0),
  },
  async measure(bench: Bench, { only, addresses, seconds }) {
    const runs: ClassRun[] = [];
    const run = async (name: string, label: string, names: readonly CallerName[], share = 1) => {
      bench.say(`with ${label}`);
      runs.push({ name, label, ...(await measureClass(bench, { names, share, addresses, seconds })) });
    };
    await run(alone, "nobody", []);
    for (const name of only)
      if (name === mix) await run(mix, "all of them, a quarter each", callerNames, mixShare);
      else await run(name, callerClasses[name].label, [name]);
    return { runs };
  },
  tables: ({ runs }, { seconds }) => tablesOf(runs, seconds),
  bars: ({ runs }) => runs.map((run) => barOf(run, runs)),
});
