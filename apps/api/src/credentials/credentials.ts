import { readCredentialState } from "@rewards/access";
import type { Database } from "@rewards/db";
import type { IssuerSettings, Logger } from "@rewards/runtime";
import { type Clients, createClients } from "./clients.ts";
import { type Following, followDatabase } from "./follow.ts";
import { createTokenAudit } from "./token.audit.ts";
import { createTokenKeys } from "./token.keys.ts";
import { createRevokedTokens } from "./token.revoked.ts";
import { openTokens, type Tokens } from "./tokens.ts";

const unreadable = "cannot read the clients and the keys of access tokens; changes of them have no effect";

/** Clients and access tokens. While Postgres is away, the last state applies. */
export interface Credentials extends Following {
  readonly clients: Pick<Clients, "find">;
  readonly tokens: Tokens;
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
  const tokens = openTokens({ sql, clients, keys, audit: createTokenAudit(sql), revoked, issuer, logger });
  const refresh = async () => {
    const { clientsRevision, revokedRevision, tokenKeys } = await readCredentialState(sql);
    await clients.refresh(clientsRevision);
    await revoked.refresh(revokedRevision);
    await keys.refresh(tokenKeys);
  };
  const following = followDatabase(refresh, unreadable, logger);
  return {
    clients,
    tokens,
    looked: Promise.all([following.looked, tokens.looked]).then(() => undefined),
    stop() {
      following.stop();
      tokens.stop();
    },
  };
}
