import { expiryOf, type ObjectDefinition } from "@rewards/domain";
import { textLiteral } from "../statement.ts";
import { columnName } from "./object.table.ts";

/**
 * The status in which a record is shown, as SQL: that of its row or, once the record has expired, the status after its
 * expiry, which a worker writes later. All rows of a statement are judged at one instant.
 * @param row the name of the table or its alias.
 */
export function shownStatus(definition: ObjectDefinition, row: string): string {
  const expiry = expiryOf(definition);
  const status = `"${row}"."${columnName("Status")}"`;
  if (!expiry) return status;
  const isOpen = `${status} in (${expiry.from.map(textLiteral).join(", ")})`;
  const isPast = `"${row}"."${columnName(expiry.at)}" <= now()`;
  return `case when ${isOpen} and ${isPast} then ${textLiteral(expiry.to)} else ${status} end`;
}
