import { startHostile, startLoad } from "../asked.ts";
import { type CallerName, callerClasses, callerNames } from "../hostile/callers.ts";
import { defineRun } from "../run/define.ts";
import { type OptionValues, some, whole } from "../run/options.ts";
import { alone, type ClassRun, type ClassSpec, measureClass } from "./hostile.measure.ts";
import { barOf, tablesOf } from "./hostile.tables.ts";

const mix = "mix";
const mixShare = 0.25;
const addressesMax = 200;

const options = {
  seconds: whole("seconds of sales with each class", 8, 3),
  only: some<CallerName | typeof mix>("classes to run", [...callerNames, mix]),
  addresses: whole("number of addresses of the callers; 0: the tills' address", 0, 0, addressesMax, 0),
};

export const hostile = defineRun({
  name: "hostile",
  summary: "latency of sales while hostile callers attack the service",
  title: "Sales with hostile callers",
  failsByBars: true,
  options,
  steps: ({ only }) => 1 + only.length,
  async measure(bench, given, progress) {
    const cast = { bench, probe: await startLoad(), hostile: await startHostile() };
    const runs: ClassRun[] = [];
    for (const { name, label, ...spec } of specsOf(given)) {
      progress.step(`with ${label}`);
      runs.push({ name, label, ...(await measureClass(cast, spec)) });
    }
    cast.probe.stop();
    cast.hostile.stop();
    return { runs };
  },
  tables: ({ runs }, { seconds }) => tablesOf(runs, seconds),
  bars: ({ runs }) => runs.map((run) => barOf(run, runs)),
});

type NamedSpec = ClassSpec & { readonly name: string; readonly label: string };

function specsOf({ only, addresses, seconds }: OptionValues<typeof options>): NamedSpec[] {
  const spec = { share: 1, addresses, seconds };
  const classes = only.map((name) =>
    name === mix
      ? { ...spec, name, label: "all of them, a quarter each", names: callerNames, share: mixShare }
      : { ...spec, name, label: callerClasses[name].label, names: [name] },
  );
  return [{ ...spec, name: alone, label: "nobody", names: [] }, ...classes];
}
