import { groupBy } from "../list.ts";

import type { EntryRow } from "./facts.ts";

/** The entries of one record: what a transaction posted for it, if it was posted once. */
export interface Posting {
  readonly source: string;
  readonly atMs: number;
  readonly entries: readonly EntryRow[];
}

/** An expiry is posted for an award, and not for the record of the award; or with a cancellation. */
const recordOf = ({ type, source, is_after_cancellation: isPart }: EntryRow) =>
  type === "Expiry" && !isPart ? `expiry of ${source}` : source;

/**
 * The postings of a round in an order that keeps the order of every balance. Records that were posted again and again may
 * allow none; then the earliest goes on.
 */
export function postingsInOrder(entries: readonly EntryRow[]): Posting[] {
  const byRecord = groupBy(entries, recordOf);
  const next = new Map<string, string[]>([...byRecord.keys()].map((key) => [key, []]));
  const waitsFor = new Map<string, number>([...byRecord.keys()].map((key) => [key, 0]));
  for (const chain of groupBy(entries, ({ member, currency }) => `${currency} ${member}`).values()) {
    const records = [...new Set(chain.map(recordOf))];
    for (const [index, record] of records.slice(1).entries()) {
      next.get(records[index] as string)?.push(record);
      waitsFor.set(record, (waitsFor.get(record) ?? 0) + 1);
    }
  }
  const ready = [...waitsFor].flatMap(([record, count]) => (count === 0 ? [record] : []));
  const ordered: string[] = [];
  while (ordered.length < byRecord.size) {
    const record = ready.shift() ?? earliest(waitsFor.keys(), byRecord);
    if (!waitsFor.delete(record)) continue;
    ordered.push(record);
    for (const later of next.get(record) ?? []) {
      const left = (waitsFor.get(later) ?? 0) - 1;
      if (!waitsFor.has(later)) continue;
      waitsFor.set(later, left);
      if (left === 0) ready.push(later);
    }
  }
  return ordered.map((record) => {
    const posted = byRecord.get(record) ?? [];
    return { source: posted[0]?.source ?? "", atMs: latest(posted), entries: posted };
  });
}

const latest = (entries: readonly EntryRow[]) => Math.max(...entries.map(({ at }) => at.getTime()));

function earliest(records: Iterable<string>, byRecord: ReadonlyMap<string, readonly EntryRow[]>): string {
  const timeOf = (record: string) => latest(byRecord.get(record) ?? []);
  return [...records].reduce((one, other) => (timeOf(other) < timeOf(one) ? other : one));
}
