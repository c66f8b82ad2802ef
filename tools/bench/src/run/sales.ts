import { closed, countAnswers, type LoadResult, paced } from "../load/load.spec.ts";
import type { WorkloadName } from "../load/workload.ts";
import { expectBooksOk, postedSales, readLag } from "../measure/database.ts";
import { type Figures, quantileFigures } from "./figures.ts";
import { positive } from "./options.ts";
import { type Bench, type Session, type SessionSpec, withSession } from "./session.ts";

/**
 * Seconds of load before the measurement. A worker's code runs once per batch, so it gets hot late: from the 10th to
 * the 17th second after its start V8's compiler still took a tenth of its CPU.
 */
export const warmUpOption = positive("seconds of load before the first measurement", 8, 1);

/** A set-up, and the load of sales that it is measured with: most of it is a command's options. */
export interface SalesSpec extends SessionSpec {
  readonly workload?: WorkloadName;
  readonly connections: number;
  readonly seconds: number;
  /** Sales a second; without it, as many as the service takes. */
  readonly rate?: number;
  /** Seconds of load before the measurement. */
  readonly warmUp: number;
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
export const warmUp = (
  session: Session,
  { workload, connections, warmUp: seconds }: Pick<SalesSpec, "workload" | "connections" | "warmUp">,
): Promise<void> => session.warmUp({ ...(workload && { workload }), connections, pace: closed(seconds) });

/**
 * Measures until all is posted: the figures of `Session.measure`, and `Lag`: ms from a sale's row to the commit of its
 * entry. The sales have ExternalIDs of this prefix, which no other load of the session may use.
 * @throws if a sale was refused.
 */
export async function measureSales(session: Session, spec: SalesSpec, prefix = "sale"): Promise<Figures> {
  const { workload = "uniform", connections, seconds, rate } = spec;
  const pace = rate === undefined ? closed(seconds) : paced(seconds, rate);
  const { result, figures } = await session.measure({ workload, prefix, connections, pace });
  expectAllAccepted(result);
  const { seconds: took, lagMs } = await readLag(session.sql, postedSales(session.sql, prefix));
  return { "Sales/s": result.accepted / took, ...figures, ...quantileFigures("Lag", lagMs) };
}

/** @throws if a request was refused: figures of only the accepted ones would flatter. */
export function expectAllAccepted(result: LoadResult): void {
  if (result.accepted === countAnswers(result)) return;
  throw new Error(`the run is void, not every request was accepted: ${JSON.stringify(result.statuses)}`);
}
