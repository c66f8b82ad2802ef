import type { Progress } from "@rewards/lab/progress";
import { formatFigure, formatRange } from "@rewards/lab/report/number";
import { expectBooksOk } from "../measure/database.ts";
import { type Spread, spreadOf } from "../measure/statistics.ts";
import { type Bench, measureRun, measureSales, type RunFigures, type RunSpec, warmUp } from "./measure.ts";
import { type Session, withSession } from "./session.ts";

/** The runs of each spec, by its name. */
export type RunsByName = Readonly<Record<string, readonly RunFigures[]>>;

/** Runs the specs in turns, so that a slowdown of the machine affects all of them. */
export async function measureRounds(
  bench: Bench,
  specs: Readonly<Record<string, RunSpec>>,
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

/**
 * Keeps a service of each spec running, and measures them in turns, each time beginning with the next. One that waits
 * for its turn takes no load. So the same process is compared with itself within seconds, whatever the machine does in
 * minutes.
 */
export async function measureTurns(
  bench: Bench,
  specs: Readonly<Record<string, RunSpec>>,
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

/** Measures one turn, of sales whose ExternalIDs have the prefix. */
export type MeasureTurn = (turn: Opened, prefix: string) => Promise<RunFigures>;

export interface Opened {
  readonly name: string;
  readonly spec: RunSpec;
  readonly session: Session;
}

/** Opens a session of each spec, uses all of them, and closes them. */
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

export type Column = readonly [title: string, read: (run: RunFigures) => number];

/** The rows of a table: each name with the medians of its runs. */
export function medianRows(runs: RunsByName, columns: readonly Column[]) {
  const median = (own: readonly RunFigures[], [, read]: Column) => formatFigure(spreadOf(own.map(read)).median);
  return Object.entries(runs).map(([name, own]) => [name, ...columns.map((column) => median(own, column))]);
}

/** A figure as a multiple of that of the base in the same round, so that a slow minute of the machine affects both. */
export function timesOf(runs: RunsByName, name: string, base: string, read: Column[1]): number[] {
  return (runs[name] ?? []).map((run, round) => read(run) / read(runs[base]?.[round] as RunFigures));
}

/** The rows of a table: each name with the medians of its figures, and below it their ranges. */
export function spreadRows(names: readonly string[], spreadsOf: (name: string) => readonly Spread[], digits?: number) {
  const format = (value: number) => (digits === undefined ? formatFigure(value) : value.toFixed(digits));
  return names.flatMap((name) => {
    const spreads = spreadsOf(name);
    return [
      [name, ...spreads.map(({ median }) => format(median))],
      ["", ...spreads.map(({ min, max }) => formatRange(min, max))],
    ];
  });
}
