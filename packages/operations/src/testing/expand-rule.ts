/** What an expand migration must not do to a table that already existed (docs/migrations.md). */
const breaches = [
  ["drops what the last release uses", /\bdrop (?!index concurrently)/],
  ["renames", /\brename\b/],
  ["changes a column's type", /\balter column \S+ (set data )?type\b/],
  ["makes a column NOT NULL, which reads the whole table", /\bset not null\b/],
  ["adds a NOT NULL column without a default", /\badd column (?!.*\bdefault\b).*\bnot null\b/],
  [
    "adds a column whose default differs by row, which writes the whole table",
    /\badd column .*(\(\)|\bgenerated\b|\bserial\b)/,
  ],
  [
    "adds a constraint without NOT VALID, which reads the whole table",
    /\badd (constraint|primary|foreign|unique|check)\b(?!.*\bnot valid\b)/,
  ],
  [
    "builds an index without CONCURRENTLY, which blocks writes: write it as docs/migrations.md shows",
    /\bcreate (unique )?index (?!concurrently)/,
  ],
  ["changes rows, whose locks are held until the migration ends", /^(update|delete|truncate|merge|with)\b/],
  ["locks a table", /^lock\b/],
] as const satisfies readonly (readonly [string, RegExp])[];

/** The statements, each on one line and in lower case, without quotes, comments and contents of strings. */
function statementsOf(migration: string): string[] {
  return migration
    .replace(/--> statement-breakpoint/g, ";")
    .replace(/--.*$/gm, "")
    .replace(/\$\$[\s\S]*?\$\$/g, "''")
    .replace(/'[^']*'/g, "''")
    .split(";")
    .map((text) => text.replaceAll('"', "").replace(/\s+/g, " ").trim().toLowerCase())
    .filter((text) => text !== "");
}

const tableOf = (statement: string) => / table (?:if not exists )?(\S+)/.exec(` ${statement}`)?.[1];
const indexedTableOf = (statement: string) => /\bindex\b.* on (\S+)/.exec(statement)?.[1];

/** What may run again if a migration with an index build is interrupted after its COMMIT. */
const repeatable = /^create or replace\b|\bif (not )?exists\b/;

/** The statements that a COMMIT makes permanent before the migration is recorded, and that fail when it runs again. */
function unrepeatable(statements: readonly string[]): string[] {
  const before = statements.slice(0, Math.max(0, statements.indexOf("commit")));
  return before
    .filter((text) => !repeatable.test(text))
    .map((text) => `cannot run again if the index build is interrupted: move it to a migration before: ${text}`);
}

/** The reasons why a migration breaks the rule, each with its statement. Tables that it creates itself are exempt. */
export function findBreaches(migration: string): string[] {
  const statements = statementsOf(migration);
  const made = new Set(statements.filter((text) => text.startsWith("create table")).map(tableOf));
  const breaking = statements
    .filter((text) => !text.startsWith("create table") && !made.has(indexedTableOf(text) ?? tableOf(text)))
    .flatMap((text) => breaches.filter(([, pattern]) => pattern.test(text)).map(([reason]) => `${reason}: ${text}`));
  return [...breaking, ...unrepeatable(statements)];
}
