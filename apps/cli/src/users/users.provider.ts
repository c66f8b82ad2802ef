import { requireProvider } from "@rewards/access";
import { providerLoginOf, userNameOf } from "@rewards/domain";
import { change } from "../change.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";

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
