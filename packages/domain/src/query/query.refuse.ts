import type { ErrorCode } from "../error.table.ts";
import { AppError } from "../error.ts";
import type { RecordDefinition } from "../record.ts";
import { comparatorsOfSealed } from "./query.comparator.ts";
import type { QueryField } from "./query.ts";

/** A refusal of a query: the place in the body that is wrong, and why. */
export function queryError(code: ErrorCode, place: readonly string[], text?: string): AppError {
  const identifier = place.at(-1);
  const page = place.slice(0, -1).map((step) => `.${step}`);
  return new AppError(code, [
    {
      code,
      page: page.join(""),
      ...(text !== undefined && { text }),
      ...(identifier !== undefined && { identifier: `.${identifier}` }),
    },
  ]);
}

const plainName = /^[\w.@-]+$/;

/** Names the field if the name looks like one, so that a caller can show a person what is wrong. */
export function fieldUnknown(record: RecordDefinition, name: string, place: readonly string[]): AppError {
  const text = plainName.test(name) ? `${record.class} has no field ${name} to go by.` : undefined;
  return queryError("Error_Query_FieldUnknown", place, text);
}

/** Refuses a query that compares, sorts or groups by an encrypted field in a way that is not possible. */
export function fieldSealed(field: QueryField, place: readonly string[]): AppError {
  const possible = comparatorsOfSealed(field);
  const compared = possible.length > 0 ? `, or compare it by ${possible.join(", ")}` : "";
  return queryError(
    "Error_Query_FieldUnknown",
    place,
    `${field.path} is encrypted: a query can only show it${compared}.`,
  );
}
