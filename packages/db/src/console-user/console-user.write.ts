import { type Author, writeAudit } from "../audit/audit.write.ts";
import type { Sql, Tx } from "../client.ts";
import { violates } from "../fault.ts";
import { ChangeRefusedError } from "../refused.ts";
import { hashPassword } from "./console-user.hash.ts";
import { makeTotpSecret } from "./console-user.totp.ts";

export interface NewUser {
  readonly name: string;
  readonly rights: string;
  readonly password: string;
}

const unknown = (name: string) => new ChangeRefusedError(`There is no user ${name}.`);

/**
 * Creates a user who may log in to the console. `author` is for the audit.
 * @throws ChangeRefusedError if the name is taken.
 */
export async function createUser(sql: Sql, { name, rights, password }: NewUser, author: Author): Promise<void> {
  const hash = await hashPassword(password);
  await sql
    .begin(async (tx) => {
      await tx`insert into console_user (name, rights, password_hash) values (${name}, ${rights}, ${hash})`;
      await writeAudit(tx, { author, operation: "user.create", detail: { user: name, rights } });
    })
    .catch((error: unknown) => {
      throw violates(error, "console_user_pkey") ? new ChangeRefusedError(`There is a user ${name} already.`) : error;
    });
}

/**
 * Gives a user a new password, and ends their sessions.
 * @throws ChangeRefusedError if there is no such user.
 */
export async function changePassword(sql: Sql, name: string, password: string, author: Author): Promise<void> {
  const hash = await hashPassword(password);
  await sql.begin(async (tx) => {
    const found = await tx`
      update console_user set password_hash = ${hash}, password_at = clock_timestamp() where name = ${name} returning name`;
    if (found.length === 0) throw unknown(name);
    await endSessionsOf(tx, name);
    await writeAudit(tx, { author, operation: "user.password", detail: { user: name } });
  });
}

/**
 * Gives a user a new secret for one-time codes, and ends their sessions. From then on a log-in needs a code.
 * @returns the secret, which is not readable afterwards.
 * @throws ChangeRefusedError if there is no such user.
 */
export async function requireCodes(sql: Sql, name: string, author: Author): Promise<Buffer> {
  const secret = makeTotpSecret();
  await setTotp(sql, name, secret, author);
  return secret;
}

/**
 * Lets a user log in without one-time codes, and ends their sessions.
 * @throws ChangeRefusedError if there is no such user.
 */
export const dropCodes = (sql: Sql, name: string, author: Author): Promise<void> => setTotp(sql, name, null, author);

async function setTotp(sql: Sql, name: string, secret: Buffer | null, author: Author): Promise<void> {
  await sql.begin(async (tx) => {
    const found = await tx`
      update console_user set totp_secret = ${secret}, totp_period = null where name = ${name} returning name`;
    if (found.length === 0) throw unknown(name);
    await endSessionsOf(tx, name);
    await writeAudit(tx, { author, operation: "user.totp", detail: { user: name, codes: secret !== null } });
  });
}

/**
 * Keeps a user from logging in and ends their sessions, or admits the user again. Doing it again changes nothing.
 * @throws ChangeRefusedError if there is no such user.
 */
export async function disableUser(sql: Sql, name: string, isDisabled: boolean, author: Author): Promise<void> {
  await sql.begin(async (tx) => {
    const [user] = await tx<{ isDisabled: boolean }[]>`
      select disabled_at is not null as "isDisabled" from console_user where name = ${name} for update`;
    if (!user) throw unknown(name);
    if (user.isDisabled === isDisabled) return;
    await tx`update console_user set disabled_at = case when ${isDisabled} then clock_timestamp() end where name = ${name}`;
    await endSessionsOf(tx, name);
    const operation = isDisabled ? "user.disable" : "user.enable";
    await writeAudit(tx, { author, operation, detail: { user: name } });
  });
}

async function endSessionsOf(tx: Tx, name: string): Promise<void> {
  await tx`delete from console_session where user_name = ${name}`;
}
