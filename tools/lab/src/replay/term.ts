import { endOf, type Lifetime } from "./calendar.ts";
import type { Holding, Lot } from "./lot.ts";

/** Points live for a time, or until a member is inactive for some months; null: for ever. */
export type Expiry = Lifetime | { readonly inactiveMonths: number } | null;

/** What the time of an expiry counts from: each award, or the last entry of a member. */
type Start = "award" | "last-entry";

/** How long the points of a currency live, edit after edit. No edit takes back what was promised before. */
export interface Term {
  /** What an award or a last entry of now is promised. */
  promise(atMs: number): number;
  /** The lots that have expired, oldest first. */
  expired(holding: Holding, nowMs: number): readonly Lot[];
  edit(atMs: number, next: Expiry, holdings: readonly Holding[]): void;
}

const startOf = (expiry: NonNullable<Expiry>): Start => ("months" in expiry ? "award" : "last-entry");
const lifetimeOf = (expiry: NonNullable<Expiry>): Lifetime =>
  "months" in expiry ? expiry : { months: expiry.inactiveMonths, until: "day" };

const past = Number.NEGATIVE_INFINITY;

export function openTerm(first: Expiry, zone: string): Term {
  let current = first;
  let start = first && startOf(first);
  /** Nothing expires before. */
  let nothingBeforeMs = past;
  /** What the last points under an earlier rule were promised: later points get no less. */
  let laterMs = past;
  const endAt = (atMs: number, expiry: NonNullable<Expiry>) =>
    atMs === past ? past : endOf(atMs, lifetimeOf(expiry), zone);
  const promise = (atMs: number) => Math.max(laterMs, current ? endAt(atMs, current) : past);

  /** Whatever was promised so far holds for all points, if what the time counts from changes. */
  function begin(atMs: number, next: NonNullable<Expiry>): void {
    // Points that lived for ever live as long as points of the day that ended it.
    if (current === null) nothingBeforeMs = Math.max(nothingBeforeMs, endAt(atMs, next));
    if (start !== null && start !== startOf(next)) {
      nothingBeforeMs = Math.max(nothingBeforeMs, laterMs);
      laterMs = past;
    }
    start = startOf(next);
  }

  return {
    promise,
    expired({ lots, promisedMs }, nowMs) {
      if (current === null || nothingBeforeMs > nowMs) return [];
      if (start === "award") return lots.filter((lot) => lot.promisedMs <= nowMs);
      return promisedMs <= nowMs ? lots : [];
    },
    edit(atMs, next, holdings) {
      laterMs = promise(atMs);
      if (next) begin(atMs, next);
      current = next;
      if (!next) return;
      for (const holding of holdings) {
        holding.promisedMs = Math.max(holding.promisedMs, endAt(holding.lastAtMs, next));
        for (const lot of holding.lots) lot.promisedMs = Math.max(lot.promisedMs, endAt(lot.atMs, next));
      }
    },
  };
}
