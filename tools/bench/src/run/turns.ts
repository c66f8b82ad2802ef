import { type Bar, formatFigure, formatRange, type Table } from "@rewards/lab/report/report";
import { type Figures, figureOf, medianBounds, type Spread, spreadOf, titlesOf } from "../measure/figures.ts";
import { measureRun, measureSales, type SalesSpec, warmUp } from "./sales.ts";
import { type Bench, openSession, type Session, withClosers } from "./session.ts";

export type Specs = Readonly<Record<string, SalesSpec>>;
export type Runs = Readonly<Record<string, readonly Figures[]>>;

/** Runs each variant on its own, in turns, so that a slowdown of the machine affects all of them. */
export async function measureRounds(bench: Bench, specs: Specs, rounds: number, measure = measureRun): Promise<Runs> {
  const runs = emptyRuns(specs);
  for (let round = 1; round <= rounds; round += 1)
    for (const [name, spec] of Object.entries(specs)) {
      bench.say(`${name}, round ${round} of ${rounds}`);
      runs[name]?.push(await measure(bench, spec));
    }
  return runs;
}

interface Opened {
  readonly name: string;
  readonly spec: SalesSpec;
  readonly session: Session;
}

export type MeasureTurn = (turn: Opened, prefix: string) => Promise<Figures>;

const measureTurn: MeasureTurn = ({ session, spec }, prefix) => measureSales(session, spec, prefix);

/**
 * Keeps a service of each variant running, and measures them in turns, each time beginning with the next. One that waits
 * for its turn takes no load. So the same process is compared with itself within seconds, whatever the machine does in
 * minutes.
 */
export const measureTurns = (bench: Bench, specs: Specs, rounds: number, measure = measureTurn): Promise<Runs> =>
  withClosers(async (closers) => {
    const opened: Opened[] = [];
    for (const [name, spec] of Object.entries(specs)) {
      bench.say(`${name}, warm-up`);
      const { session } = await openSession(bench, { ...spec, queueDatabase: opened.length }, closers);
      await warmUp(session, spec);
      opened.push({ name, spec, session });
    }
    const runs = emptyRuns(specs);
    for (let round = 1; round <= rounds; round += 1) {
      const first = round % opened.length;
      for (const turn of [...opened.slice(first), ...opened.slice(0, first)]) {
        bench.say(`${turn.name}, round ${round} of ${rounds}`);
        runs[turn.name]?.push(await measure(turn, `sale${round}`));
      }
    }
    return runs;
  });

const emptyRuns = (specs: Specs) => Object.fromEntries(Object.keys(specs).map((name) => [name, [] as Figures[]]));

/** A figure of each run of a variant, in the order of the rounds. */
export const valuesOf = (runs: Runs, variant: string, name: string): number[] =>
  (runs[variant] ?? []).map((run) => figureOf(run, name));

export const medianOf = (runs: Runs, variant: string, name: string) => spreadOf(valuesOf(runs, variant, name)).median;

/** A figure as a multiple of that of the base in the same round, so that a slow minute of the machine affects both. */
export function timesOf(runs: Runs, variant: string, base: string, name: string): number[] {
  const bases = valuesOf(runs, base, name);
  return valuesOf(runs, variant, name).flatMap((value, round) => {
    const divisor = bases[round];
    return divisor === undefined ? [] : [value / divisor];
  });
}

export const medianTimesOf = (...of: Parameters<typeof timesOf>) => spreadOf(timesOf(...of)).median;

const spreadRows = (label: string, spreads: readonly Spread[], format = formatFigure) =>
  [
    [label, ...spreads.map(({ median }) => format(median))],
    ["", ...spreads.map(({ min, max }) => formatRange(min, max))],
  ] as const;

/** What a table has besides the names and the figures of the variants. */
interface MoreColumns {
  readonly labelOf?: (variant: string) => string;
  readonly titles?: readonly string[];
  readonly cellsOf?: (variant: string) => readonly string[];
}

/** Each variant with the medians of its runs, and below them the ranges if there are several. */
export function spreadTable(
  title: string,
  runs: Runs,
  columns: readonly string[],
  notes: readonly string[] = [],
  { labelOf = (name) => name, titles = [], cellsOf = () => [] }: MoreColumns = {},
): Table {
  const rows = Object.entries(runs).flatMap(([variant, each]) => {
    const spreads = columns.map((name) => spreadOf(valuesOf(runs, variant, name)));
    const [medians, ranges] = spreadRows(labelOf(variant), spreads);
    return [[...medians, ...cellsOf(variant)], ...(each.length > 1 ? [ranges] : [])];
  });
  return { title, columns: [...titlesOf(["", ...columns]), ...titles], rows, notes };
}

/** The figures of variants that ran in turns, and those of all but the first as multiples of the first. */
export function turnTables(title: string, runs: Runs, columns: readonly string[], notes: readonly string[]): Table[] {
  const [base = "", ...others] = Object.keys(runs);
  const rows = others.flatMap((variant) => {
    const times = columns.map((name) => timesOf(runs, variant, base, name));
    const bounds = times.map(medianBounds).map(({ min, max }) => formatRange(min, max));
    return [...spreadRows(variant, times.map(spreadOf), (value) => value.toFixed(3)), ["95 % of medians", ...bounds]];
  });
  const multiples = {
    title: `As so many times the figure of: ${base.toLowerCase()}`,
    ...{ columns: titlesOf(["", ...columns]), rows, notes: ["Of each round: the median, and the range."] },
  };
  return [spreadTable(title, runs, columns, notes), multiples];
}

export const turnNote = ({ rounds, seconds }: { readonly rounds: number; readonly seconds: number }) =>
  `Closed loop, in turns of services that all run, medians and ranges of ${rounds} rounds of ${seconds} s.`;

/** Compares the upper bound of the median with the most that is allowed: holds only if the spread allows to say so. */
export function boundBar(name: string, timesMax: number, times: readonly number[]): Bar {
  const { min, max } = medianBounds(times);
  return {
    name,
    wanted: `≤ ${timesMax} times`,
    measured: `${spreadOf(times).median.toFixed(3)} times (95 %: ${formatRange(min, max)})`,
    holds: max <= timesMax,
  };
}
