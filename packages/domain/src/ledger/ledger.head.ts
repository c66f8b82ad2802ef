import { hash } from "node:crypto";

/** Entries of a day may still be committed so long after its end: their time is taken under the lock, the commit comes later. */
export const headGraceMs = 3_600_000;

/** A day of entries, folded: the last entry of each chain that grew on it. */
export interface DayFold {
  /** UTC, `2026-05-04`. */
  readonly day: string;
  /** SHA-256 in hex over the last entry of each chain. */
  readonly fold: string;
  /** Chains that grew on the day. */
  readonly chains: number;
}

/** The head of a day, as it is kept: it covers the head of the day before, and so every day before. */
export interface LedgerHead {
  readonly day: string;
  /** SHA-256 in hex. */
  readonly head: string;
  readonly chains: number;
}

const headVersion = "v1";

/** The head of a day over the head before it (in hex; empty before the first) and the day's fold. */
export function hashHead(headBefore: string, fold: string): string {
  return hash("sha256", `${headVersion}|${headBefore}|${fold}`);
}

/** The first day that may still get entries: heads are made of the days before it. */
export function firstOpenDay(clockMs: number): string {
  return new Date(clockMs - headGraceMs).toISOString().slice(0, "2026-05-04".length);
}

/** The heads of consecutive days of entries, after the head before them. */
export function headsOf(folds: readonly DayFold[], headBefore: string): LedgerHead[] {
  let head = headBefore;
  return folds.map(({ day, fold, chains }) => {
    head = hashHead(head, fold);
    return { day, head, chains };
  });
}

/**
 * The days whose head is not what their entries fold to: entries that changed, days that lost their head, heads of days
 * that lost their entries. Each head is held against the one kept before it, so that only days with damage are named.
 */
export function findBrokenHeads(heads: readonly LedgerHead[], folds: readonly DayFold[]): string[] {
  const kept = new Map(heads.map((one) => [one.day, one]));
  const folded = new Map(folds.map((one) => [one.day, one]));
  const broken: string[] = [];
  let before = "";
  for (const day of [...new Set([...kept.keys(), ...folded.keys()])].sort()) {
    const [head, fold] = [kept.get(day), folded.get(day)];
    if (!head || !fold || head.head !== hashHead(before, fold.fold) || head.chains !== fold.chains) broken.push(day);
    before = head?.head ?? before;
  }
  return broken;
}
