import { setTimeout as delay } from "node:timers/promises";
import { runPool } from "../pool.ts";

/** The longest time without any change, ms. */
const standstillMsMax = 60_000;
const pollMs = 100;
const concurrency = 32;

export const settledFields = ["Status", "ConfirmationNote"] as const;

/** The final state of a record. */
export interface Settled {
  readonly Status: string;
  readonly ConfirmationNote: string;
}

export interface SettleOptions {
  /** A look-up by ExternalID. */
  readonly look: (key: string) => Promise<{ readonly data: readonly Settled[] }>;
  readonly keys: readonly string[];
  /** Keys of those that will wait for somebody who does not come. */
  readonly waiting?: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly onSettled?: () => void;
}

/**
 * Polls until every record has reached its final status, and returns them by key.
 * @throws if nothing changes for a minute.
 */
export async function awaitSettled(options: SettleOptions): Promise<ReadonlyMap<string, Settled>> {
  const { look, keys, waiting, signal, onSettled } = options;
  const settled = new Map<string, Settled>();
  let movedAtMs = performance.now();
  for (let open = keys; open.length > 0 && !signal.aborted; ) {
    await runPool(open, concurrency, signal, async (key) => {
      const [record] = (await look(key)).data;
      if (!record || !isSettled(record, waiting?.has(key) === true)) return;
      settled.set(key, record);
      movedAtMs = performance.now();
      onSettled?.();
    });
    open = open.filter((key) => !settled.has(key));
    if (performance.now() - movedAtMs > standstillMsMax) {
      throw new Error(`${open.length} records did not come to their end (${open.slice(0, 3).join(", ")} ...).`);
    }
    if (open.length > 0) await delay(pollMs);
  }
  return settled;
}

function isSettled({ Status: status }: Settled, isWaiting: boolean): boolean {
  return isWaiting ? status === "Pending-Awaiting Reference" : status.startsWith("Resolved-");
}
