import { deletedStatus, objectOfClass, statusesOf } from "@rewards/domain";
import { type SQL, sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Expression, RecordSource } from "./record-source.ts";
import { selectFrom } from "./view.from.ts";
import { sourceOf } from "./view.source.ts";

/** A reference that a path goes through, and what stands behind it. */
export interface ReferenceStep {
  readonly name: string;
  readonly reference: Expression;
  readonly target: RecordSource;
  readonly rest: readonly string[];
  /** The rest is a key, which one record at most has: of a class whose records keep it for ever. */
  readonly isKeyOfOne: boolean;
}

/** The first reference of a path; undefined where the path ends in the record itself, as `Member` and `Member.ID` do. */
export function referenceStep(source: RecordSource, steps: readonly string[]): ReferenceStep | undefined {
  const [name = "", ...rest] = steps;
  const field = source.record.fields[name];
  const reference = source.fields[name]?.expression;
  if (field?.type !== "reference" || !reference || rest.length === 0 || rest[0] === "ID") return undefined;
  const target = sourceOf(field.class ?? "");
  return { name, reference, target, rest, isKeyOfOne: rest.length === 1 && isKeptKey(field.class, rest[0]) };
}

/** Whether a field is the business key of its class, and stays each record's alone: no record leaves it out or is deleted. */
function isKeptKey(className: string | undefined, field: string | undefined): boolean {
  const definition = objectOfClass(className ?? "");
  if (!definition?.key || definition.key.optional || statusesOf(definition).includes(deletedStatus)) return false;
  return definition.key.field === field;
}

/** The records behind a reference, to be looked into from a statement around it; with what they are joined to where asked for. */
export function selectBehind(
  views: PostgresJsDatabase,
  { target, rest }: ReferenceStep,
  value: SQL,
  where: SQL | undefined,
): SQL {
  const isJoined = target.fields[rest[0] ?? ""]?.isJoined === true;
  return sql`${selectFrom(views, target, { value }, isJoined).where(where)}`;
}
