import { AppError, hidesRecords, type Scope } from "@rewards/domain";
import { Column, fillPlaceholders, is, type Query, SQL } from "drizzle-orm";
import type { Sql } from "../client.ts";
import { codeOf, queryCanceled } from "../fault.ts";
import type { PersonalKeys } from "../personal/personal.keys.ts";
import type { Expression } from "../record-source.ts";
import { withinScope } from "../scope/scope.statement.ts";

/** Where statements are sent, and what their caller is limited to. */
export interface Reader {
  readonly $client: Sql;
  readonly scope: Scope;
  /** The keys of personal fields. */
  readonly keys: PersonalKeys;
}

/** A compiled statement, with the names that its columns have in SQL. Repeated statements are compiled once. */
export interface ReadStatement {
  readonly text: string;
  /** May include placeholders, which each run fills. */
  readonly parameters: readonly unknown[];
  readonly columns: readonly string[];
  /** Each session plans the statement once and keeps the plan. */
  readonly isPrepared: boolean;
  /** Rows that Postgres sends before it waits for the next request; undefined if there is at most one row. */
  readonly sliceRows: number | undefined;
}

const sliceRowsUsual = 250;
/** For records with a jsonb column, such as a sale's items: one record may have a megabyte. */
const sliceRowsWide = 16;

export function compileStatement(
  columns: Readonly<Record<string, Expression>>,
  query: { toSQL(): Query },
  { isPrepared = false, isOneRow = false }: { isPrepared?: boolean; isOneRow?: boolean } = {},
): ReadStatement {
  const { sql: text, params: parameters } = query.toSQL();
  const isWide = Object.values(columns).some((of) => is(of, Column) && of.getSQLType() === "jsonb");
  const sliceRows = isWide ? sliceRowsWide : sliceRowsUsual;
  return {
    text,
    parameters,
    isPrepared,
    sliceRows: isOneRow ? undefined : sliceRows,
    columns: Object.entries(columns).map(([name, of]) =>
      is(of, Column) ? of.name : is(of, SQL.Aliased) ? of.fieldAlias : name,
    ),
  };
}

/** How the values of a column are read from those of the driver. */
export function readerOf(expression: Expression): (value: unknown) => unknown {
  return is(expression, Column) ? (value) => expression.mapFromDriverValue(value) : (value) => value;
}

export interface ReadRun {
  /** Values of the statement's placeholders. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Called with the driver's values of each row, in order; false or an error ends the reading. */
  readonly take: (values: readonly unknown[]) => boolean;
  /** Cancels the statement in Postgres. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The one place that reads records for callers. Reads rows in slices, so that no answer is in memory as a whole, and other
 * work of the thread can run between slices. The session stays usable after an error.
 * @throws AppError 503 if Postgres cancelled the statement: by its session's timeout, by the signal, or by a cancel of
 * the connection's last statement that arrived late. The cause's code is then `queryCanceled`. Also 503 if a value
 * cannot be decrypted.
 */
export async function readRows({ $client, scope }: Reader, statement: ReadStatement, run: ReadRun): Promise<void> {
  const { values = {}, take, signal } = run;
  if (signal?.aborted) throw new AppError("Error_DataView_Timeout");
  const filled = fillPlaceholders([...statement.parameters], { ...values });
  const { text, parameters } = withinScope({ text: statement.text, parameters: filled }, scope);
  // Callers with scopes would add statements to every session without end.
  const prepare = statement.isPrepared && !hidesRecords(scope);
  const query = $client.unsafe(text, parameters as never[], { prepare }).values();
  let failed: unknown;
  const takeRow = (values: readonly unknown[]): boolean => {
    try {
      return take(values);
    } catch (error) {
      failed = error;
      return false;
    }
  };
  const cancel = () => query.cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    // A cursor takes a second round trip, to close it.
    if (statement.sliceRows === undefined) (await query).every(takeRow);
    else
      await query.cursor(statement.sliceRows, (slice: readonly unknown[][]) =>
        // Between two slices no statement runs that Postgres could cancel.
        !signal?.aborted && slice.every(takeRow) ? undefined : $client.CLOSE,
      );
    if (signal?.aborted) throw new AppError("Error_DataView_Timeout");
    if (failed !== undefined) throw failed;
  } catch (cause) {
    throw codeOf(cause) === queryCanceled ? new AppError("Error_DataView_Timeout", undefined, { cause }) : cause;
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}
