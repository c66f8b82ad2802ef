import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { openPool, type Pool, transactionMsMax } from "./connection/connection.open.ts";
import { scanMsMax } from "./statement.ts";

export type Sql = postgres.Sql;
/** A transaction. Only the write modules of this package open one. */
export type Tx = postgres.TransactionSql;
/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A pool for reads: drizzle compiles the statements, and the driver sends them. */
export type ReadDatabase = PostgresJsDatabase & { readonly $client: Sql };

/** Raw SQL for writes and batches, drizzle for reads. Separate pools: drizzle changes its client's dates and JSON. */
export interface Database {
  readonly sql: Sql;
  /** For the prepared statements of views. */
  readonly readDb: ReadDatabase;
  /** For callers' queries, planned for their values at each call. A slow query keeps no view waiting. */
  readonly queries: ReadDatabase;
  /** One connection for scans of whole tables and all rows of a person: its statements may take an hour. */
  readonly scans: Sql;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly poolMax: number;
  /** The size of the pool for views, and also of that for queries. */
  readonly viewPoolMax: number;
  /** How long a statement of `sql` may take, ms, including waits for locks; then Postgres cancels it. */
  readonly statementMsMax?: number;
  /** The same for views and queries. */
  readonly viewMsMax?: number;
}

const closeWaitSeconds = 5;

/**
 * A process that freezes inside its transactions must release its balances within five seconds, so a transaction may
 * idle for half of that. A wait for a lock must end sooner: otherwise frozen transactions that wait for each other
 * would get their balances one after the other, and each would hold them as long again.
 */
const idleInTransactionMsMax = 2_500;
const lockWaitMsMax = 2_000;

/** The default for views and for all other statements. */
const statementMsDefault = 10_000;

/** How the statements of a pool are planned: once for all values, at each call for its values, or as Postgres estimates. */
type PlanMode = "force_generic_plan" | "force_custom_plan" | "auto";

/** Settings of every session. A plan made on an empty table must not stay a full scan once the table has grown. */
function settingsOf(statementMs: number, planMode: PlanMode) {
  return {
    // Each statement must see what was committed before it, also within a transaction.
    default_transaction_isolation: "read committed",
    // In other time zones old instants have offsets with seconds, which JavaScript cannot parse.
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

/** Settings of the service's role, for sessions behind a pooler that drops their own. */
export const roleSettings = settingsOf(statementMsDefault, "force_generic_plan");

const sessionSettings = (name: string, statementMs: number, planMode: PlanMode) => ({
  application_name: name,
  ...settingsOf(statementMs, planMode),
});

/**
 * An array whose elements need no quotes. The driver's own serializer searches each element for quotes and backslashes,
 * which takes a considerable part of a worker's time.
 */
const plainArray = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (values: readonly unknown[] | string) => (typeof values === "string" ? values : `{${values.join(",")}}`),
  parse: (text: string) => (text === "{}" ? [] : text.slice(1, -1).split(",")),
});

/** Array types by their OIDs, which are fixed in Postgres. Only for arrays without NULL. */
const plainArrays = {
  uuids: plainArray(2951),
  bigints: plainArray(1016),
  numerics: plainArray(1231),
  timestamps: plainArray(1185),
};

export interface StandbyOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** How long a statement may take, ms. */
  readonly statementMsMax: number;
  readonly poolMax: number;
}

/**
 * A pool of a standby, for views and queries: Postgres plans a statement that is not prepared at each call, and a prepared
 * one once, if it estimates that this costs less.
 */
export function openStandby({ url, name, statementMsMax, poolMax }: StandbyOptions): Pool {
  return openPool({ url, max: poolMax, role: "standby", session: sessionSettings(name, statementMsMax, "auto") });
}

/**
 * A pool of the primary for statements that answer many calls. One that takes long is given up, and its calls are answered
 * alone. Without bitmaps, the first records of a key are read from an index of their order, instead of all of them.
 */
export function openLanes({ url, name, statementMsMax, poolMax }: StandbyOptions): Sql {
  const session = { ...sessionSettings(name, statementMsMax, "force_generic_plan"), enable_bitmapscan: "off" };
  const { sql } = openPool({ url, max: poolMax, session });
  return drizzle(sql).$client;
}

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
