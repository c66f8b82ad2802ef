import type { Amount } from "../amount.ts";
import type { ProductFacts, Reason } from "../earning/earning.rule.ts";
import type { BalanceKey } from "../ledger/ledger.entry.ts";
import type { Programme } from "../programme.ts";
import type { LinkedLine, Originals, TakenLine } from "../sale-return/sale-return.take.ts";
import type { SaleItem } from "./sale.class.ts";

/** What a sale's decision reads from its record. */
export interface SaleToDecide {
  readonly id: string;
  readonly items: readonly SaleItem[];
  readonly storeCode: string;
  /** Empty if the caller sent none. */
  readonly channel: string;
  /** SaleDateTime as the till sent it. */
  readonly soldAtMs: number;
  readonly acceptedAtMs: number;
}

/** What a sale refers to. Member and store are registered: without them, the sale waits. */
export interface SaleReferences {
  readonly member: { readonly id: string; readonly programme: Programme };
  readonly store: { readonly isParticipating: boolean };
  /** By product code; codes that are not registered are absent. */
  readonly products: ReadonlyMap<string, ProductFacts>;
  /** Every sale that a return line names; absent if none does. */
  readonly originals?: Originals;
}

/** Points of one balance that a sale gives or takes for some of its lines. */
export interface Gain {
  readonly type: Reason["type"];
  readonly balance: BalanceKey;
  /** 0 or less for a return. */
  readonly points: Amount;
  /** Positions in the sale, from 0. */
  readonly lines: readonly number[];
  /** The public ID of the sale whose points it takes back; undefined if the programme's rules give or take it. */
  readonly original?: string;
}

/** What a sale gives and takes, as far as it is known before balances are locked. */
export interface SalePlan {
  readonly id: string;
  /** The member's balance, to lock even if nothing is posted to it. */
  readonly balance: BalanceKey;
  /** By the programme's rules, none of 0 points. */
  readonly gains: readonly Gain[];
  /** The lines that name an original. What they take depends on earlier returns, so it is decided under the lock. */
  readonly linked: readonly LinkedLine[];
  /** The version of the programme's rules. */
  readonly rules: number;
  readonly note: string;
  /** The store, if its till's clock is ahead. */
  readonly clockAheadAt?: string;
}

/** A row to write: what a line of a return took. */
export interface WrittenReturn extends TakenLine {
  readonly returnId: string;
  readonly postedAtMs: number;
}

export interface SaleOutcome {
  readonly id: string;
  readonly status: string;
  readonly note: string;
  readonly returns: readonly WrittenReturn[];
}
