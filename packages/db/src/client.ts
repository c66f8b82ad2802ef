import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { openPool, transactionMsMax } from "./connection/connection.open.ts";
import { scanMsMax } from "./scan.ts";

export type Sql = postgres.Sql;
/** A transaction. Only the write modules of this package open one. */
export type Tx = postgres.TransactionSql;

/** A pool to read from: drizzle compiles the statements, the driver under it sends them. */
export type ReadDatabase = PostgresJsDatabase & { readonly $client: Sql };

/** Raw SQL for writes and batches, drizzle for reads. Pools apart, because drizzle changes its client's date and JSON forms. */
export interface Database {
  readonly sql: Sql;
  /** For the prepared statements of views. */
  readonly readDb: ReadDatabase;
  /** For what callers make up, planned by its values at each call; what is slow of it keeps no look-up waiting. */
  readonly queries: ReadDatabase;
  /** One connection for what reads whole tables: its statements may take an hour, and are waited for as long. */
  readonly scans: Sql;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly poolMax: number;
  /** For views, and as many for queries. */
  readonly viewPoolMax: number;
  /** How long a statement of `sql` may take, ms, waiting for locks included; then Postgres cancels it. */
  readonly statementMsMax?: number;
  /** The same for a view. */
  readonly viewMsMax?: number;
}

const closeWaitSeconds = 5;

/**
 * A process that is stopped inside its transactions must let go of balances within five seconds. Each of them may idle
 * for so long; and whoever waits for a lock gives up sooner, else the transactions of the stopped process that wait for
 * each other would get their balances one after the other, and hold them each as long again.
 */
const idleInTransactionMsMax = 2_500;
const lockWaitMsMax = 2_000;

/** Of a view as of any other statement. */
const statementMsDefault = 10_000;

/** How the statements of a pool are planned: once for all values, or at each call for its own. */
type PlanMode = "force_generic_plan" | "force_custom_plan";

/** Settings of every session. A statement planned on an empty table must not stay a full scan when the table has grown. */
function sessionSettings(name: string, statementMs: number, planMode: PlanMode) {
  return {
    application_name: name,
    // A statement must see what was committed before it, within a transaction too.
    default_transaction_isolation: "read committed",
    // Elsewhere old instants have offsets in seconds, which JavaScript does not read.
    TimeZone: "UTC",
    statement_timeout: statementMs,
    lock_timeout: lockWaitMsMax,
    idle_in_transaction_session_timeout: idleInTransactionMsMax,
    transaction_timeout: transactionMsMax(statementMs),
    plan_cache_mode: planMode,
    enable_seqscan: "off",
    jit: "off",
  } as const;
}

/**
 * An array whose elements need no quotes. The driver's own way looks for quotes and backslashes in each of them, which
 * is no small part of a worker's time.
 */
const plainArray = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (values: readonly unknown[] | string) => (typeof values === "string" ? values : `{${values.join(",")}}`),
  parse: (text: string) => (text === "{}" ? [] : text.slice(1, -1).split(",")),
});

/** By the OIDs that Postgres has fixed. Only of values without NULL. */
const plainArrays = {
  uuids: plainArray(2951),
  bigints: plainArray(1016),
  numerics: plainArray(1231),
  timestamps: plainArray(1185),
};

export function openDatabase(options: DatabaseOptions): Database {
  const {
    url,
    name,
    poolMax,
    viewPoolMax,
    statementMsMax = statementMsDefault,
    viewMsMax = statementMsDefault,
  } = options;
  const writes = openPool({
    url,
    max: poolMax,
    session: sessionSettings(name, statementMsMax, "force_generic_plan"),
    types: plainArrays,
  });
  const scans = openPool({ url, max: 1, session: sessionSettings(name, scanMsMax, "force_generic_plan") });
  const viewSession = (planMode: PlanMode) => sessionSettings(name, viewMsMax, planMode);
  const views = openPool({ url, max: viewPoolMax, session: viewSession("force_generic_plan") });
  const queries = openPool({ url, max: viewPoolMax, session: viewSession("force_custom_plan") });
  return {
    sql: writes.sql,
    readDb: drizzle(views.sql),
    queries: drizzle(queries.sql),
    scans: scans.sql,
    close: async () => {
      await Promise.all([writes, views, queries, scans].map((pool) => pool.close(closeWaitSeconds)));
    },
  };
}
