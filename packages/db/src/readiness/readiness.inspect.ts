import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../client.ts";
import { openPool } from "../connection/connection.open.ts";
import { faultKind } from "../fault.ts";
import { probeSales } from "./readiness.probe.ts";
import { describeOlder, readSchema } from "./readiness.schema.ts";
import {
  describeUnsuited,
  describeUnsupported,
  readServer,
  refuseUnsupported,
  ServerUnsupportedError,
  warningsOf,
} from "./readiness.server.ts";

interface Inspected {
  /** Why this release cannot work with the database, and the remedy. */
  readonly reason?: string | undefined;
  /** What an operator should mend though it can. */
  readonly warnings: readonly string[];
  /** Whether a later release has migrated it. */
  readonly isNewer: boolean;
}

const unreadable =
  "The role of DATABASE_URL may not read drizzle.__drizzle_migrations, so an older schema would go unnoticed: " +
  "grant it usage of that schema and select of that table.";

/**
 * Whether this release can work with the database: the server's version, the settings that it relies on, the schema's
 * version. Three cheap statements, for the start and after a failure.
 */
export async function inspectDatabase({ sql }: Pick<Database, "sql">): Promise<Inspected> {
  const server = await readServer(sql);
  const schema = await readSchema(sql);
  return {
    reason: describeUnsupported(server) ?? describeUnsuited(server) ?? (schema && describeOlder(schema)),
    warnings: [...warningsOf(server), ...(schema ? [] : [unreadable])],
    isNewer: schema?.isNewer === true,
  };
}

/** The part of a logger that is used here. */
interface NoteLogger {
  warn(fields: object, message: string): void;
  info(message: string): void;
}

/**
 * As `probeSales`, with a look at the database before the first probe and after each that failed: then another server,
 * or a restored schema, may answer. What only should be mended is logged, once.
 */
export function createSalesProbe(database: Database, logger: NoteLogger): () => Promise<string | undefined> {
  const noted = new Set<string>();
  let isSuited = false;

  function note(text: string, log: () => void): void {
    if (!noted.has(text)) log();
    noted.add(text);
  }

  return async () => {
    if (!isSuited) {
      const { reason, warnings, isNewer } = await inspectDatabase(database);
      if (reason !== undefined) return reason;
      for (const warning of warnings)
        note(warning, () => logger.warn({ warning }, "the database should be set otherwise"));
      if (isNewer)
        note("newer", () =>
          logger.info("the schema is of a later release, on which this one runs (docs/migrations.md)"),
        );
    }
    isSuited = false;
    const finding = await probeSales(database);
    isSuited = true;
    return finding;
  };
}

const refuseMsMax = 2_000;

/**
 * For the start of a process, on a connection that is closed again. A server that does not answer in time, or refuses the
 * login, may come right: that is for readiness to say.
 * @throws ServerUnsupportedError where it answers and is too old.
 */
export async function refuseUnsupportedServer(url: string): Promise<void> {
  const session = { application_name: "rewards-start", statement_timeout: refuseMsMax };
  const { sql, close } = openPool({ url, max: 1, session });
  const asked = refuseUnsupported(sql).catch((error: unknown) => {
    if (error instanceof ServerUnsupportedError) throw error;
  });
  const late = new AbortController();
  try {
    await Promise.race([asked, sleep(refuseMsMax, undefined, { signal: late.signal }).catch(() => undefined)]);
  } finally {
    late.abort();
    void close(0);
  }
}

const lookAgainMs = 1_000;

/**
 * Resolves once this release can work with the database; with false where the signal comes first. Without this a worker on
 * a schema that is yet to be migrated would fail every record, each as if by its own fault.
 */
export async function awaitSuited(database: Pick<Database, "sql">, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const isSuited = await inspectDatabase(database).then(
      ({ reason }) => reason === undefined,
      // Whatever else keeps it from being asked is no reason to wait for ever.
      (error: unknown) => faultKind(error) !== "infrastructure",
    );
    if (isSuited) return !signal.aborted;
    await sleep(lookAgainMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
