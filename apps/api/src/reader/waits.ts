import { setTimeout as delay } from "node:timers/promises";
import type { GateUse } from "@rewards/runtime";
import { type ApiContext, callerGone, turnOf } from "../call.ts";
import { openGate } from "../gates.ts";
import type { ReadAnswer, ReadCall } from "./read.call.ts";

/** Calls that wait at once. One caller may have three quarters of them. */
const waitingMax = 1_000;
/** The rest between two looks at the sales that calls wait for. */
const lookEveryMs = 50;
const waitSecondsMax = 10;

/** Calls that wait until a worker has processed a sale. */
export interface Waits {
  /**
   * Resolves once the sale is processed, or the time is over, the caller has gone, or the process stops; at once if too
   * many calls wait. Never rejects: whatever it was, the call then answers the present state.
   */
  processed(c: ApiContext, saleId: string, waitMs: number): Promise<void>;
  use(): GateUse;
  /** Ends all waits, and those to come. */
  stop(): void;
}

/**
 * However many calls wait, one statement at a time looks at all of their sales: a sale itself costs nothing, and no till
 * waits for it.
 * @param findPending returns those of the sales that no worker has processed yet.
 */
export function openWaits(findPending: (ids: readonly string[]) => Promise<readonly string[]>): Waits {
  const gate = openGate(waitingMax, { waitingMax: 0 });
  const waiting = new Map<() => void, string>();
  let isLooking = false;
  let isStopped = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    while (waiting.size > 0) {
      const asked = [...waiting];
      const ids = [...new Set(waiting.values())];
      // While Postgres is away, the time of each call goes on.
      const pending = new Set(await findPending(ids).catch(() => ids));
      for (const [end, id] of asked) if (!pending.has(id)) end();
      if (waiting.size > 0) await delay(lookEveryMs);
    }
    isLooking = false;
  }

  return {
    async processed(c, saleId, waitMs) {
      if (isStopped) return;
      const leave = await gate.enter(turnOf(c)).catch(() => undefined);
      if (!leave) return;
      const { outgoing } = c.env;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(end, waitMs);
        function end(): void {
          clearTimeout(timer);
          outgoing.off("close", end);
          waiting.delete(end);
          resolve();
        }
        outgoing.once("close", end);
        waiting.set(end, saleId);
        void look();
      });
      leave();
    },
    use: () => gate.use(),
    stop() {
      isStopped = true;
      for (const end of [...waiting.keys()]) end();
    },
  };
}

export const waitMsOf = (call: ReadCall): number => ("waitMs" in call ? (call.waitMs ?? 0) : 0);

/**
 * Reads, and once more when what the call waits for is processed. The first read says whether that exists for its caller.
 * @param admitAgain admits the caller to the second read: the client may have been revoked meanwhile.
 * @throws AppError as `read` and `admitAgain` do, and if the caller has gone.
 */
export async function readProcessed(
  waits: Pick<Waits, "processed">,
  c: ApiContext,
  call: ReadCall,
  read: () => Promise<ReadAnswer>,
  admitAgain: () => Promise<void>,
): Promise<ReadAnswer> {
  const first = await read();
  const waitMs = waitMsOf(call);
  if (waitMs === 0 || first.awaited === undefined) return first;
  await waits.processed(c, first.awaited, waitMs);
  if (c.env.outgoing.closed) throw callerGone;
  await admitAgain();
  return read();
}

/**
 * How long a call wants to wait, from `Prefer: wait=<seconds>` (RFC 7240): ten seconds at most, 0 without it. As the RFC
 * says, a preference that is malformed is ignored.
 */
export function readWaitMs(header: string | undefined): number {
  const [, seconds = "0"] = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i.exec(header ?? "") ?? [];
  return Math.min(Number(seconds), waitSecondsMax) * 1_000;
}
