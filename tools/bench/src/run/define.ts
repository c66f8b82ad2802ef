import type { Closers } from "@rewards/lab/closers";
import type { Bar, Chart, Report, Table } from "@rewards/lab/report/report";
import { type GivenOptions, type OptionTable, type OptionValues, valuesOf } from "./options.ts";

export interface Desk {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names the step that begins. */
  readonly say: (line: string) => void;
  readonly closers: Closers;
}

/**
 * The one shape of every command: its options, its set-up with the load and the measures, what it shows and what must
 * hold. A new command is a file in `runs/` and a line in main.ts.
 */
interface Definition<Context, Options extends OptionTable, Found> {
  readonly name: string;
  readonly summary: string;
  /** Default: the summary. */
  readonly title?: (options: OptionValues<Options>) => string;
  readonly failsByBars?: true;
  readonly options: Options;
  /** Sets up, sends the load and measures. @throws if the run is void. */
  readonly measure: (context: Context, options: OptionValues<Options>) => Promise<Found>;
  readonly tables: (found: Found, options: OptionValues<Options>) => readonly Table[];
  readonly bars: (found: Found, options: OptionValues<Options>) => readonly Bar[];
  readonly chart?: (found: Found, options: OptionValues<Options>) => Chart | undefined;
}

type Shown = "name" | "summary" | "failsByBars" | "options";

export interface Run<Context> extends Pick<Definition<Context, OptionTable, unknown>, Shown> {
  readonly run: (context: Context, given: GivenOptions<OptionTable>) => Promise<Report>;
}

export const defineRun = <Context, Options extends OptionTable, Found>(
  definition: Definition<Context, Options, Found>,
): Run<Context> & { readonly options: Options } => ({
  ...definition,
  async run(context, given) {
    const { summary, title, measure, tables, bars, chart } = definition;
    const options = valuesOf(definition.options, given as GivenOptions<Options>);
    const found = await measure(context, options);
    return {
      title: title?.(options) ?? `${summary[0]?.toUpperCase()}${summary.slice(1)}`,
      tables: tables(found, options),
      bars: bars(found, options),
      chart: chart?.(found, options),
    };
  },
});

/** One after the other. */
export async function inTurn<Item, Result>(items: readonly Item[], step: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (const item of items) results.push(await step(item));
  return results;
}
