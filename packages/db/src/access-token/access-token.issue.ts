import type { Author } from "../audit/audit.write.ts";
import type { Sql } from "../client.ts";

/** What the audit keeps of a token. Not the token itself: whoever reads the database could call with it. */
export interface IssuedToken {
  /** The token's `jti`. */
  readonly id: string;
  readonly clientID: string;
  /** The rights that it was given, as a list. */
  readonly scope: string;
  readonly expiresAt: Date;
  readonly author: Author;
}

/** Writes an audit entry for each token, in one statement. Give out a token only afterwards. */
export async function auditTokens(sql: Sql, tokens: readonly IssuedToken[]): Promise<void> {
  const details = tokens.map(({ id, clientID, scope, expiresAt }) => ({
    client: clientID,
    token: id,
    scope,
    expiresAt,
  }));
  await sql`
    insert into audit_entry (actor, origin, request_id, operation, detail)
    select actor, origin, request_id, 'token.issue', detail::jsonb
    from unnest(
      ${tokens.map(({ author }) => author.actor)}::text[],
      ${tokens.map(({ author }) => author.origin ?? "")}::text[],
      ${tokens.map(({ author }) => author.requestId ?? "")}::text[],
      ${details.map((detail) => JSON.stringify(detail))}::text[]
    ) as issued(actor, origin, request_id, detail)`;
}
