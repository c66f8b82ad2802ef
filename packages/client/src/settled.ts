import { calls } from "./generated/tables.ts";
import type { CallOptions, Send } from "./transport.ts";
import type { Rows, ViewRecord } from "./view.types.ts";

export interface SettledOptions extends Pick<CallOptions, "signal"> {
  /** How long the service waits, in ms, in whole seconds: 5,000 by default, and 10,000 at most. */
  readonly timeoutMs?: number | undefined;
}

type Outcome = ViewRecord<"saleOutcome">;

/** What came of a sale, for its receipt. */
export interface SettledSale {
  /** `Pending-Ready To Process` if the time was over first. */
  readonly status: Outcome["Status"];
  readonly confirmationNote: Outcome["ConfirmationNote"];
  /** What the sale gave, less what its returns took. */
  readonly points: Outcome["Points"];
  /** What the member holds now, and what of it can be spent; null if the member is not registered. */
  readonly balance: Outcome["Balance"];
  readonly balanceAvailable: Outcome["BalanceAvailable"];
}

/** Undefined for an ID that is unknown, or out of the caller's reach. */
export type Settled = (id: string, options?: SettledOptions) => Promise<SettledSale | undefined>;

/** One request: the service waits until a worker has processed the sale, or the time is over. */
export const createSettled =
  (send: Send): Settled =>
  async (SaleID, { timeoutMs = 5_000, signal } = {}) => {
    const waitSeconds = Math.ceil(timeoutMs / 1_000);
    const { body } = await send(
      {
        method: "POST",
        path: calls["views.saleOutcome"].path,
        body: { dataViewParameters: { SaleID } },
        headers: { prefer: `wait=${waitSeconds}` },
        waitMs: waitSeconds * 1_000,
        isRepeatable: true,
        isRead: true,
      },
      { signal },
    );
    const [outcome] = (body as Rows<Outcome>).data;
    return (
      outcome && {
        status: outcome.Status,
        confirmationNote: outcome.ConfirmationNote,
        points: outcome.Points,
        balance: outcome.Balance,
        balanceAvailable: outcome.BalanceAvailable,
      }
    );
  };
