/** What went wrong with a statement, as far as the caller must know: whose fault it is, and whether to try again. */
export type FaultKind =
  /** The row's own reason: its values are refused, whoever tries. */
  | "data"
  /** Postgres is away, overloaded or gave up on this transaction: the same statement may succeed later. */
  | "infrastructure"
  /** A fault of the program. */
  | "unknown";

/** A statement that waited for a lock as long as its session lets it. */
export const lockNotAvailable = "55P03";
export const deadlockDetected = "40P01";

const dataClasses = ["22", "23"];
/** 28 and 3D: a password that was changed, a database that is being restored. */
const infrastructureClasses = ["08", "28", "3D", "40", "53", "57", "58"];
const infrastructureCodes = new Set([
  lockNotAvailable,
  "25P03", // idle_in_transaction_session_timeout
  "25P04", // transaction_timeout
  "25006", // read_only_sql_transaction: a primary that was demoted
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "CONNECTION_SILENT", // ended by us: connection.watch.ts
  "ECONNREFUSED",
  "ECONNABORTED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT", // no socket where Postgres listens on one
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** The SQLSTATE, or the driver's or system's own code; empty where there is none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string") return code;
  const cause = (error as { cause?: unknown } | null)?.cause;
  return cause === undefined ? "" : codeOf(cause);
}

export function faultKind(error: unknown): FaultKind {
  const code = codeOf(error);
  if (infrastructureCodes.has(code)) return "infrastructure";
  if (code.length !== 5) return "unknown";
  if (dataClasses.includes(code.slice(0, 2))) return "data";
  return infrastructureClasses.includes(code.slice(0, 2)) ? "infrastructure" : "unknown";
}

/** A table, column, function, collation or schema that is not there, or a right that the role lacks. */
const unsuitedCodes = new Set(["42P01", "42703", "42883", "42704", "3F000", "42501"]);

/** Whether a statement failed because the database is not as this release needs it: its statements are the same for all. */
export function isUnsuited(error: unknown): boolean {
  return unsuitedCodes.has(codeOf(error));
}

const uniqueViolation = "23505";

/** Whether a statement was refused by this unique index. */
export function violates(error: unknown, indexName: string): boolean {
  return codeOf(error) === uniqueViolation && (error as { constraint_name?: unknown }).constraint_name === indexName;
}

/** A statement that ran into its timeout: Postgres may be slow, or the batch too heavy. */
export const queryCanceled = "57014";
