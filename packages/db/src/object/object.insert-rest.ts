import type { InsertAnswer, InsertGroup, InsertOutcome, NewRecord } from "./object.types.ts";

/** Answers records by what is known of them already, by ID, and has the others inserted. */
export async function insertRest(
  records: readonly NewRecord[],
  known: ReadonlyMap<string, InsertAnswer>,
  insert: InsertGroup,
): Promise<InsertOutcome> {
  if (known.size === 0) return insert(records);
  const rest = records.filter(({ id }) => !known.has(id));
  const { answers, woken } = rest.length > 0 ? await insert(rest) : { answers: [], woken: [] };
  const restAnswers = answers.values();
  return {
    answers: records.map(({ id }) => known.get(id) ?? (restAnswers.next().value as InsertAnswer)),
    woken,
  };
}
