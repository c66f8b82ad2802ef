import type { Amount } from "../amount.ts";
import { valueOfSum } from "./rule.sum.ts";

/** Running sums of members, as of the locks of their balances. */
export type Sums = ReadonlyMap<string, Amount>;

/** How an entry moved a running sum. */
export interface SumMove {
  readonly key: string;
  readonly before: Amount;
  /** What it added; negative at a return. */
  readonly value: Amount;
}

/** How an entry moved a sum, in exact decimals: `JSON.parse` keeps fifteen digits of a number. */
export interface StoredSum {
  readonly key: string;
  readonly before: string;
  readonly value: string;
}

const sumPattern = /\{"key":"([^"]*)","before":(-?[\d.]+),"value":(-?[\d.]+)\}/g;

/** Reads the moves that were written into an entry's text. */
export const sumsIn = (why: string): StoredSum[] =>
  [...why.matchAll(sumPattern)].map(([, key = "", before = "", value = ""]) => ({ key, before, value }));

/** A changed sum, to write. */
export interface ChangedSum {
  readonly memberId: string;
  readonly key: string;
  readonly value: Amount;
}

/** The running sums of a batch: its sales see one another's effects. */
export interface Tally {
  /** Moves for one record, which nobody else sees before `commit`. */
  begin(): TallyMoves;
  changed(): ChangedSum[];
}

export interface TallyMoves {
  /** @returns the points that the move gives or takes: the difference of the sum's two worths. */
  move(memberId: string, key: string, value: Amount): Amount;
  /** The moves since the last call, those of a key as one, in the order of their first. */
  take(): SumMove[];
  commit(): void;
}

/** @param sums by `sumName`; sums that are absent are 0. */
export function openTally(sums: Sums = new Map()): Tally {
  const current = new Map(sums);
  const changed = new Map<string, ChangedSum>();
  return {
    begin() {
      const own = new Map<string, ChangedSum>();
      let moves = new Map<string, SumMove>();
      return {
        move(memberId, key, value) {
          const name = sumName(memberId, key);
          const before = own.get(name)?.value ?? current.get(name) ?? 0n;
          own.set(name, { memberId, key, value: before + value });
          const known = moves.get(key);
          moves.set(key, { key, before: known?.before ?? before, value: (known?.value ?? 0n) + value });
          return valueOfSum(key, before + value) - valueOfSum(key, before);
        },
        take() {
          const taken = [...moves.values()];
          moves = new Map();
          return taken;
        },
        commit() {
          for (const [name, one] of own) {
            current.set(name, one.value);
            changed.set(name, one);
          }
        },
      };
    },
    changed: () => [...changed.values()],
  };
}

/** Identifies a sum among those of all members. */
export const sumName = (memberId: string, key: string) => `${memberId} ${key}`;
