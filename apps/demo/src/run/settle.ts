import { setTimeout as delay } from "node:timers/promises";
import type { RewardsClient } from "@rewards/client";
import { runPool } from "../client.ts";

const pollMs = 100;
/** Records of one look-up. */
const sliceMax = 500;
const concurrency = 4;

/** The status of a sale whose member is not registered. */
export const waitingStatus = "Pending-Awaiting Reference";
export const settledFields = ["ExternalID", "Status", "ConfirmationNote"] as const;

/** The final state of a record. */
export interface Settled {
  readonly ExternalID: string;
  readonly Status: string;
  readonly ConfirmationNote: string;
}

export interface SettleOptions {
  /** A look-up by up to 500 ExternalIDs. */
  readonly look: (keys: readonly string[]) => Promise<readonly Settled[]>;
  readonly keys: readonly string[];
  /** Keys of those that will wait for somebody who does not come. */
  readonly waiting?: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly onSettled: () => void;
}

export const lookAtSales =
  ({ views }: RewardsClient): SettleOptions["look"] =>
  async (keys) => {
    const condition = { lhs: { field: "ExternalID" }, comparator: "IN", rhs: { value: [...keys] } } as const;
    const paging = { maxResultsToFetch: keys.length };
    return (await views.saleList({ select: settledFields, filter: { filterConditions: { F1: condition } }, paging }))
      .data;
  };

/** Polls until every record has reached its final status, and returns them by key. */
export async function awaitSettled(options: SettleOptions): Promise<ReadonlyMap<string, Settled>> {
  const { look, keys, waiting, signal, onSettled } = options;
  const settled = new Map<string, Settled>();
  for (let open = keys; open.length > 0; ) {
    await runPool(slicesOf(open), concurrency, signal, async (slice) => {
      for (const record of await look(slice)) {
        const isWaiting = waiting?.has(record.ExternalID) === true;
        if (isWaiting ? record.Status !== waitingStatus : !record.Status.startsWith("Resolved-")) continue;
        settled.set(record.ExternalID, record);
        onSettled();
      }
    });
    open = open.filter((key) => !settled.has(key));
    if (open.length > 0) await delay(pollMs);
  }
  return settled;
}

function slicesOf(keys: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(keys.length / sliceMax) }, (_, index) =>
    keys.slice(index * sliceMax, (index + 1) * sliceMax),
  );
}
