/** The cause of a failed statement, from which callers decide whether to try again. */
export type FaultKind =
  /** The values of a row are refused, at every attempt. */
  | "data"
  /** Postgres is unavailable, overloaded or aborted this transaction: the same statement may succeed later. */
  | "infrastructure"
  /** A bug in the program. */
  | "unknown";

/** A statement waited for a lock as long as its session allows. */
export const lockNotAvailable = "55P03";
export const deadlockDetected = "40P01";

const dataClasses = ["22", "23"];
/** 28 and 3D: the password was changed, or the database is being restored. */
const infrastructureClasses = ["08", "28", "3D", "40", "53", "57", "58"];
/** Of the driver and the system, if a connection could not be opened or was lost. */
const connectionCodes = [
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "CONNECTION_SILENT", // ended by us: connection.watch.ts
  "CONNECTION_UNFIT", // a standby: connection.open.ts
  "ECONNREFUSED",
  "ECONNABORTED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
];
const infrastructureCodes = new Set([
  lockNotAvailable,
  "25P03", // idle_in_transaction_session_timeout
  "25P04", // transaction_timeout
  "25006", // read_only_sql_transaction: the primary was demoted
  "26000", // a pooler lost a prepared statement
  "42P05", // a pooler has another prepared statement of that name
  "ENOENT", // the Unix socket of Postgres does not exist
  ...connectionCodes,
]);

/** The SQLSTATE, or the code of the driver or system; empty for an error without a code. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string") return code;
  const cause = (error as { cause?: unknown } | null)?.cause;
  return cause === undefined ? "" : codeOf(cause);
}

/** Whether the connection could not be opened or was lost, or the server ends sessions. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  return connectionCodes.includes(code) || /^(08|57P)/.test(code);
}

export function faultKind(error: unknown): FaultKind {
  const code = codeOf(error);
  if (infrastructureCodes.has(code) || isBetweenPartitions(error)) return "infrastructure";
  if (code.length !== 5) return "unknown";
  if (dataClasses.includes(code.slice(0, 2))) return "data";
  return infrastructureClasses.includes(code.slice(0, 2)) ? "infrastructure" : "unknown";
}

/**
 * The partition of a row was made while its insert waited for the default partition: the next attempt finds it. No
 * constraint has refused the row.
 */
function isBetweenPartitions(error: unknown): boolean {
  const { code, constraint_name } = (error ?? {}) as { code?: unknown; constraint_name?: unknown };
  return code === "23514" && constraint_name === undefined;
}

/** A table, column, function, collation or schema is missing, or the role lacks a right. */
const unsuitedCodes = new Set(["42P01", "42703", "42883", "42704", "3F000", "42501"]);

/** Whether a statement failed because the database does not fit this release, and not because of its values. */
export function isUnsuited(error: unknown): boolean {
  return unsuitedCodes.has(codeOf(error));
}

const uniqueViolation = "23505";

/** Whether a statement was refused by this unique index. */
export function violates(error: unknown, indexName: string): boolean {
  return codeOf(error) === uniqueViolation && (error as { constraint_name?: unknown }).constraint_name === indexName;
}

/** A statement ran into its timeout: Postgres may be slow, or the batch too large. */
export const queryCanceled = "57014";
