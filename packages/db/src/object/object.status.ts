import { expiryOf, lapseOf, type ObjectDefinition } from "@rewards/domain";
import { textLiteral } from "../statement.ts";
import { columnName } from "./object.table.ts";

/**
 * The status in which a record is shown, as SQL: that of its row or the one that its time has moved it to. All rows of a
 * statement are judged at one instant. The domain's `statusAt` in SQL.
 * @param row the name of the table or its alias.
 */
export function shownStatus(definition: ObjectDefinition, row: string): string {
  const status = `"${row}"."${columnName("Status")}"`;
  const cases = [expiryOf(definition), lapseOf(definition)].map((move) => {
    if (!move) return "";
    const isFrom = `${status} in (${move.from.map(textLiteral).join(", ")})`;
    return ` when ${isFrom} and "${row}"."${columnName(move.at)}" <= now() then ${textLiteral(move.to)}`;
  });
  return cases.some(Boolean) ? `case${cases.join("")} else ${status} end` : status;
}

/** A field that only a status before a lapse shows: unset in every other. Undefined for other fields. */
export function shownWhile(definition: ObjectDefinition, row: string, field: string): string | undefined {
  const lapse = lapseOf(definition);
  if (!lapse || (field !== lapse.at && !lapse.with.includes(field))) return undefined;
  const isFrom = `${shownStatus(definition, row)} in (${lapse.from.map(textLiteral).join(", ")})`;
  const unset = definition.fields[field]?.type === "text" ? "''" : "null";
  return `case when ${isFrom} then "${row}"."${columnName(field)}" else ${unset} end`;
}
