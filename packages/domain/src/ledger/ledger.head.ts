import { hash } from "node:crypto";

/**
 * An entry's time is read under its lock and committed some seconds later. The writer of heads also waits for postings
 * in progress; this grace is for a clock that is set back. It is twice the time that the session limits allow a
 * posting.
 */
export const headGraceMs = 300_000;

/** Periods end at full hours of UTC. Verification uses the end that each head names. */
export const headPeriodMs = 3_600_000;

/** The entries of a period, folded into one hash. */
export interface Fold {
  /** The exclusive end of the period, `2026-05-04T13:00:00.000Z`. */
  readonly at: string;
  /** SHA-256 in hex over the hashes of all its entries. */
  readonly fold: string;
  /** The number of entries in the period. */
  readonly count: number;
}

/** A stored head. It covers the previous head and so every earlier entry. */
export interface LedgerHead {
  readonly at: string;
  /** SHA-256 in hex. */
  readonly head: string;
  readonly count: number;
}

/** The hash over the previous head (in hex; empty before the first) and the fold of the entries. */
export function hashHead(before: string, { at, fold }: Pick<Fold, "at" | "fold">): string {
  return hash("sha256", `v1|${before}|${at}|${fold}`);
}

/** The end of the last period that can get no more entries: heads are made up to here. */
export function closedUntil(clockMs: number): string {
  const closedMs = clockMs - headGraceMs;
  return new Date(closedMs - (closedMs % headPeriodMs)).toISOString();
}

/** The heads of consecutive folds that follow the head `before`. */
export function headsOf(folds: readonly Fold[], before: string): LedgerHead[] {
  let head = before;
  return folds.map((fold) => {
    head = hashHead(head, fold);
    return { at: fold.at, head, count: fold.count };
  });
}

/**
 * The places where a head does not match its entries: changed entries, entries without a head, heads without entries.
 * Each head is checked against the stored head before it, so that only those with damage are listed.
 */
export function findBrokenHeads(heads: readonly LedgerHead[], folds: readonly Fold[]): string[] {
  const kept = new Map(heads.map((one) => [one.at, one]));
  const folded = new Map(folds.map((one) => [one.at, one]));
  const broken: string[] = [];
  let before = "";
  for (const at of [...new Set([...kept.keys(), ...folded.keys()])].sort()) {
    const [head, fold] = [kept.get(at), folded.get(at)];
    if (!head || !fold || head.head !== hashHead(before, fold) || head.count !== fold.count) broken.push(at);
    before = head?.head ?? before;
  }
  return broken;
}
