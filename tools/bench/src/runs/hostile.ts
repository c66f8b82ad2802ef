import { count, wholeNumber } from "@rewards/lab/options";
import type { Progress } from "@rewards/lab/progress";
import { Option } from "commander";
import { type CallerName, callerClasses, callerNames } from "../hostile/callers.ts";
import { startHostile, startLoad } from "../process/asked.ts";
import type { BenchCommand } from "./command.ts";
import { alone, type Cast, type ClassRun, type ClassSpec, measureClass } from "./hostile.measure.ts";
import { barOf, tablesOf } from "./hostile.tables.ts";

interface HostileOptions {
  readonly seconds?: number;
  readonly only?: readonly (CallerName | typeof mix)[];
  readonly addresses: number;
  readonly quick?: true;
}

const mix = "mix";
const mixShare = 0.25;
const secondsDefault = 8;
const secondsQuick = 3;
const addressesMax = 200;

export const hostile: BenchCommand<HostileOptions> = {
  name: "hostile",
  summary: "latency of sales while hostile callers attack the service",
  failsByBars: true,
  options: (command) =>
    command
      .option("--quick", "short runs, whose figures are only for development")
      .option(
        "--seconds <n>",
        `seconds of sales with each class (default ${secondsDefault}; quick ${secondsQuick})`,
        count,
      )
      .addOption(new Option("--only <classes...>", "classes to run (default all)").choices([...callerNames, mix]))
      .option(
        "--addresses <n>",
        "number of addresses of the callers; 0: the tills' address",
        wholeNumber(0, addressesMax),
        0,
      ),
  async run(bench, options, progress) {
    const seconds = options.seconds ?? (options.quick ? secondsQuick : secondsDefault);
    const cast = { bench, probe: await startLoad(), hostile: await startHostile() };
    const runs = await runAll(cast, specsOf(options, seconds), progress);
    cast.probe.stop();
    cast.hostile.stop();
    return {
      name: "hostile",
      title: "Sales with hostile callers",
      tables: tablesOf(runs, seconds),
      bars: runs.map((run) => barOf(run, runs)),
      data: { options, runs },
    };
  },
};

type NamedSpec = ClassSpec & { readonly name: string; readonly label: string };

function specsOf({ only = [...callerNames, mix], addresses }: HostileOptions, seconds: number): NamedSpec[] {
  const spec = { share: 1, addresses, seconds };
  const classes = only.map((name) =>
    name === mix
      ? { ...spec, name, label: "all of them, a quarter each", names: callerNames, share: mixShare }
      : { ...spec, name, label: callerClasses[name].label, names: [name] },
  );
  return [{ ...spec, name: alone, label: "nobody", names: [] }, ...classes];
}

async function runAll(cast: Cast, specs: readonly NamedSpec[], progress: Progress): Promise<ClassRun[]> {
  progress.begin(specs.length);
  const runs: ClassRun[] = [];
  for (const { name, label, ...spec } of specs) {
    progress.step(`with ${label}`);
    runs.push({ name, label, ...(await measureClass(cast, spec)) });
  }
  return runs;
}
