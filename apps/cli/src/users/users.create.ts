import { createUser, refuseTakenName } from "@rewards/access";
import { isUserName, userNameOf } from "@rewards/domain";
import { change } from "../change.ts";
import { CommandError } from "../error.ts";
import { readRights } from "../rights.ts";
import type { Terminal } from "../terminal.ts";
import { type ReadSecret, readPassword } from "./users.password.ts";
import { readLogin } from "./users.provider.ts";

export interface CreateOptions {
  readonly rights: string;
  /** The login of the user at the identity provider. Such a user has no password. */
  readonly provider?: string;
}

/** @throws CommandError if the name, a right, the password or the provider's login is wrong, or name or login is taken. */
export async function create(
  typed: string,
  { rights: text, provider }: CreateOptions,
  terminal: Terminal,
  readSecret: ReadSecret,
): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  if (!isUserName(name))
    throw new CommandError("The name must have 1 to 64 characters: letters a to z, digits and . _ @ + - within.");
  const rights = readRights(text, "users");
  await change(terminal, (sql) => refuseTakenName(sql, name));
  const by =
    provider === undefined ? { password: await readPassword(name, readSecret) } : { login: readLogin(provider) };
  await change(terminal, (sql) => createUser(sql, { name, rights, by }, author));
  const how = "login" in by ? { provider: by.login } : {};
  print(isJson ? JSON.stringify({ name, rights, status: "active", ...how }) : `${name} may log in to the console.`);
}
