import {
  changePassword,
  dropCodes,
  newPasswordProblem,
  refuseUnknownUser,
  requireCodes,
  requireProvider,
  totpAddress,
  totpText,
} from "@rewards/access";
import type { PersonalKeys } from "@rewards/db";
import { providerLoginOf, userNameOf } from "@rewards/domain";
import { CommandError } from "../error.ts";
import { change, type ProgramOptions, type Terminal } from "../terminal.ts";

type ReadSecret = ProgramOptions["readSecret"];

/** @throws CommandError if there is no such user, or the password is refused. */
export async function password(typed: string, terminal: Terminal, readSecret: ReadSecret): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  await change(terminal, (sql) => refuseUnknownUser(sql, name));
  const chosen = await readPassword(name, readSecret);
  await change(terminal, (sql) => changePassword(sql, name, chosen, author));
  print(isJson ? JSON.stringify({ name }) : `${name} has a new password. All sessions of ${name} ended.`);
}

/** @throws CommandError if the password is too short, too long or easy to guess. */
export async function readPassword(name: string, readSecret: ReadSecret): Promise<string> {
  const password = await readSecret(`Password of ${name} (is not shown): `);
  const problem = newPasswordProblem(password, name);
  if (problem !== undefined) throw new CommandError(problem);
  return password;
}

/** @throws CommandError if there is no such user, or the login is wrong or another user's. */
export async function provider(typed: string, text: string, terminal: Terminal): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  const login = readLogin(text);
  await change(terminal, (sql) => requireProvider(sql, name, login, author));
  if (isJson) return print(JSON.stringify({ name, provider: login }));
  print(`${name} logs in as ${login} through the identity provider. All sessions of ${name} ended.`);
}

/** @throws CommandError if it is not a login of 1 to 255 printable characters without spaces. */
export function readLogin(text: string): string {
  const login = providerLoginOf(text);
  if (login !== undefined) return login;
  throw new CommandError("What the provider calls the user must have 1 to 255 printable characters without spaces.");
}

export interface TotpOptions {
  readonly off?: true;
}

/** @throws CommandError if there is no such user, or others encrypt and `keys` has no key. */
export async function totp(typed: string, { off }: TotpOptions, terminal: Terminal, keys: PersonalKeys): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  if (off) {
    await change(terminal, (sql) => dropCodes(sql, name, author));
    return print(isJson ? JSON.stringify({ name, codes: false }) : `${name} logs in without codes.`);
  }
  const secret = await change(terminal, (sql) => requireCodes(sql, keys, name, author));
  const [text, address] = [totpText(secret), totpAddress(name, secret)];
  if (isJson) return print(JSON.stringify({ name, codes: true, secret: text, address }));
  print(`Secret   ${text}`);
  print(`Address  ${address}`);
  print("Add one of them to an authenticator app. They are not shown again.");
  print("From now on a log-in needs a code.");
}
