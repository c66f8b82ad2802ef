/** Text as an SQL literal. Only for texts of definitions; values from callers are always parameters. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const special = /["\\]/g;

/**
 * Values of one column as a Postgres array, such as `{"a","b",NULL,1.5}`. Text is quoted and escaped, so that Postgres
 * reads exactly the caller's value. Numbers and booleans are not quoted; null and undefined become NULL.
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
