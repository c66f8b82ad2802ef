import { formatFigure } from "@rewards/lab/report/number";
import { closed, countAnswers, type LoadResult, type Pace, paced } from "../load/load.spec.ts";
import type { WorkloadName } from "../load/workload.ts";
import { expectBooksOk, postedSales, readLag } from "../measure/database.ts";
import { type Figures, quantileFigures } from "./figures.ts";
import { positive } from "./options.ts";
import { type Bench, type Session, type SessionSpec, withSession } from "./session.ts";

/**
 * Seconds of load before the measurement. A worker's code runs once per batch, so it gets hot late: from the 10th to
 * the 17th second after its start V8's compiler still took a tenth of its CPU.
 */
const warmUpSecondsDefault = 8;
export const warmUpOption = positive("seconds of load before the first measurement", warmUpSecondsDefault, 1);

/** A set-up, and the load of sales that it is measured with. */
export interface SalesSpec extends SessionSpec {
  readonly workload?: WorkloadName;
  readonly connections: number;
  readonly pace: Pace;
  readonly warmUpSeconds?: number;
}

interface SalesOptions {
  readonly members: number;
  readonly connections: number;
  readonly seconds: number;
  readonly warmUp?: number;
  /** Sales a second; without it, as many as the service takes. */
  readonly rate?: number;
}

export function salesOf({ members, connections, seconds, warmUp, rate }: SalesOptions): SalesSpec {
  const pace = rate === undefined ? closed(seconds) : paced(seconds, rate);
  return { members, connections, pace, ...(warmUp !== undefined && { warmUpSeconds: warmUp }) };
}

/**
 * One run on a fresh database, with the same initial state for every subject.
 * @throws if a sale was refused or an invariant broken: the run is void.
 */
export const measureRun = (bench: Bench, spec: SalesSpec): Promise<Figures> =>
  withSession(bench, spec, async (session) => {
    await warmUp(session, spec);
    const figures = await measureSales(session, spec);
    await expectBooksOk(session.databaseUrl);
    return figures;
  });

/**
 * Sends a load at full speed that is not measured, and waits until all of it is posted: at a low rate, it takes minutes
 * until a process' code is compiled.
 */
export function warmUp(session: Session, spec: SalesSpec): Promise<void> {
  const { workload = "uniform", connections, warmUpSeconds = warmUpSecondsDefault } = spec;
  return session.warmUp({ workload, connections, pace: closed(warmUpSeconds) });
}

/**
 * Measures until all is posted: the figures of `Session.measure`, and `Lag`: ms from a sale's row to the commit of its
 * entry. The sales have ExternalIDs of this prefix, which no other load of the session may use.
 * @throws if a sale was refused.
 */
export async function measureSales(session: Session, spec: SalesSpec, prefix = "sale"): Promise<Figures> {
  const { workload = "uniform", connections, pace } = spec;
  const { result, figures } = await session.measure({ workload, prefix, connections, pace });
  expectAllAccepted(result);
  const { seconds, lagMs } = await readLag(session.sql, postedSales(session.sql, prefix));
  return { "Sales/s": result.accepted / seconds, ...figures, ...quantileFigures("Lag", lagMs) };
}

/** @throws if a request was refused: figures of only the accepted ones would flatter. */
export function expectAllAccepted(result: LoadResult): void {
  if (result.accepted === countAnswers(result)) return;
  throw new Error(`the run is void, not every request was accepted: ${JSON.stringify(result.statuses)}`);
}

/** The name of a variant of paced sales. */
export const rateName = (perSecond: number) => `${formatFigure(perSecond)} sales/s`;
