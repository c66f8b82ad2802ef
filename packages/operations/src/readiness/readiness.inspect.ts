import { setTimeout as sleep } from "node:timers/promises";
import { type Database, faultKind, openPool } from "@rewards/db";
import { inTime, type Logger } from "@rewards/runtime";
import { describeOldSchema, readSchema, unreadableSchema } from "../schema.read.ts";
import { describeMissingRights } from "../service-role/service-role.inspect.ts";
import type { ProcessRole } from "../service-role/service-role.rights.ts";
import {
  describeUnsuited,
  describeUnsupported,
  readServer,
  refuseUnsupported,
  ServerUnsupportedError,
  warningsOf,
} from "./readiness.server.ts";
import { describeSession } from "./readiness.session.ts";

interface Inspected {
  /** Why this release cannot work with the database, and the remedy; undefined if it can. */
  readonly reason?: string | undefined;
  /** Problems that an operator should fix although the service works. */
  readonly warnings: readonly string[];
  /** Whether a later release has migrated the database. */
  readonly isNewer: boolean;
}

/**
 * Checks whether this release can work with the database: the server's version, the settings that the release relies
 * on, the schema's version, and the rights that the process needs. Five cheap statements, for the start and after a
 * failure.
 */
export async function inspectDatabase({ sql }: Pick<Database, "sql">, needed: ProcessRole): Promise<Inspected> {
  const server = await readServer(sql);
  const schema = await readSchema(sql);
  const isNewer = schema?.isNewer === true;
  return {
    reason:
      describeUnsupported(server) ??
      describeUnsuited(server) ??
      (schema && describeOldSchema(schema)) ??
      (await describeSession(sql)) ??
      // A later release may have taken rights that this one lists and no longer needs.
      (isNewer ? undefined : await describeMissingRights({ sql }, needed)),
    warnings: [...warningsOf(server), ...(schema ? [] : [unreadableSchema])],
    isNewer,
  };
}

/**
 * Runs `probe`, and inspects the database before the first probe and after each failed one, when another server or a
 * restored schema may answer. Logs each warning once.
 */
export function createProbe(
  database: Database,
  needed: ProcessRole,
  probe: (database: Database) => Promise<string | undefined>,
  logger: Pick<Logger, "warn" | "info">,
): () => Promise<string | undefined> {
  const noted = new Set<string>();
  let isSuited = false;

  function note(text: string, log: () => void): void {
    if (!noted.has(text)) log();
    noted.add(text);
  }

  return async () => {
    if (!isSuited) {
      const { reason, warnings, isNewer } = await inspectDatabase(database, needed);
      if (reason !== undefined) return reason;
      for (const warning of warnings)
        note(warning, () => logger.warn({ warning }, "a setting of the database should be changed"));
      if (isNewer)
        note("newer", () =>
          logger.info("a later release has migrated the schema; this release runs on it (docs/migrations.md)"),
        );
    }
    isSuited = false;
    const finding = await probe(database);
    isSuited = true;
    return finding;
  };
}

const refuseMsMax = 2_000;

/**
 * For the start of a process, on a temporary connection. A server that does not answer in time, or refuses the login,
 * may recover, so that is left to readiness.
 * @throws ServerUnsupportedError if the server answers and is too old.
 */
export async function refuseUnsupportedServer(url: string): Promise<void> {
  const session = { application_name: "rewards-start", statement_timeout: refuseMsMax };
  const { sql, close } = openPool({ url, max: 1, session });
  const asked = refuseUnsupported(sql).catch((error: unknown) => {
    if (error instanceof ServerUnsupportedError) throw error;
  });
  await inTime(refuseMsMax, asked).finally(() => void close(0));
}

const lookAgainMs = 1_000;

/**
 * Resolves with true once this release can work with the database; with false if the signal comes first. Without it, a
 * worker on a schema that is not migrated yet, or without its rights, would fail every record, as if each record caused the error.
 */
export async function awaitSuited(
  database: Pick<Database, "sql">,
  needed: ProcessRole,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const isSuited = await inspectDatabase(database, needed).then(
      ({ reason }) => reason === undefined,
      // Other errors of the inspection are no reason to wait forever.
      (error: unknown) => faultKind(error) !== "infrastructure",
    );
    if (isSuited) return !signal.aborted;
    await sleep(lookAgainMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
