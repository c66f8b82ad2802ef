import { setTimeout as delay } from "node:timers/promises";
import type { Client, ViewRecord } from "../client.ts";
import { runPool } from "../pool.ts";

/** So long nothing at all may happen. */
const standstillMsMax = 60_000;
const pollMs = 100;
const concurrency = 32;

export interface SettleOptions {
  readonly client: Client;
  /** A look-up by ExternalID. */
  readonly view: "GetSaleByBusinessKeys" | "GetRedemptionByBusinessKeys";
  readonly keys: readonly string[];
  /** Keys of those that will wait for somebody who does not come. */
  readonly waiting?: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly onSettled?: () => void;
}

/**
 * Looks until every record has come to its end, and returns them by key.
 * @throws where nothing moves for a minute.
 */
export async function awaitSettled(options: SettleOptions): Promise<ReadonlyMap<string, ViewRecord>> {
  const { client, view, keys, waiting, signal, onSettled } = options;
  const settled = new Map<string, ViewRecord>();
  let movedAtMs = performance.now();
  for (let open = keys; open.length > 0 && !signal.aborted; ) {
    await runPool(open, concurrency, signal, async (key) => {
      const [record] = await client.view(view, { ExternalID: key }, ["Status", "ConfirmationNote"]);
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

function isSettled({ Status: status }: ViewRecord, isWaiting: boolean): boolean {
  return isWaiting ? status === "Pending-Awaiting Reference" : String(status).startsWith("Resolved-");
}
