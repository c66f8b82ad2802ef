import { AppError, type ObjectDefinition } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { insertRest } from "../object/object.insert-rest.ts";
import type { InsertAnswer, InsertGroup, InsertOutcome, NewRecord } from "../object/object.types.ts";
import { claimKeys, type KeyHolder, keyReused, moveKeys, releaseKeys, scopeOf } from "./idempotency.claim.ts";

/**
 * Has the first record of each idempotency key inserted, and answers those that came with the same key in the same
 * group: the same content as the first, other content with a refusal. Where the first was refused its key is free, so
 * what has other content is then inserted as if it had come alone.
 */
export async function insertFirsts(records: readonly NewRecord[], insert: InsertGroup): Promise<InsertOutcome> {
  const twins = findTwins(records);
  if (twins.size === 0) return insert(records);
  const firsts = records.filter((record) => !twins.has(record));
  const { answers, woken } = await insert(firsts);
  const known = new Map(firsts.map(({ id }, index) => [id, answers[index] as InsertAnswer]));
  for (const [twin, first] of twins) {
    const answer = known.get(first.id) as InsertAnswer;
    if (twin.claim?.contentHash === first.claim?.contentHash) known.set(twin.id, answer);
    else if (!(answer instanceof AppError)) known.set(twin.id, keyReused());
  }
  const rest = await insertRest(records, known, (again) => insertFirsts(again, insert));
  return { answers: rest.answers, woken: [...woken, ...rest.woken] };
}

const noTwins: ReadonlyMap<NewRecord, NewRecord> = new Map();

/** Each record whose key an earlier one has, with that one. A group without keys costs no more than a look at it. */
function findTwins(records: readonly NewRecord[]): ReadonlyMap<NewRecord, NewRecord> {
  if (!records.some((record) => record.claim)) return noTwins;
  const firsts = new Map<string, NewRecord>();
  const twins = new Map<NewRecord, NewRecord>();
  for (const record of records) {
    if (!record.claim) continue;
    const scope = scopeOf(record.claim);
    const first = firsts.get(scope);
    if (first) twins.set(record, first);
    else firsts.set(scope, record);
  }
  return twins;
}

/**
 * Claims the keys of a group, no two of one key, has the records inserted whose keys are new, and keeps the keys of
 * those alone that were accepted. All of it in one transaction: key and effect are there together or not at all.
 */
export async function insertClaimed(
  tx: Tx,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
  insert: InsertGroup,
): Promise<InsertOutcome> {
  const holders = new Map<string, KeyHolder>();
  for (const { id, claim } of records) if (claim) holders.set(id, { claim, id, status: definition.initial });
  const met = await claimKeys(tx, [...holders.values()]);
  return insertRest(records, met, async (fresh) => {
    const outcome = await insert(fresh);
    const refused: KeyHolder[] = [];
    const moved = new Map<KeyHolder, string>();
    fresh.forEach(({ id }, index) => {
      const holder = holders.get(id);
      const answer = outcome.answers[index] as InsertAnswer;
      if (!holder) return;
      if (answer instanceof AppError) refused.push(holder);
      else if (answer.id !== id) moved.set(holder, answer.id);
    });
    await releaseKeys(tx, refused);
    await moveKeys(tx, moved);
    return outcome;
  });
}
