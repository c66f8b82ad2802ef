import { AppError } from "@rewards/domain";
import { hashedScopeOf, keyReused } from "../idempotency/idempotency.claim.ts";
import type { InsertAnswer, NewRecord } from "../object/object.types.ts";

/** Records that repeat the idempotency key of an earlier record of their group, each with that record. */
export type Duplicates = ReadonlyMap<NewRecord, NewRecord>;

const none: Duplicates = new Map();

/** For a group without keys it only reads each record once. */
export function findDuplicates(records: readonly NewRecord[]): Duplicates {
  if (!records.some((record) => record.claim)) return none;
  const firsts = new Map<string, NewRecord>();
  const duplicates = new Map<NewRecord, NewRecord>();
  for (const record of records) {
    if (!record.claim) continue;
    const scope = hashedScopeOf(record.claim);
    const first = firsts.get(scope);
    if (first) duplicates.set(record, first);
    else firsts.set(scope, record);
  }
  return duplicates;
}

/**
 * Adds the answers of duplicates, after the insert of their firsts: the same content gets the answer of the first,
 * other content is refused.
 * @returns the duplicates still to insert: their first was refused, which freed the key, and their content differs.
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
