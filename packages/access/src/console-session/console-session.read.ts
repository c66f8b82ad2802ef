import { type Source, type Sql, writeAudit } from "@rewards/db";
import { hashSecret } from "../api-client/api-client.read.ts";
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

/** A session's time of use is written at most this often, so that not every page writes. */
const usedEveryMs = 60_000;

export interface ConsoleSession {
  readonly userName: string;
  readonly rights: string;
  /** A one-time code must follow. Until then the session opens no page. */
  readonly isCodeDue: boolean;
  /** Whether the user logs in with one-time codes. */
  readonly hasCodes: boolean;
  /** For the code that is due. */
  readonly totpSecret: Buffer | null;
}

/** The session of a token, which is now in use; undefined if it has ended or its user is disabled. */
export async function useSession(sql: Sql, token: string): Promise<ConsoleSession | undefined> {
  const [row] = await sql<(ConsoleSession & { isStale: boolean })[]>`
    select s.user_name as "userName", u.rights, s.is_code_due as "isCodeDue",
      u.totp_secret is not null as "hasCodes",
      case when s.is_code_due then u.totp_secret end as "totpSecret",
      s.used_at < clock_timestamp() - ${usedEveryMs} * interval '1 millisecond' as "isStale"
    from console_session s join console_user u on u.name = s.user_name
    where s.token_hash = ${hashSecret(token)} and s.ends_at > clock_timestamp() and u.disabled_at is null
      and s.used_at > clock_timestamp() - ${sessionIdleMs} * interval '1 millisecond'`;
  if (!row) return undefined;
  const { isStale, ...session } = row;
  if (isStale)
    await sql`update console_session set used_at = clock_timestamp() where token_hash = ${hashSecret(token)}`;
  return session;
}

/** Ends the session of a token, if it exists. Writes no audit for a session that still waits for its code. */
export async function endSession(sql: Sql, token: string, source: Source): Promise<void> {
  await sql.begin(async (tx) => {
    const [ended] = await tx<{ actor: string; isCodeDue: boolean }[]>`
      delete from console_session where token_hash = ${hashSecret(token)}
      returning user_name as actor, is_code_due as "isCodeDue"`;
    if (!ended || ended.isCodeDue) return;
    await writeAudit(tx, { author: { ...source, actor: ended.actor }, operation: "console.log-out" });
  });
}
