import { requireProvider } from "@rewards/db";
import { userNameOf } from "@rewards/domain";
import type { Terminal } from "../terminal.ts";
import { change, readLogin } from "./users.terminal.ts";

/** @throws CommandError if there is no such user, or the login is wrong or another user's. */
export async function provider(typed: string, text: string, terminal: Terminal): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  const login = readLogin(text);
  await change(terminal, (sql) => requireProvider(sql, name, login, author));
  if (isJson) return print(JSON.stringify({ name, provider: login }));
  print(`${name} logs in as ${login} through the identity provider. All sessions of ${name} ended.`);
}
