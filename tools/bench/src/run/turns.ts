import type { Progress } from "@rewards/lab/progress";
import { formatFigure, formatRange } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { expectBooksOk } from "../measure/database.ts";
import { medianBounds, type Spread, spreadOf } from "../measure/statistics.ts";
import { type Column, titlesOf } from "./columns.ts";
import { measureRun, measureSales, type RunFigures, type RunSpec, warmUp } from "./sales.ts";
import { type Bench, type Session, withSession } from "./session.ts";

/** The variants that are compared, by name. */
export type Specs = Readonly<Record<string, RunSpec>>;
/** The runs of each variant, in the order of the rounds. */
export type RunsByName = Readonly<Record<string, readonly RunFigures[]>>;
type RunColumn = Column<RunFigures, number>;

/** Runs each variant on its own, in turns, so that a slowdown of the machine affects all of them. */
export async function measureRounds(
  bench: Bench,
  specs: Specs,
  rounds: number,
  progress: Progress,
): Promise<RunsByName> {
  const runs: Record<string, readonly RunFigures[]> = {};
  for (let round = 1; round <= rounds; round += 1)
    for (const [name, spec] of Object.entries(specs)) {
      progress.step(`${name}, round ${round} of ${rounds}`);
      runs[name] = [...(runs[name] ?? []), await measureRun(bench, spec)];
    }
  return runs;
}

/** A variant whose service runs. */
interface Opened {
  readonly name: string;
  readonly spec: RunSpec;
  readonly session: Session;
}

/** Measures one turn, of sales whose ExternalIDs have the prefix. */
export type MeasureTurn = (turn: Opened, prefix: string) => Promise<RunFigures>;

/**
 * Keeps a service of each variant running, and measures them in turns, each time beginning with the next. One that waits
 * for its turn takes no load. So the same process is compared with itself within seconds, whatever the machine does in
 * minutes.
 */
export async function measureTurns(
  bench: Bench,
  specs: Specs,
  rounds: number,
  progress: Progress,
  measure: MeasureTurn = ({ session, spec }, prefix) => measureSales(session, spec, prefix),
): Promise<RunsByName> {
  return withSessions(bench, Object.entries(specs), [], async (opened) => {
    for (const { name, spec, session } of opened) {
      progress.step(`${name}, warm-up`);
      await warmUp(session, spec);
    }
    const runs = Object.fromEntries(opened.map(({ name }) => [name, [] as RunFigures[]]));
    for (let round = 1; round <= rounds; round += 1)
      for (const turn of rotated(opened, round)) {
        progress.step(`${turn.name}, round ${round} of ${rounds}`);
        runs[turn.name]?.push(await measure(turn, `sale${round}`));
      }
    for (const { spec, session } of opened) await (spec.checkout?.expectBooksOk ?? expectBooksOk)(session.databaseUrl);
    return runs;
  });
}

/** Steps of the progress. */
export const turnSteps = (variants: number, rounds: number) => variants * (rounds + 1);

/** Opens a session of each variant, uses all of them, and closes them. */
async function withSessions<T>(
  bench: Bench,
  [next, ...rest]: readonly (readonly [name: string, spec: RunSpec])[],
  opened: readonly Opened[],
  use: (opened: readonly Opened[]) => Promise<T>,
): Promise<T> {
  if (!next) return use(opened);
  const [name, spec] = next;
  return withSession(bench, { ...spec, queueDatabase: opened.length }, (session) =>
    withSessions(bench, rest, [...opened, { name, spec, session }], use),
  );
}

function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const from = by % items.length;
  return [...items.slice(from), ...items.slice(0, from)];
}

/** Each variant with the medians of its runs. */
export function medianTable(
  title: string,
  runs: RunsByName,
  columns: readonly RunColumn[],
  notes: readonly string[],
): Table {
  const rows = Object.entries(runs).map(([name, own]) => [
    name,
    ...columns.map(([, read]) => formatFigure(spreadOf(own.map(read)).median)),
  ]);
  return { title, columns: ["", ...titlesOf(columns)], rows, notes };
}

/**
 * Each variant with the medians and ranges of its runs, and as a multiple of the first variant: of each round, so that a
 * slow minute of the machine affects both.
 */
export function turnTables(
  title: string,
  runs: RunsByName,
  columns: readonly RunColumn[],
  notes: readonly string[],
): Table[] {
  const [base = "", ...others] = Object.keys(runs);
  const titles = ["", ...titlesOf(columns)];
  return [
    {
      title,
      columns: titles,
      rows: Object.entries(runs).flatMap(([name, own]) =>
        spreadRows(
          name,
          columns.map(([, read]) => spreadOf(own.map(read))),
        ),
      ),
      notes,
    },
    {
      title: `As so many times the figure of: ${base.toLowerCase()}`,
      columns: titles,
      rows: others.flatMap((name) => {
        const times = columns.map(([, read]) => timesOf(runs, name, base, read));
        const bounds = times.map((own) => medianBounds(own)).map(({ min, max }) => formatRange(min, max));
        return [...spreadRows(name, times.map(spreadOf), 3), ["95 % of medians", ...bounds]];
      }),
      notes: ["Of each round: the median, and the range."],
    },
  ];
}

/** The medians, and below them the ranges. */
function spreadRows(name: string, spreads: readonly Spread[], digits?: number): string[][] {
  const format = (value: number) => (digits === undefined ? formatFigure(value) : value.toFixed(digits));
  return [
    [name, ...spreads.map(({ median }) => format(median))],
    ["", ...spreads.map(({ min, max }) => formatRange(min, max))],
  ];
}

/** A figure as a multiple of that of the base in the same round. */
export function timesOf(runs: RunsByName, name: string, base: string, read: RunColumn[1]): number[] {
  return (runs[name] ?? []).map((run, round) => read(run) / read(runs[base]?.[round] as RunFigures));
}

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
