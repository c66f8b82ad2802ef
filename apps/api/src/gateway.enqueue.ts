import type { InsertAnswer, NewRecord } from "@rewards/db";
import { AppError, type ObjectDefinition } from "@rewards/domain";
import type { Enqueuer } from "@rewards/queue";
import type { Span } from "@rewards/runtime";

/** A record to create. */
export interface Incoming {
  readonly record: NewRecord;
  /** The size of the request's body. */
  readonly bodyBytes: number;
  /** The span of the request. */
  readonly trace?: Span | undefined;
  /** Of an import, which waits for tills and is bounded by itself. */
  readonly isBulk?: true;
}

/** Those that the insert created: not repeated ones, which have the ID of the first. */
export function createdOf(all: readonly Incoming[], answers: readonly InsertAnswer[]): Incoming[] {
  return all.filter(({ record }, index) => {
    const answer = answers[index];
    return answer && !(answer instanceof AppError) && answer.id === record.id;
  });
}

/** Not awaited: the queue is only a hint. Those of imports are apart, because workers take them after the others. */
export function enqueue(
  enqueuer: Pick<Enqueuer, "push">,
  definition: ObjectDefinition,
  created: readonly Incoming[],
  trace: string | undefined,
): void {
  for (const isBulk of [false, true]) {
    const records = created.flatMap(({ record, isBulk: isOfImport = false }) =>
      isOfImport === isBulk ? [record] : [],
    );
    const ids = records.map(({ id }) => id);
    enqueuer.push(definition.noun, ids, { trace, keyOf: keyOf(definition, records), isBulk });
  }
}

/** What keeps each record together with others in the queue, by its place. */
function keyOf({ staged }: ObjectDefinition, records: readonly NewRecord[]) {
  const field = staged?.together;
  return field === undefined ? undefined : (_: string, index: number) => String(records[index]?.content[field]);
}
