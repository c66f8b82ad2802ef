import { AppError } from "@rewards/domain";
import { keyReused, scopeOf } from "../idempotency/idempotency.claim.ts";
import type { InsertAnswer, NewRecord } from "../object/object.types.ts";

/** Records whose idempotency key an earlier record of their group has, each with that one. */
export type Duplicates = ReadonlyMap<NewRecord, NewRecord>;

const none: Duplicates = new Map();

/** A group without keys costs no more than one look at its records. */
export function findDuplicates(records: readonly NewRecord[]): Duplicates {
  if (!records.some((record) => record.claim)) return none;
  const firsts = new Map<string, NewRecord>();
  const duplicates = new Map<NewRecord, NewRecord>();
  for (const record of records) {
    if (!record.claim) continue;
    const scope = scopeOf(record.claim);
    const first = firsts.get(scope);
    if (first) duplicates.set(record, first);
    else firsts.set(scope, record);
  }
  return duplicates;
}

/**
 * Adds the answers of duplicates, once their firsts are inserted: the same content is answered as the first, other
 * content is refused.
 * @returns the duplicates that are still to insert. Their content differs from that of the first, which was refused, so
 * that the key is free again.
 */
export function answerDuplicates(duplicates: Duplicates, answers: Map<string, InsertAnswer>): NewRecord[] {
  const left: NewRecord[] = [];
  for (const [duplicate, first] of duplicates) {
    const answer = answers.get(first.id) ?? { id: first.id };
    if (duplicate.claim?.contentHash === first.claim?.contentHash) answers.set(duplicate.id, answer);
    else if (answer instanceof AppError) left.push(duplicate);
    else answers.set(duplicate.id, keyReused());
  }
  return left;
}
