import { isEmpty, poll } from "@rewards/lab/poll";
import type { WorkloadName } from "../load/workload.ts";
import { expectBooksOk } from "../measure/database.ts";
import { type ByPart, microsecondsEach } from "../measure/processes.ts";
import { nameQuantiles, type Quantiles, quantileShares } from "../measure/statistics.ts";
import { expectAllAccepted } from "./answers.ts";
import type { Session } from "./session.ts";

export interface OperationSpec {
  readonly workload: WorkloadName;
  readonly ids?: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Maximum number of requests, for a burst that is sent at once. */
  readonly countMax?: number;
}

export interface OperationFigures {
  readonly count: number;
  readonly perSecond: number;
  readonly answerMs: Quantiles;
  /** Of redemptions: from the row to the commit that settles it. */
  readonly settled?: Settled;
  /** Microseconds of CPU per operation. */
  readonly cpu: ByPart;
}

interface Settled {
  readonly seconds: number;
  readonly lagMs: Quantiles;
  readonly statuses: Readonly<Record<string, number>>;
}

const warmUpSeconds = 2;
const settleMsMax = 60_000;
const pollMs = 20;

/**
 * Closed loop. A burst has no warm-up, since it is over at once. Redemptions count when they are settled.
 * @throws if a request was refused or the books are broken.
 */
export async function measureOperation(session: Session, name: string, spec: OperationSpec): Promise<OperationFigures> {
  const { workload, connections, seconds, countMax } = spec;
  const ids = spec.ids ? { ids: spec.ids } : {};
  const pace = { kind: "closed", seconds, ...(countMax && { countMax }) } as const;
  const load = { workload, connections, ...ids };
  if (!countMax) await session.send({ ...load, prefix: `warm-${name}`, pace: { ...pace, seconds: warmUpSeconds } });
  await awaitSettled(session);
  const { result, cpuSeconds } = await session.measure({ ...load, prefix: name, pace }, () => awaitSettled(session));
  expectAllAccepted(result);
  await expectBooksOk(session.databaseUrl);
  const settled = workload === "redemption" ? await readSettled(session, name) : undefined;
  return {
    count: result.accepted,
    perSecond: result.accepted / (settled?.seconds ?? result.seconds),
    answerMs: result.latencyMs,
    ...(settled && { settled }),
    cpu: microsecondsEach(cpuSeconds, result.accepted),
  };
}

/** Resolves when nothing is pending any more. @throws if something still is after a minute. */
export async function awaitSettled({ sql }: Session): Promise<void> {
  const pending = await poll(() => sql`select from pending limit 1`, isEmpty, settleMsMax, pollMs);
  if (!isEmpty(pending)) throw new Error("not everything is settled after a minute");
}

/** Of the redemptions of one run, by the commits that last wrote their rows. */
async function readSettled({ sql }: Session, prefix: string): Promise<Settled> {
  const pattern = `${prefix}-%`;
  const [row] = await sql<{ seconds: number; at: number[] }[]>`
    select extract(epoch from max(settled) - min(created))::float8 as seconds,
      percentile_disc(${quantileShares}::float8[]) within group (order by (extract(epoch from settled - created) * 1000)::float8) as at
    from (select create_date_time as created, pg_xact_commit_timestamp(xmin) as settled from redemption
      where external_id like ${pattern} and external_id <> '') r`;
  const counts = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from redemption where external_id like ${pattern} group by status`;
  return {
    seconds: row?.seconds ?? 0,
    lagMs: nameQuantiles(row?.at ?? []),
    statuses: Object.fromEntries(counts.map(({ status, count }) => [status, count])),
  };
}
