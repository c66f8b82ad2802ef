import { AppError } from "@rewards/domain";
import type { ReplicaFence, ReplicaWatch } from "@rewards/operations";
import { createFairGate, type FairGate, type GateUse } from "@rewards/runtime";
import { type ApiContext, callerGone, turnOf } from "./call.ts";
import { readSentPosition } from "./headers.ts";

/** Runs the transaction of a call. @throws AppError 503 if too many wait, or the call waited too long for its turn. */
export type RunWrite = <Result>(c: ApiContext, write: () => Promise<Result>) => Promise<Result>;

/** Calls that wait at a gate; one caller may have half of them. */
const waitingMax = 1_000;
/** What one caller may have of the places of a gate. */
const callerPart = 0.75;

/** Callers take turns. */
export const openGate = (insideMax: number, more: Partial<Parameters<typeof createFairGate>[0]> = {}): FairGate =>
  createFairGate({
    insideMax,
    insideOfKeyMax: Math.max(1, Math.floor(insideMax * callerPart)),
    waitingMax,
    waitingOfKeyMax: waitingMax / 2,
    onOverload: () => new AppError("Error_Service_Overloaded"),
    ...more,
  });

/** The part of the connections that writes may hold at once. */
const heldPart = 0.6;
/** How long a call waits for its turn. */
export const waitMsMax = 10_000;

/**
 * How many connections actions, operators' calls and revocations of tokens may hold. Such a transaction waits for the
 * locks of its records. Without this bound a hundred calls of one client would hold every connection, and the sales of all
 * tills would wait for one.
 */
export const heldConnectionsMax = (connections: number) => Math.max(1, Math.floor(connections * heldPart));

export interface WriteGate {
  readonly run: RunWrite;
  /** For work of several callers: resolves once it may begin, with the function to call when it is done. */
  readonly enter: (key: string) => Promise<() => void>;
  readonly use: () => GateUse;
}

/** Whom a gate lets in by turns, and how long a call waits before it. */
interface Waiting {
  readonly keyOf: (c: ApiContext) => string;
  readonly msMax: number;
}

/**
 * Bounds writes under way. A call waits after its body was read, so that a body that arrives slowly holds no place.
 */
export const createWriteGate = (insideMax: number) =>
  createCallGate(openGate(insideMax), { keyOf: turnOf, msMax: waitMsMax });

export function createCallGate(gate: FairGate, { keyOf, msMax }: Waiting): WriteGate {
  const run: RunWrite = async (c, write) => {
    const { outgoing } = c.env;
    const late = new AbortController();
    const onClose = () => late.abort(callerGone);
    const timer = setTimeout(() => late.abort(new AppError("Error_Service_Overloaded")), msMax);
    outgoing.once("close", onClose);
    const leave = await gate.enter(keyOf(c), late.signal).finally(() => {
      clearTimeout(timer);
      outgoing.off("close", onClose);
    });
    return write().finally(leave);
  };
  return { run, enter: (key) => gate.enter(key), use: () => gate.use() };
}

/** Bytes of responses that callers have not yet taken, in total and per caller. Reads in progress come on top. */
const untakenBytesMax = 50_331_648;
const untakenBytesOfCallerMax = 16_777_216;

/** Every read that it admits begins at once: reads wait here, where their caller's turn and deadline are known. */
export const openReadGate = (readsMax: number): FairGate =>
  openGate(readsMax, { heldMax: untakenBytesMax, heldOfKeyMax: untakenBytesOfCallerMax });

/** A busy thread may answer this long after the deadline; after that, it is not awaited. */
const overtimeMsMax = 1_000;

/** Shared, as `callerGone` is: hundreds of calls may be late at once. */
const timedOut = new AppError("Error_DataView_Timeout");

/** Signals when a call ends without a response: its time is over, or its caller has gone. */
export interface CallEnd {
  /** Aborts in both cases. Its reason is `callerGone` if the caller has gone. */
  readonly late: AbortSignal;
  /** Rejects `overtimeMsMax` after the call's time is over. */
  readonly overdue: Promise<never>;
  settle(): void;
}

/** Hono's `timeout` answers in time, but lets the work run on, and does not notice that the caller has gone. */
export function watchCall({ env: { outgoing } }: ApiContext, viewMsMax: number): CallEnd {
  const late = new AbortController();
  const onClose = () => late.abort(callerGone);
  outgoing.once("close", onClose);
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => reject(timedOut), overtimeMsMax);
      late.abort(timedOut);
    }, viewMsMax);
  });
  // It may reject when nothing awaits it any more.
  overdue.catch(() => undefined);
  return {
    late: late.signal,
    overdue,
    settle() {
      clearTimeout(timer);
      outgoing.off("close", onClose);
    },
  };
}

/** The read replicas, as the gateway knows them. */
export interface ReplicaUse {
  readonly url: string;
  readonly watch: Pick<ReplicaWatch, "awaitReplay" | "fence">;
}

/**
 * Waits until a replica can answer the read, for a tenth of a second at most.
 * @returns what to ask for once the read begins: meanwhile the replica may have been given up.
 * @throws AppError 400 if the header with the position is malformed, whether there are replicas or not.
 */
export async function awaitReplica(
  c: ApiContext,
  watch: ReplicaUse["watch"] | undefined,
): Promise<() => ReplicaFence | undefined> {
  const position = readSentPosition(c);
  const isReplayed = watch !== undefined && (await watch.awaitReplay(position));
  return () => (isReplayed ? watch.fence(position) : undefined);
}
