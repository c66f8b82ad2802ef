import { hashSecret } from "../api-client/api-client.secret.ts";
import type { Sql } from "../client.ts";
import { sessionIdleMs } from "./console-session.open.ts";

/** The tokens that belong to an open session. This is not a use of the session, so watching does not prolong it. */
export async function readOpenSessions(sql: Sql, tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const byHash = new Map(tokens.map((token) => [hashSecret(token).toString("hex"), token]));
  const rows = await sql<{ hash: string }[]>`
    select encode(s.token_hash, 'hex') as hash
    from console_session s join console_user u on u.name = s.user_name
    where s.token_hash = any(array(select decode(hash, 'hex') from unnest(${[...byHash.keys()]}::text[]) as hash))
      and not s.is_code_due and s.ends_at > clock_timestamp() and u.disabled_at is null
      and s.used_at > clock_timestamp() - ${sessionIdleMs} * interval '1 millisecond'`;
  return new Set(rows.map(({ hash }) => byHash.get(hash) ?? ""));
}
