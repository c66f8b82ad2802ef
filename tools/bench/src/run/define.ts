import type { Bar, Chart, Report, Table } from "@rewards/lab/report/report";
import { type GivenOptions, type OptionTable, type OptionValues, valuesOf } from "./options.ts";
import type { Bench } from "./session.ts";

/**
 * The one shape of every command: its options, its set-up with the load and the measures, what it shows and what must
 * hold. A new command is a file in `runs/` and a line in main.ts.
 */
interface Definition<Options extends OptionTable, Found> {
  readonly name: string;
  readonly summary: string;
  readonly title: string | ((options: OptionValues<Options>) => string);
  /** The command fails if a bar does not hold. */
  readonly failsByBars?: true;
  readonly options: Options;
  /** How many steps the progress shows. */
  readonly steps: (options: OptionValues<Options>) => number;
  /** Sets up, sends the load and measures. @throws if the run is void. */
  readonly measure: (bench: Bench, options: OptionValues<Options>) => Promise<Found>;
  readonly tables: (found: Found, options: OptionValues<Options>) => readonly Table[];
  readonly bars: (found: Found, options: OptionValues<Options>) => readonly Bar[];
  readonly chart?: (found: Found, options: OptionValues<Options>) => Chart | undefined;
}

export interface Run extends Pick<Definition<OptionTable, unknown>, "name" | "summary" | "failsByBars" | "options"> {
  /** Calls `begin` with the number of steps. */
  readonly run: (bench: Bench, given: GivenOptions<OptionTable>, begin: (steps: number) => void) => Promise<Report>;
}

export function defineRun<Options extends OptionTable, Found extends object>(
  definition: Definition<Options, Found>,
): Run & { readonly options: Options } {
  const { name, title, steps, measure, tables, bars, chart } = definition;
  return {
    ...definition,
    async run(bench, given, begin) {
      const options = valuesOf(definition.options, given as GivenOptions<Options>);
      begin(steps(options));
      const found = await measure(bench, options);
      const drawn = chart?.(found, options);
      return {
        name,
        title: typeof title === "string" ? title : title(options),
        tables: tables(found, options),
        bars: bars(found, options),
        ...(drawn && { chart: drawn }),
        data: { options, ...found },
      };
    },
  };
}
