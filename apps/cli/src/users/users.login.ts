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
import { providerLoginOf, userNameOf } from "@rewards/domain";
import { CommandError } from "../error.ts";
import { change, readKeys, type Terminal } from "../terminal.ts";

/** @throws CommandError if there is no such user, or the password is refused. */
export async function password(terminal: Terminal, typed: string): Promise<void> {
  const name = userNameOf(typed);
  await change(terminal, (sql) => refuseUnknownUser(sql, name));
  const chosen = await readPassword(terminal, name);
  await change(terminal, (sql) => changePassword(sql, name, chosen, terminal.author));
  terminal.show({ name }, `${name} has a new password. All sessions of ${name} ended.`);
}

/** @throws CommandError if the password is too short, too long or easy to guess. */
export async function readPassword({ readSecret }: Terminal, name: string): Promise<string> {
  const password = await readSecret(`Password of ${name} (is not shown): `);
  const problem = newPasswordProblem(password, name);
  if (problem !== undefined) throw new CommandError(problem);
  return password;
}

/** @throws CommandError if there is no such user, or the login is wrong or another user's. */
export async function provider(terminal: Terminal, typed: string, text: string): Promise<void> {
  const name = userNameOf(typed);
  const login = readLogin(text);
  await change(terminal, (sql) => requireProvider(sql, name, login, terminal.author));
  terminal.show(
    { name, provider: login },
    `${name} logs in as ${login} through the identity provider. All sessions of ${name} ended.`,
  );
}

/** @throws CommandError if it is not a login of 1 to 255 printable characters without spaces. */
export function readLogin(text: string): string {
  const login = providerLoginOf(text);
  if (login !== undefined) return login;
  throw new CommandError("What the provider calls the user must have 1 to 255 printable characters without spaces.");
}

/** @throws CommandError if there is no such user, or others encrypt and PERSONAL_DATA_KEYS has no key. */
export async function totp(terminal: Terminal, typed: string, { off }: { readonly off?: true }): Promise<void> {
  const keys = readKeys(terminal);
  const name = userNameOf(typed);
  if (off) {
    await change(terminal, (sql) => dropCodes(sql, name, terminal.author));
    return terminal.show({ name, codes: false }, `${name} logs in without codes.`);
  }
  const issued = await change(terminal, (sql) => requireCodes(sql, keys, name, terminal.author));
  const [secret, address] = [totpText(issued), totpAddress(name, issued)];
  terminal.show({ name, codes: true, secret, address }, [
    `Secret   ${secret}`,
    `Address  ${address}`,
    "Add one of them to an authenticator app. They are not shown again.",
    "From now on a log-in needs a code.",
  ]);
}
