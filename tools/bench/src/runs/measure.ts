import type { LoadResult, Pace } from "../load/load.types.ts";
import type { WorkloadName } from "../load/workload.ts";
import { expectBooksOk } from "../measure/database.ts";
import { type ByPart, microsecondsEach, parts } from "../measure/processes.ts";
import type { Quantiles } from "../measure/statistics.ts";
import type { Load } from "../process/asked.ts";
import type { Servers } from "../servers.ts";
import type { CallersSpec } from "../subject/callers.ts";
import type { Checkout } from "../subject/checkout.ts";
import type { SubjectName } from "../subject/subject.ts";
import { expectAllAccepted } from "./answers.ts";
import { type Measured, type Session, withSession } from "./session.ts";

/**
 * Seconds of load before the measurement. A worker's code runs once per batch, so it gets hot late: from the 10th to
 * the 17th second after its start V8's compiler still took a tenth of its CPU.
 */
export const warmUpSecondsDefault = 8;

interface SalesSpec {
  readonly workload: WorkloadName;
  readonly pace: Pace;
  readonly warmUpSeconds?: number;
  /** Warms up at the subject's full speed, whatever the pace of the run. */
  readonly warmUpAtFullSpeed?: true;
  readonly connections: number;
}

export interface RunSpec extends SalesSpec {
  readonly subject: SubjectName;
  readonly members: number;
  readonly apis?: number;
  readonly workers?: number;
  readonly callers?: CallersSpec;
  readonly checkout?: Checkout;
  readonly shopMembers?: number;
  readonly prepare?: (databaseUrl: string) => Promise<void>;
  readonly hasOtherEntries?: true;
  readonly env?: Readonly<Record<string, string>>;
}

/** The figures of one run. Times and CPU are those of accepted sales, from the first POST to the last entry. */
export interface RunFigures {
  readonly sales: number;
  readonly salesPerSecond: number;
  readonly postMs: Quantiles;
  readonly lagMs: Quantiles;
  /** Microseconds of CPU per sale. */
  readonly cpu: ByPart & { readonly total: number; readonly load: number };
  readonly memoryMib: Readonly<Record<"api" | "worker", number>>;
  readonly statementsPerSale: number;
  readonly walBytesPerSale: number;
  readonly statuses: LoadResult["statuses"];
}

export interface Bench {
  readonly servers: Servers;
  readonly load: Load;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Flags of Node for the measured processes. */
  readonly nodeArgs?: readonly string[];
}

/**
 * One run on a fresh database, with the same initial state for every subject.
 * @throws if a sale was refused or an invariant broken: the run is void.
 */
export function measureRun(bench: Bench, spec: RunSpec): Promise<RunFigures> {
  return withSession(bench, spec, async (session) => {
    await warmUp(session, spec);
    const figures = await measureSales(session, spec, "sale");
    await expectBooksOk(session.databaseUrl);
    return figures;
  });
}

/** Sends a load that is not measured, and waits until all of it is posted. */
export function warmUp(session: Session, spec: SalesSpec): Promise<void> {
  const { workload, connections } = spec;
  return session.warmUp({ workload, connections, pace: warmUpPace(spec) });
}

/**
 * Measures until all is posted. The sales have ExternalIDs of this prefix, which no other load of the session may use.
 * @throws if a sale was refused.
 */
export async function measureSales(session: Session, spec: SalesSpec, prefix: string): Promise<RunFigures> {
  const { workload, connections, pace } = spec;
  const measured = await session.measure({ workload, prefix, connections, pace });
  expectAllAccepted(measured.result);
  return readFigures(session, measured, prefix);
}

async function readFigures(
  { meter }: Session,
  { result, cpuSeconds, peakMib }: Measured,
  prefix: string,
): Promise<RunFigures> {
  const { accepted, latencyMs, statuses } = result;
  const { statements, walBytes } = await meter.read();
  const microseconds = microsecondsEach(cpuSeconds, accepted);
  const total = parts.reduce((sum, part) => sum + microseconds[part], 0);
  return {
    sales: accepted,
    salesPerSecond: accepted / (await meter.postedSeconds(prefix)),
    postMs: latencyMs,
    lagMs: await meter.lagMs(prefix),
    cpu: { ...microseconds, total, load: result.cpuMicroseconds / accepted },
    memoryMib: peakMib,
    statementsPerSale: statements / accepted,
    walBytesPerSale: walBytes / accepted,
    statuses,
  };
}

function warmUpPace({ pace, warmUpSeconds: seconds = warmUpSecondsDefault, warmUpAtFullSpeed }: SalesSpec): Pace {
  return warmUpAtFullSpeed ? { kind: "closed", seconds } : { ...pace, seconds };
}
