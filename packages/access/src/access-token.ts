import { type Author, type Sql, writeAudit } from "@rewards/db";
import { nextRevision, type StoredTokenKey } from "./credential.state.ts";

/** Publishes the public key of an API for three hours, with an audit entry. Also removes keys and revocations that have ended. */
export async function publishTokenKey(
  sql: Sql,
  { id, publicKey }: Pick<StoredTokenKey, "id" | "publicKey">,
): Promise<void> {
  await sql`select publish_token_key(${id}, ${JSON.stringify(publicKey)}::text::jsonb)`;
}

/** What the audit keeps of a token. Not the token itself: whoever reads the database could call with it. */
export interface IssuedToken {
  readonly clientID: string;
  /** The rights that it was given, as a list. */
  readonly scope: string;
  readonly expiresAt: Date;
  readonly author: Author;
}

/**
 * Counts tokens in the audit, in one statement: an hour of a client and a network is one entry. Give out a token only
 * afterwards.
 */
export async function auditTokens(sql: Sql, tokens: readonly IssuedToken[]): Promise<void> {
  const rows = tokens.map(({ author: { actor, origin = "", requestId = "" }, clientID: client, scope, expiresAt }) => ({
    ...{ actor, origin, requestId, client, scope, expiresAt },
  }));
  await sql`select audit_tokens(${JSON.stringify(rows)}::text::jsonb)`;
}

/** APIs hold all revocations in memory, so a client may have this many of tokens that have not expired. */
const revokedOfClientMax = 1_000;
const readRowsMax = 10_000;

interface RevokedToken {
  readonly id: string;
  readonly expiresAt: Date;
  readonly revision: number;
}

/**
 * Ends a token early, with its audit entry. Doing it again changes nothing.
 * @returns whether the client had room for it.
 */
export async function revokeToken(
  sql: Sql,
  { id, clientID, expiresAt }: { readonly id: string; readonly clientID: string; readonly expiresAt: Date },
  author: Author,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    const revision = await nextRevision(tx, "revoked_token");
    const held = await tx`
      select from revoked_token where client_id = ${clientID} and expires_at > clock_timestamp() limit ${revokedOfClientMax}`;
    if (held.length >= revokedOfClientMax) return false;
    const revoked = await tx`
      insert into revoked_token (id, client_id, expires_at, revision)
      values (${id}, ${clientID}, ${expiresAt}, ${revision})
      on conflict do nothing returning id`;
    const detail = { client: clientID, token: id };
    if (revoked.length > 0) await writeAudit(tx, { author, operation: "token.revoke", detail });
    return true;
  });
}

/** The revocations after a revision, in their order, at most 10,000 at once. */
export function readRevokedTokens(sql: Sql, afterRevision: number): Promise<RevokedToken[]> {
  return sql<RevokedToken[]>`
    select id, expires_at as "expiresAt", revision::float8 as revision from revoked_token
    where revision > ${afterRevision} order by revision limit ${readRowsMax}`;
}
