import type { Closers } from "@rewards/lab/closers";
import { counts, positiveNumber, wholeNumber } from "@rewards/lab/options";
import type { Bar, Chart, Report, Table } from "@rewards/lab/report/report";
import { type Command, Option } from "commander";

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

export interface Run<Context>
  extends Pick<Definition<Context, OptionTable, unknown>, "name" | "summary" | "failsByBars" | "options"> {
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

/** An option of a command. Its name is its key in the command's table, in kebab case on the command line. */
export interface OptionSpec<Value> {
  readonly text: string;
  /** The default, and that of `--quick`. */
  readonly value: Value;
  readonly quick: Value;
  /** What follows the option, such as ` <n>`. */
  readonly placeholder: string;
  readonly parse?: (text: string) => Value;
  /** The option takes one of these names, or some if its default is several. */
  readonly choices?: readonly string[];
}

export type OptionTable = Readonly<Record<string, OptionSpec<unknown>>>;

export type OptionValues<Table extends OptionTable> = { readonly [Name in keyof Table]: Table[Name]["value"] };

/** As given on the command line: only what was given. */
export type GivenOptions<Table extends OptionTable> = Partial<OptionValues<Table>> & { readonly quick?: true };

const numeric = <Value>(text: string, value: Value, quick: Value, parse: (given: string) => Value) => {
  return { text, value, quick, parse, placeholder: " <n>" };
};
export const whole = (text: string, value: number, quick = value, max = 1e9, min = 1) =>
  numeric(text, value, quick, wholeNumber(min, max));
export const positive = (text: string, value: number, quick = value) => numeric(text, value, quick, positiveNumber);
/** In ascending order. */
export const list = (text: string, value: number[], quick: number[]) =>
  numeric(text, value, quick, (given) => counts(given).sort((a, b) => a - b));

export const some = <Name extends string>(text: string, choices: readonly Name[], quick = choices) => {
  return { text, value: choices, quick, placeholder: " <names...>", choices };
};
export const one = <const Name extends string>(text: string, choices: readonly [Name, ...Name[]]) => {
  return { text, value: choices[0] as Name, quick: choices[0] as Name, placeholder: " <name>", choices };
};
export const flag = (text: string): OptionSpec<boolean> => ({ text, value: false, quick: false, placeholder: "" });
export const folder = (text: string): OptionSpec<string> => ({ text, value: "", quick: "", placeholder: " <folder>" });

/**
 * Seconds of load before the measurement. A worker's code runs once per batch, so it gets hot late: from the 10th to
 * the 17th second after its start V8's compiler still took a tenth of its CPU.
 */
export const warmUpOption = positive("seconds of load before the first measurement", 8, 1);

export const buyers = (quick?: number, members = 10_000) => ({
  connections: whole("HTTP connections", 256, 256, 10_000),
  members: whole("members who buy", members, quick, 10_000_000),
});

/** Of a comparison in rounds. */
export const roundOptions = (rounds: number, seconds: number, quickSeconds = 3) => ({
  rounds: whole("rounds over all that is compared", rounds, 1),
  seconds: positive("seconds of load in a run", seconds, quickSeconds),
  warmUp: warmUpOption,
  ...buyers(),
});

export function addOptions(command: Command, table: OptionTable): void {
  command.option("--quick", "short runs, whose figures are only for development");
  for (const [name, spec] of Object.entries(table)) {
    const long = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const option = new Option(`${long}${spec.placeholder}`, `${spec.text}${defaultsOf(spec)}`);
    if (spec.parse) option.argParser(spec.parse);
    if (spec.choices) option.choices(spec.choices);
    command.addOption(option);
  }
}

/** Such as ` (default 3; quick 1)`. Commander itself does not know the defaults, since `--quick` changes them. */
function defaultsOf({ value, quick, choices }: OptionSpec<unknown>): string {
  if (value === false || value === "") return "";
  const isAll = Array.isArray(value) && choices;
  return ` (default ${isAll ? "all" : value}${String(quick) === String(value) ? "" : `; quick ${quick}`})`;
}

export function valuesOf<Table extends OptionTable>(table: Table, given: GivenOptions<Table>): OptionValues<Table> {
  const { quick: isQuick, ...own } = given;
  const defaults = Object.entries(table).map(([name, { value, quick }]) => [name, isQuick ? quick : value]);
  return { ...(Object.fromEntries(defaults) as OptionValues<Table>), ...own };
}
