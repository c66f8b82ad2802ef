import {
  type Author,
  holdKey,
  type PersonalKeys,
  readStoredKeys,
  type Sql,
  type Tx,
  violates,
  writeAudit,
} from "@rewards/db";
import { ChangeRefusedError } from "../credential.state.ts";
import { hashOfNobody, hashPassword } from "./console-user.password.ts";
import { makeTotpSecret, sealTotp } from "./console-user.totp.ts";

export interface NewUser {
  readonly name: string;
  readonly rights: string;
  /** The password, or the login at the identity provider, in lower case. */
  readonly by: { readonly password: string } | { readonly login: string };
}

const unknown = (name: string) => new ChangeRefusedError(`There is no user ${name}.`);
const taken = (name: string) =>
  new ChangeRefusedError(`There is a user ${name} already: change the rights or the password instead.`);

const userExists = async (sql: Sql, name: string) =>
  (await sql`select from console_user where name = ${name}`).length > 0;

/** For a caller who asks for a password afterwards. @throws ChangeRefusedError if there is no such user. */
export async function refuseUnknownUser(sql: Sql, name: string): Promise<void> {
  if (!(await userExists(sql, name))) throw unknown(name);
}

/** For a caller who asks for a password afterwards. @throws ChangeRefusedError if the name is taken. */
export async function refuseTakenName(sql: Sql, name: string): Promise<void> {
  if (await userExists(sql, name)) throw taken(name);
}

/**
 * Creates a user who may log in to the console. `author` is for the audit.
 * @throws ChangeRefusedError if the name or the login is taken.
 */
export async function createUser(sql: Sql, { name, rights, by }: NewUser, author: Author): Promise<void> {
  const login = "login" in by ? { login: by.login } : {};
  const hash = "login" in by ? hashOfNobody() : await hashPassword(by.password);
  await sql
    .begin(async (tx) => {
      await tx`insert into console_user (name, rights, password_hash) values (${name}, ${rights}, ${hash})`;
      if ("login" in by) await insertIdentity(tx, name, by.login);
      await writeAudit(tx, { author, operation: "user.create", detail: { user: name, rights, ...login } });
    })
    .catch((error: unknown) => {
      throw violates(error, "console_user_pkey") ? taken(name) : error;
    });
}

/**
 * Gives a user a new password, and ends their sessions. A user of the identity provider logs in with it from now on.
 * @throws ChangeRefusedError if there is no such user.
 */
export async function changePassword(sql: Sql, name: string, password: string, author: Author): Promise<void> {
  const hash = await hashPassword(password);
  await sql.begin(async (tx) => {
    const found = await tx`
      update console_user set password_hash = ${hash} where name = ${name} returning name`;
    if (found.length === 0) throw unknown(name);
    await tx`delete from console_identity where user_name = ${name}`;
    await endSessionsOf(tx, name);
    await writeAudit(tx, { author, operation: "user.password", detail: { user: name } });
  });
}

/**
 * Lets a user log in through the identity provider from now on, without the password, and ends their sessions. The next
 * log-in binds the user to the provider's ID of the person, also if an earlier one had bound them to another.
 * @param login the login of the user at the provider, in lower case.
 * @throws ChangeRefusedError if there is no such user, or another one has this login.
 */
export async function requireProvider(sql: Sql, name: string, login: string, author: Author): Promise<void> {
  await sql.begin(async (tx) => {
    const found =
      await tx`update console_user set password_hash = ${hashOfNobody()} where name = ${name} returning name`;
    if (found.length === 0) throw unknown(name);
    await tx`delete from console_identity where user_name = ${name}`;
    await insertIdentity(tx, name, login);
    await endSessionsOf(tx, name);
    await writeAudit(tx, { author, operation: "user.provider", detail: { user: name, login } });
  });
}

async function insertIdentity(tx: Tx, name: string, login: string): Promise<void> {
  await tx`insert into console_identity (user_name, login) values (${name}, ${login})`.catch((error: unknown) => {
    throw violates(error, "console_identity_login_key")
      ? new ChangeRefusedError(`Another user logs in as ${login} already.`)
      : error;
  });
}

/**
 * Gives a user other rights, and ends their sessions. The audit has the rights before.
 * @throws ChangeRefusedError if there is no such user.
 */
export async function changeRights(sql: Sql, name: string, rights: string, author: Author): Promise<void> {
  await sql.begin(async (tx) => {
    const [user] = await tx<{ rights: string }[]>`select rights from console_user where name = ${name} for update`;
    if (!user) throw unknown(name);
    await tx`update console_user set rights = ${rights} where name = ${name}`;
    await endSessionsOf(tx, name);
    await writeAudit(tx, { author, operation: "user.rights", detail: { user: name, from: user.rights, rights } });
  });
}

/**
 * Gives a user a new secret for one-time codes, and ends their sessions. From then on a log-in needs a code.
 * @param keys encrypt the secret.
 * @returns the secret, which is not readable afterwards.
 * @throws ChangeRefusedError if there is no such user, or others encrypt and `keys` has no key; AppError 503 as holdKey.
 */
export async function requireCodes(sql: Sql, keys: PersonalKeys, name: string, author: Author): Promise<Buffer> {
  const secret = makeTotpSecret();
  await setTotp(sql, name, sealTotp(keys, name, secret), author, (tx) => holdSealing(tx, keys));
  return secret;
}

/** @throws ChangeRefusedError without keys, if others encrypt. */
async function holdSealing(tx: Tx, { all, sealing }: PersonalKeys): Promise<void> {
  if (sealing) return holdKey(tx, sealing);
  if (all.size === 0 && (await readStoredKeys(tx)).length > 0)
    throw new ChangeRefusedError("Others encrypt: set PERSONAL_DATA_KEYS to the keys of API and console.");
}

/**
 * Lets a user log in without one-time codes, and ends their sessions.
 * @throws ChangeRefusedError if there is no such user.
 */
export const dropCodes = (sql: Sql, name: string, author: Author): Promise<void> =>
  setTotp(sql, name, null, author, async () => undefined);

async function setTotp(
  sql: Sql,
  name: string,
  secret: Buffer | null,
  author: Author,
  prepare: (tx: Tx) => Promise<void>,
): Promise<void> {
  await sql.begin(async (tx) => {
    await prepare(tx);
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
