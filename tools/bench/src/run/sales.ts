import { formatFigure } from "@rewards/lab/report/number";
import { closed, countAnswers, type LoadResult, type Pace, paced } from "../load/load.spec.ts";
import type { WorkloadName } from "../load/workload.ts";
import { expectBooksOk } from "../measure/database.ts";
import { type ByPart, microsecondsEach, parts } from "../measure/processes.ts";
import type { Quantiles } from "../measure/statistics.ts";
import { type Column, mbPerMib, partColumns, quantileColumns } from "./columns.ts";
import { positive } from "./options.ts";
import { type Bench, type Measured, type Session, type SessionSpec, withSession } from "./session.ts";

/**
 * Seconds of load before the measurement. A worker's code runs once per batch, so it gets hot late: from the 10th to
 * the 17th second after its start V8's compiler still took a tenth of its CPU.
 */
const warmUpSecondsDefault = 8;
export const warmUpOption = positive("seconds of load before the first measurement", warmUpSecondsDefault, 1);

interface SalesSpec {
  readonly workload?: WorkloadName;
  readonly connections: number;
  readonly pace: Pace;
  readonly warmUpSeconds?: number;
}

/** A subject, and the sales that it is measured with. */
export interface RunSpec extends SessionSpec, SalesSpec {}

interface SalesOptions {
  readonly members: number;
  readonly connections: number;
  readonly seconds: number;
  readonly warmUp?: number;
  /** Sales a second; without it, as many as the service takes. */
  readonly rate?: number;
}

export function salesOf({ members, connections, seconds, warmUp, rate }: SalesOptions): RunSpec {
  const pace = rate === undefined ? closed(seconds) : paced(seconds, rate);
  return { members, connections, pace, ...(warmUp !== undefined && { warmUpSeconds: warmUp }) };
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

/** Every figure that a table shows. */
export const column = {
  sales: ["Sales/s", (run) => run.salesPerSecond],
  postP99: ["POST p99", (run) => run.postMs.p99],
  lagP99: ["Lag p99", (run) => run.lagMs.p99],
  cpu: ["CPU", (run) => run.cpu.total],
  load: ["Load gen.", (run) => run.cpu.load],
  memoryApi: ["API MB", (run) => run.memoryMib.api * mbPerMib],
  memoryWorker: ["Worker MB", (run) => run.memoryMib.worker * mbPerMib],
  statements: ["Statements", (run) => run.statementsPerSale],
  walBytes: ["WAL bytes", (run) => run.walBytesPerSale],
} as const satisfies Record<string, Column<RunFigures, number>>;
export const postColumns = (...shown: (keyof Quantiles)[]) =>
  quantileColumns("POST", (run: RunFigures) => run.postMs, shown);
export const lagColumns = (...shown: (keyof Quantiles)[]) =>
  quantileColumns("Lag", (run: RunFigures) => run.lagMs, shown);
export const cpuColumns = partColumns((run: RunFigures) => run.cpu);

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

/**
 * Sends a load at full speed that is not measured, and waits until all of it is posted: at a low rate, it takes minutes
 * until a process' code is compiled.
 */
export function warmUp(session: Session, spec: SalesSpec): Promise<void> {
  const { workload = "uniform", connections, warmUpSeconds = warmUpSecondsDefault } = spec;
  return session.warmUp({ workload, connections, pace: closed(warmUpSeconds) });
}

/**
 * Measures until all is posted. The sales have ExternalIDs of this prefix, which no other load of the session may use.
 * @throws if a sale was refused.
 */
export async function measureSales(session: Session, spec: SalesSpec, prefix: string): Promise<RunFigures> {
  const { workload = "uniform", connections, pace } = spec;
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

/** @throws if a request was refused: figures of only the accepted ones would flatter. */
export function expectAllAccepted(result: LoadResult): void {
  if (result.accepted === countAnswers(result)) return;
  throw new Error(`the run is void, not every request was accepted: ${JSON.stringify(result.statuses)}`);
}

/** The name of a variant of paced sales. */
export const rateName = (perSecond: number) => `${formatFigure(perSecond)} sales/s`;
