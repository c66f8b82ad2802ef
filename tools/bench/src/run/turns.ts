import { formatFigure, formatRange } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { expectBooksOk } from "../measure/database.ts";
import { medianBounds, type Spread, spreadOf } from "../measure/statistics.ts";
import { type Figures, figureOf, tableOf, titlesOf } from "./figures.ts";
import { measureRun, measureSales, type SalesSpec, warmUp } from "./sales.ts";
import { type Bench, openSession, type Session, withClosers } from "./session.ts";

/** The variants that are compared, by name. */
export type Specs = Readonly<Record<string, SalesSpec>>;
/** The runs of each variant, in the order of the rounds. */
export type Runs = Readonly<Record<string, readonly Figures[]>>;

/** Runs each variant on its own, in turns, so that a slowdown of the machine affects all of them. */
export async function measureRounds(bench: Bench, specs: Specs, rounds: number): Promise<Runs> {
  const runs = emptyRuns(specs);
  for (let round = 1; round <= rounds; round += 1)
    for (const [name, spec] of Object.entries(specs)) {
      bench.step(`${name}, round ${round} of ${rounds}`);
      runs[name]?.push(await measureRun(bench, spec));
    }
  return runs;
}

/** A variant whose service runs. */
interface Opened {
  readonly name: string;
  readonly spec: SalesSpec;
  readonly session: Session;
}

/** Measures one turn, of sales whose ExternalIDs have the prefix. */
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
      bench.step(`${name}, warm-up`);
      const { session } = await openSession(bench, { ...spec, queueDatabase: opened.length }, closers);
      await warmUp(session, spec);
      opened.push({ name, spec, session });
    }
    const runs = emptyRuns(specs);
    for (let round = 1; round <= rounds; round += 1) {
      const first = round % opened.length;
      for (const turn of [...opened.slice(first), ...opened.slice(0, first)]) {
        bench.step(`${turn.name}, round ${round} of ${rounds}`);
        runs[turn.name]?.push(await measure(turn, `sale${round}`));
      }
    }
    for (const { spec, session } of opened) await (spec.checkout?.expectBooksOk ?? expectBooksOk)(session.databaseUrl);
    return runs;
  });

const emptyRuns = (specs: Specs) => Object.fromEntries(Object.keys(specs).map((name) => [name, [] as Figures[]]));

/** Steps of the progress. */
export const turnSteps = (variants: number, rounds: number) => variants * (rounds + 1);

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

/** Each variant with the medians of its runs. */
export function medianTable(title: string, runs: Runs, columns: readonly string[], notes: readonly string[]): Table {
  const rows = Object.keys(runs).map((variant) => {
    const medians = columns.map((name) => [name, medianOf(runs, variant, name)]);
    return [variant, Object.fromEntries(medians) as Figures] as const;
  });
  return tableOf(title, ["", ...columns], rows, notes);
}

/** The medians of some figures, and below them the ranges. */
export function spreadRows(label: string, spreads: readonly Spread[], format = formatFigure): string[][] {
  return [
    [label, ...spreads.map(({ median }) => format(median))],
    ["", ...spreads.map(({ min, max }) => formatRange(min, max))],
  ];
}

/** Each variant with the medians and ranges of its runs, and as a multiple of the first variant. */
export function turnTables(title: string, runs: Runs, columns: readonly string[], notes: readonly string[]): Table[] {
  const [base = "", ...others] = Object.keys(runs);
  const titles = titlesOf(["", ...columns]);
  const spreadsOf = (variant: string) => columns.map((name) => spreadOf(valuesOf(runs, variant, name)));
  const multiplesOf = (variant: string) => {
    const times = columns.map((name) => timesOf(runs, variant, base, name));
    const bounds = times.map(medianBounds).map(({ min, max }) => formatRange(min, max));
    return [...spreadRows(variant, times.map(spreadOf), (value) => value.toFixed(3)), ["95 % of medians", ...bounds]];
  };
  return [
    {
      title,
      columns: titles,
      rows: Object.keys(runs).flatMap((variant) => spreadRows(variant, spreadsOf(variant))),
      notes,
    },
    {
      title: `As so many times the figure of: ${base.toLowerCase()}`,
      columns: titles,
      rows: others.flatMap(multiplesOf),
      notes: ["Of each round: the median, and the range."],
    },
  ];
}

/** Explains the figures of turns. */
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
