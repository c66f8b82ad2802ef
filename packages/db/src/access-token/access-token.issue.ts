import { type Author, writeAudits } from "../audit/audit.write.ts";
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
  const entries = tokens.map(({ id, clientID, scope, expiresAt, author }) => ({
    author,
    operation: "token.issue" as const,
    detail: { client: clientID, token: id, scope, expiresAt },
  }));
  await writeAudits(sql, entries);
}
