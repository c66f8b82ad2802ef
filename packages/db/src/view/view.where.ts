import type { DataViewDefinition, FieldCondition, Filter } from "@rewards/domain";
import { and, type SQL } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { RecordSource } from "./record-source.ts";
import { type Compared, compileCondition, compileFilter, fixedCondition, idsBehind, isOfOne } from "./view.filter.ts";
import { referenceStep } from "./view.reference.ts";
import { sourceOf } from "./view.source.ts";

/** The rows that a statement is about. */
export interface Rows {
  readonly source: RecordSource;
  readonly where: SQL | undefined;
  /** The condition reads from the table that the source is joined to. */
  readonly isJoined: boolean;
}

/** The rows of a view, given what stands for its parameters; with a caller's filter those that it leaves. */
export function rowsOf(
  views: PostgresJsDatabase,
  view: DataViewDefinition,
  parameter: (name: string) => SQL,
  filter?: Filter<FieldCondition>,
): Rows {
  const plain = sourceOf(view.record.class);
  const conditions = view.where.map((condition) => fixedCondition(plain, condition, parameter));
  const source = pin(views, plain, conditions);
  const fixed = conditions.map((condition) => compileCondition(views, source, condition));
  return {
    source,
    where: filter ? and(...fixed, compileFilter(views, source, filter)) : and(...fixed),
    isJoined: [...conditions, ...conditionsOf(filter)].some(
      ({ field }) => source.fields[field.steps[0] ?? ""]?.isJoined,
    ),
  };
}

/** The source as it is read where a condition pins one of its references. */
function pin(views: PostgresJsDatabase, source: RecordSource, conditions: readonly Compared[]): RecordSource {
  for (const condition of conditions) {
    const step = referenceStep(source, condition.field.steps);
    const pinned = step && isOfOne(step, condition) ? source.pinned?.[step.name] : undefined;
    if (step && pinned) return pinned(idsBehind(views, step, condition));
  }
  return source;
}

function conditionsOf(filter: Filter<FieldCondition> | undefined): FieldCondition[] {
  if (!filter) return [];
  if (filter.kind === "one") return [filter.condition];
  return filter.kind === "not" ? conditionsOf(filter.part) : filter.parts.flatMap(conditionsOf);
}
