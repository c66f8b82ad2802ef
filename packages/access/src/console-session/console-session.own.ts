import { type Author, type Sql, type Tx, writeAudit } from "@rewards/db";
import { hashSecret } from "../api-client/api-client.read.ts";
import { sessionIdleMs } from "./console-session.open.ts";

const shownMax = 50;
/** How long a log-in proves who somebody is who has no password here. */
const freshMs = 5 * 60_000;

/** A session as its user sees it. Times are ISO texts. */
interface OwnSession {
  /** Names the session among those of its user. It opens nothing. */
  readonly id: string;
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean;
  /** Whether it began minutes ago. */
  readonly isFresh: boolean;
  /** Whether the password was right and a one-time code must follow. */
  readonly isCodeDue: boolean;
  readonly createdAt: string;
  readonly usedAt: string;
  readonly endsAt: string;
}

type Row = Omit<OwnSession, "createdAt" | "usedAt" | "endsAt"> & {
  readonly createdAt: Date;
  readonly usedAt: Date;
  readonly endsAt: Date;
};

/** What a user sees of their own log-ins. */
export interface Account {
  /** When the password was set; null for a user of the identity provider. */
  readonly passwordAt: string | null;
  /** The open sessions, the latest used first. */
  readonly sessions: readonly OwnSession[];
}

const isOpen = (sql: Sql | Tx) => sql`
  ends_at > clock_timestamp() and used_at > clock_timestamp() - ${sessionIdleMs} * interval '1 millisecond'`;

/** @param token that of the session that asks. */
export async function readAccount(sql: Sql, name: string, token: string): Promise<Account> {
  const [user] = await sql<{ passwordAt: Date | null }[]>`
    select case when i.login is null then u.password_at end as "passwordAt"
    from console_user u left join console_identity i on i.user_name = u.name where u.name = ${name}`;
  const rows = await sql<Row[]>`
    select encode(substr(token_hash, 1, 8), 'hex') as id, token_hash = ${hashSecret(token)} as "isCurrent",
      created_at > clock_timestamp() - ${freshMs} * interval '1 millisecond' as "isFresh",
      is_code_due as "isCodeDue", created_at as "createdAt", used_at as "usedAt", ends_at as "endsAt"
    from console_session where user_name = ${name} and ${isOpen(sql)} order by used_at desc limit ${shownMax}`;
  const sessions = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    usedAt: row.usedAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  }));
  return { passwordAt: user?.passwordAt?.toISOString() ?? null, sessions };
}

/** A session that acts, and the token that it gets, because its user has just proved who they are. */
export interface Renewal {
  readonly name: string;
  readonly token: string;
  readonly nextToken: string;
}

/** One session, by its ID, or all. */
export type SessionChoice = { readonly id: string } | "all";

/**
 * Ends other sessions of a user, with an audit entry.
 * @returns how many it ended; undefined if the own session has ended, or the user has no other session of this ID. Then
 * nothing has changed.
 */
export function endOwnSessions(
  sql: Sql,
  renewal: Renewal,
  choice: SessionChoice,
  author: Author,
): Promise<number | undefined> {
  return orUndone(sql, async (tx) => {
    // Two sessions that end each other take turns here.
    await tx`select from console_user where name = ${renewal.name} for update`;
    const ended = await endOthers(tx, renewal, choice);
    if (ended === 0 && choice !== "all") throw new Undone();
    await renew(tx, renewal);
    await writeAudit(tx, { author, operation: "console.end-sessions", detail: { ended } });
    return ended;
  });
}

/**
 * Gives a user another password, at their own wish, and ends their other sessions.
 * @param hashes the hash that the present password was checked against, and the hash of the new one.
 * @returns how many sessions it ended; undefined if the password or the session changed meanwhile. Then nothing has changed.
 */
export function changeOwnPassword(
  sql: Sql,
  renewal: Renewal,
  hashes: { readonly present: string; readonly next: string },
  author: Author,
): Promise<number | undefined> {
  const { name } = renewal;
  return orUndone(sql, async (tx) => {
    const changed = await tx`
      update console_user set password_hash = ${hashes.next}
      where name = ${name} and disabled_at is null and password_hash = ${hashes.present} returning name`;
    if (changed.length === 0) throw new Undone();
    const ended = await endOthers(tx, renewal, "all");
    await renew(tx, renewal);
    await writeAudit(tx, { author, operation: "user.password", detail: { user: name, own: true, ended } });
    return ended;
  });
}

/** Ends a transaction without a change. */
class Undone extends Error {}

async function orUndone<Result>(sql: Sql, run: (tx: Tx) => Promise<Result>): Promise<Result | undefined> {
  try {
    return (await sql.begin(run)) as Result;
  } catch (error) {
    if (error instanceof Undone) return undefined;
    throw error;
  }
}

/** @throws Undone if the session has ended. Its end stays the same. */
async function renew(tx: Tx, { name, token, nextToken }: Renewal): Promise<void> {
  const renewed = await tx`
    update console_session set token_hash = ${hashSecret(nextToken)}, used_at = clock_timestamp()
    where token_hash = ${hashSecret(token)} and user_name = ${name} and not is_code_due and ${isOpen(tx)}
    returning user_name`;
  if (renewed.length === 0) throw new Undone();
}

async function endOthers(tx: Tx, { name, token }: Renewal, choice: SessionChoice): Promise<number> {
  const { count } = await tx`
    delete from console_session where user_name = ${name} and token_hash <> ${hashSecret(token)}
      ${choice === "all" ? tx`` : tx`and encode(substr(token_hash, 1, 8), 'hex') = ${choice.id}`}`;
  return count;
}
