/** Text as a literal of SQL. For the texts of definitions, which stand in a statement: what callers send is a parameter. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const special = /["\\]/g;

/**
 * Values of one column as a Postgres array, such as `{"a","b",NULL,1.5}`: text in quotes, so that no value of a caller's
 * can be read as anything but itself. Numbers and booleans stand as they are; null and undefined are NULL.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  let text = "";
  for (const value of values) {
    if (text !== "") text += ",";
    text += typeof value === "string" ? `"${escaped(value)}"` : String(value ?? "NULL");
  }
  return `{${text}}`;
}

function escaped(value: string): string {
  return value.includes('"') || value.includes("\\") ? value.replace(special, "\\$&") : value;
}
