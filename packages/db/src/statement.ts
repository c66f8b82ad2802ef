import type { TransactionSql } from "postgres";

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

/** A column of records that are sent to Postgres together. */
export interface ColumnSource<Row> {
  readonly name: string;
  /** SQL that turns the parameter into the column's rows. */
  readonly source: (parameter: string) => string;
  readonly encode: (rows: readonly Row[]) => string;
}

export function columnOf<Row>(name: string, type: string, read: (row: Row) => unknown): ColumnSource<Row> {
  if (type === "jsonb")
    return {
      name,
      source: (parameter) => `jsonb_array_elements(${parameter}::text::jsonb)`,
      encode: (rows) => JSON.stringify(rows.map(read)),
    };
  return {
    name,
    source: (parameter) => `unnest(${parameter}::${type}[])`,
    encode: (rows) => arrayLiteral(rows.map(read)),
  };
}

/** SQL of rows `r` with these columns, whose parameters follow one another. @param first the number of the first one. */
export function rowsFrom(columns: readonly Pick<ColumnSource<never>, "name" | "source">[], first = 1): string {
  const sources = columns.map(({ source }, index) => source(`$${first + index}`));
  return `rows from (${sources.join(", ")}) as r(${columns.map(({ name }) => `"${name}"`).join(", ")})`;
}

/** Memoises `make`: it runs once for each key. */
export function keep<Key, Value extends {}>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** An hour: the limit for a statement that reads a whole ledger. The service's other statements have ten seconds. */
export const scanMsMax = 3_600_000;

/** Replaces the short time limits of the service's sessions, until the transaction ends. */
const patience = {
  statement_timeout: `${scanMsMax}ms`,
  lock_timeout: `${scanMsMax}ms`,
  // A process that freezes between two statements holds its snapshot, and so delays vacuum, no longer than this.
  idle_in_transaction_session_timeout: "60s",
  // Off: the transaction may run as many statements as it needs.
  transaction_timeout: "0",
  // Postgres cancels the statement of a client that has disconnected.
  client_connection_check_interval: "5s",
};

/**
 * For reads of whole tables: sequential scans, 64 MB for each sort or hash, and two parallel workers. Several such
 * nodes may run at once, so the total is hundreds of megabytes at most.
 */
const wholeTables = { enable_seqscan: "on", work_mem: "64MB", max_parallel_workers_per_gather: "2" };

async function set(tx: TransactionSql, settings: Readonly<Record<string, string>>): Promise<void> {
  await tx`
    select set_config(name, value, true)
    from unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[]) as s(name, value)`;
}

/** Allows a transaction to take long. */
export const allowLong = (tx: TransactionSql) => set(tx, patience);

/** Allows a transaction to take long and to scan whole tables. */
export const allowScans = (tx: TransactionSql) => set(tx, { ...patience, ...wholeTables });
