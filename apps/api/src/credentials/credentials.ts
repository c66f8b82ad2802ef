import { readCredentialState } from "@rewards/access";
import type { Database } from "@rewards/db";
import { createLineBudget, type IssuerSettings, type Logger } from "@rewards/runtime";
import { LRUCache } from "lru-cache";
import { type ApiContext, sourceOf } from "../call.ts";
import { type Clients, createClients } from "./clients.ts";
import { type ConsoleCallers, createConsoleCallers } from "./console.callers.ts";
import { type Follower, followDatabase } from "./follow.ts";
import { createRevokedTokens, createTokenKeys } from "./token.keys.ts";
import { createTokenAudit } from "./token.own.ts";
import { openTokens, type Tokens } from "./tokens.ts";

const unreadable = "cannot read the clients and the keys of access tokens; changes of them have no effect";

/** Clients and access tokens. While Postgres is away, the last state applies. */
export interface Credentials extends Follower {
  readonly clients: Pick<Clients, "find">;
  readonly tokens: Tokens;
  readonly consoleCallers: Pick<ConsoleCallers, "find">;
}

export interface CredentialsOptions {
  readonly database: Pick<Database, "sql">;
  /** An outside issuer of tokens. */
  readonly issuer: IssuerSettings | undefined;
  readonly logger: Pick<Logger, "warn">;
}

/** One statement finds what has changed; only that is read. */
export function watchCredentials({ database: { sql }, issuer, logger }: CredentialsOptions): Credentials {
  const clients = createClients(sql);
  const keys = createTokenKeys(sql);
  const revoked = createRevokedTokens(sql);
  const consoleCallers = createConsoleCallers();
  const tokens = openTokens({ sql, clients, keys, audit: createTokenAudit(sql), revoked, issuer, logger });
  const refresh = async () => {
    const { clientsRevision, revokedRevision, tokenKeys, consoleCallers: callers } = await readCredentialState(sql);
    consoleCallers.refresh(callers);
    await clients.refresh(clientsRevision);
    await revoked.refresh(revokedRevision);
    await keys.refresh(tokenKeys);
  };
  const following = followDatabase(refresh, unreadable, logger);
  return {
    clients,
    tokens,
    consoleCallers,
    lookAgain: following.lookAgain,
    looked: Promise.all([following.looked, tokens.looked]).then(() => undefined),
    stop() {
      following.stop();
      tokens.stop();
    },
  };
}

/** How a caller proved who they are. Requests for tokens are in the audit. */
type Credential = "console" | "key" | "token" | "outside token" | "operator token";

/** Logs the use of a right credential. */
export type LogUse = (c: ApiContext, credential: Credential, actor: string) => void;

/** An hour without a line for the same credential of the same caller from the same network. */
const everyMs = 3_600_000;
/** As many as there may be clients. What is forgotten has a line again. */
const knownMax = 10_000;
/** After a start, every till has its line: these many at once, then ten a second. */
const lines = { linesMax: 500, everyMs: 100 };

/** A line for the first use of a credential in an hour, never one for each call. */
export function createUseLog(logger: Pick<Logger, "info">): LogUse {
  const known = new LRUCache<string, true>({ max: knownMax, ttl: everyMs });
  const budget = createLineBudget(lines);
  return (c, credential, actor) => {
    const source = sourceOf(c);
    const use = `${credential} ${source.origin} ${actor}`;
    if (known.has(use)) return;
    const unlogged = budget.take();
    if (unlogged === undefined) return;
    known.set(use, true);
    logger.info({ actor, ...source, credential, unlogged }, "credential accepted");
  };
}
