import { type Author, writeAudit } from "../audit/audit.write.ts";
import type { Sql } from "../client.ts";
import { nextRevision } from "../credential/credential.revision.ts";

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
