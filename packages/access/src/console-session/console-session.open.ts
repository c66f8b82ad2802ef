import { type Author, type Sql, type Tx, writeAudit } from "@rewards/db";
import { hashSecret } from "../api-client/api-client.read.ts";
import type { LoginUser } from "../console-user/console-user.read.ts";

/** A session ends after half an hour without a request, and after twelve hours at the latest. */
export const sessionIdleMs = 30 * 60_000;
const sessionMsMax = 12 * 3_600_000;
/** How long a user may take to type a one-time code. */
const codeMsMax = 5 * 60_000;
/** A further log-in ends the session that was used longest ago. Sessions that wait for a code are counted apart. */
const userSessionsMax = 10;
const endedRowsMax = 1_000;

/**
 * Opens a session after the right password. If the user has one-time codes, the session waits for one.
 * @returns false if the user was changed since `user` was read: a new password or secret, or disabled.
 */
export async function openSession(sql: Sql, user: LoginUser, token: string, author: Author): Promise<boolean> {
  return sql.begin(async (tx) => {
    const current = await tx`
      select from console_user where name = ${user.name} and disabled_at is null and password_hash = ${user.passwordHash}
        and totp_secret is not distinct from ${user.totpSecret} for update`;
    if (current.length === 0) return false;
    const isCodeDue = user.totpSecret !== null;
    await startSession(tx, user.name, token, isCodeDue);
    if (!isCodeDue) await writeAudit(tx, { author, operation: "console.log-in" });
    return true;
  });
}

/**
 * Completes a log-in with the one-time code of a period: a session with a new token replaces the one that waited.
 * @returns false if a code of this period or a later one was used before, or the session has ended.
 */
export async function completeSession(
  sql: Sql,
  { token, nextToken, period }: { readonly token: string; readonly nextToken: string; readonly period: number },
  author: Author,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [user] = await tx<{ name: string }[]>`
      update console_user u set totp_period = ${period}
      where name = (select user_name from console_session where token_hash = ${hashSecret(token)} and is_code_due
          and ends_at > clock_timestamp())
        and disabled_at is null and coalesce(totp_period, 0) < ${period}
      returning name`;
    if (!user) return false;
    const ended = await tx`delete from console_session where token_hash = ${hashSecret(token)} returning user_name`;
    // A change of the user ended it while this statement waited for the row.
    if (ended.length === 0) return false;
    await startSession(tx, user.name, nextToken, false);
    await writeAudit(tx, { author, operation: "console.log-in", detail: { code: true } });
    return true;
  });
}

/** Adds a session of the user, and deletes those that ended, or are too many. */
export async function startSession(tx: Tx, name: string, token: string, isCodeDue: boolean): Promise<void> {
  await deleteEnded(tx, name, isCodeDue);
  const lastsMs = isCodeDue ? codeMsMax : sessionMsMax;
  await tx`
    insert into console_session (token_hash, user_name, is_code_due, ends_at)
    values (${hashSecret(token)}, ${name}, ${isCodeDue}, clock_timestamp() + ${lastsMs} * interval '1 millisecond')`;
}

/**
 * Deletes some expired sessions, and the user's oldest ones beyond the limit. Only sessions of the same kind count, so
 * that somebody who knows only the password cannot end sessions that had a code.
 */
async function deleteEnded(tx: Tx, name: string, isCodeDue: boolean): Promise<void> {
  await tx`
    delete from console_session where token_hash = any(array(
      select token_hash from console_session where ends_at < clock_timestamp() limit ${endedRowsMax}))`;
  await tx`
    delete from console_session where token_hash = any(array(
      select token_hash from console_session where user_name = ${name} and is_code_due = ${isCodeDue}
      order by used_at desc offset ${userSessionsMax - 1}))`;
}
