import { setTimeout as delay } from "node:timers/promises";
import type { LoadResult } from "../load/load.types.ts";
import { expectBooksOk } from "../measure/database.ts";
import { countAnswers } from "./answers.ts";
import { type Bench, warmUpSecondsDefault } from "./measure.ts";
import { type Measured, type Session, withSession } from "./session.ts";

/** The outcome of a load that exceeds the service's capacity. */
export interface OverloadFigures extends Measured {
  readonly perSecond: number;
  readonly answers: number;
  readonly refused: number;
  readonly otherAnswers: number;
  readonly posted: number;
  /** Sales accepted and posted, per second from the first row to the last entry. */
  readonly goodputPerSecond: number;
}

/** The cost of refusals when the service does nothing else. */
export interface RefusalFigures {
  readonly refused: number;
  readonly otherAnswers: number;
  readonly withoutRetryAfter: number;
  readonly apiMicroseconds: number;
}

interface LoadOptions {
  readonly connections: number;
  readonly members: number;
}

const warmUp = {
  workload: "uniform",
  connections: 256,
  pace: { kind: "closed", seconds: warmUpSecondsDefault },
} as const;
/** Shorter than the lock timeout of the gateway's statements, so that the sales it holds are stored in the end. */
const storeAwayMs = 6_000;

/** Open loop at a fixed rate; reads the figures after every sale is answered and posted. */
export function measureOverload(
  bench: Bench,
  { connections, members, seconds, perSecond }: LoadOptions & { seconds: number; perSecond: number },
): Promise<OverloadFigures> {
  return withSession(bench, { members }, async (session) => {
    await session.warmUp(warmUp);
    const pace = { kind: "paced", seconds, perSecond } as const;
    const measured = await session.measure({ workload: "uniform", prefix: "sale", connections, pace });
    await expectBooksOk(session.databaseUrl);
    const posted = await countPosted(session);
    const goodputPerSecond = posted / (await session.meter.postedSeconds("sale"));
    return { ...measured, perSecond, ...sortAnswers(measured.result), posted, goodputPerSecond };
  });
}

/**
 * Locks the table of sales, so that the gateway fills up and then only refuses. Subtracts the CPU of the sales that it
 * holds, at the cost measured at the peak.
 */
export function measureRefusals(
  bench: Bench,
  { connections, members, acceptedMicroseconds }: LoadOptions & { acceptedMicroseconds: number },
): Promise<RefusalFigures> {
  return withSession(bench, { members }, async (session) => {
    await session.warmUp(warmUp);
    const storeIsBack = takeStoreAway(session);
    const pace = { kind: "closed", seconds: storeAwayMs / 1000 } as const;
    const { result, cpuSeconds } = await session.measure({ workload: "uniform", prefix: "sale", connections, pace });
    await storeIsBack;
    await expectBooksOk(session.databaseUrl);
    const { refused, otherAnswers } = sortAnswers(result);
    const apiMicroseconds = (cpuSeconds.api * 1e6 - result.accepted * acceptedMicroseconds) / refused;
    return { refused, otherAnswers, withoutRetryAfter: result.withoutRetryAfter, apiMicroseconds };
  });
}

async function takeStoreAway({ sql }: Session): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table sale in exclusive mode`;
    await delay(storeAwayMs);
  });
}

async function countPosted({ sql }: Session): Promise<number> {
  const [row] = await sql<{ posted: number }[]>`
    select count(*)::int as posted from sale s join ledger_entry e on e.source_id = s.id where s.external_id like 'sale-%'`;
  return row?.posted ?? 0;
}

function sortAnswers(result: LoadResult) {
  const answers = countAnswers(result);
  const refused = result.statuses[503] ?? 0;
  return { answers, refused, otherAnswers: answers - refused - (result.statuses[201] ?? 0) };
}
