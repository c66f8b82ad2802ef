import { hash } from "node:crypto";

/**
 * An entry's time is taken under its lock, and committed some seconds later. Whoever writes heads waits for the postings
 * under way besides; this is for a clock that is set back, and twice what the limits of the sessions allow a posting.
 */
export const headGraceMs = 300_000;

/** Heads end with the hours of UTC. What verifies them goes by the end that each one names. */
export const headPeriodMs = 3_600_000;

/** Heads of days were written by former releases, and are verified as long as there are any. */
export type HeadKind = "day" | "period";

/** The entries of a day or a period, folded. */
export interface Fold {
  /** A day (UTC), `2026-05-04`; of a period the end, which is not in it: `2026-05-04T13:00:00.000Z`. */
  readonly at: string;
  /** SHA-256 in hex: of a day over the last entry of each chain, of a period over the hashes of all its entries. */
  readonly fold: string;
  /** Chains that grew on the day; entries of the period. */
  readonly count: number;
}

/** A head, as it is kept: it covers the head before it, and so every entry before. */
export interface LedgerHead {
  readonly at: string;
  /** SHA-256 in hex. */
  readonly head: string;
  readonly count: number;
}

const texts: Record<HeadKind, (before: string, fold: Pick<Fold, "at" | "fold">) => string> = {
  day: (before, { fold }) => `v1|${before}|${fold}`,
  period: (before, { at, fold }) => `v2|${before}|${at}|${fold}`,
};

/** The head over the head before it (in hex; empty before the first) and the fold of its entries. */
export function hashHead(kind: HeadKind, before: string, fold: Pick<Fold, "at" | "fold">): string {
  return hash("sha256", texts[kind](before, fold));
}

/** The end of the last period that gets no entries any more: heads are made up to here. */
export function closedUntil(clockMs: number): string {
  const closedMs = clockMs - headGraceMs;
  return new Date(closedMs - (closedMs % headPeriodMs)).toISOString();
}

/** The heads of consecutive folds, after the head before them. */
export function headsOf(kind: HeadKind, folds: readonly Fold[], before: string): LedgerHead[] {
  let head = before;
  return folds.map((fold) => {
    head = hashHead(kind, head, fold);
    return { at: fold.at, head, count: fold.count };
  });
}

/**
 * Where a head is not what its entries fold to: entries that changed, days that lost their head, heads that lost their
 * entries. Each head is held against the one kept before it, so that only those with damage are named.
 */
export function findBrokenHeads(
  kind: HeadKind,
  heads: readonly LedgerHead[],
  folds: readonly Fold[],
  first = "",
): string[] {
  const kept = new Map(heads.map((one) => [one.at, one]));
  const folded = new Map(folds.map((one) => [one.at, one]));
  const broken: string[] = [];
  let before = first;
  for (const at of [...new Set([...kept.keys(), ...folded.keys()])].sort()) {
    const [head, fold] = [kept.get(at), folded.get(at)];
    if (!head || !fold || head.head !== hashHead(kind, before, fold) || head.count !== fold.count) broken.push(at);
    before = head?.head ?? before;
  }
  return broken;
}
