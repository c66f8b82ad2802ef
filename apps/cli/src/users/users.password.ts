import { changePassword } from "@rewards/db";
import { userNameOf } from "@rewards/domain";
import type { Terminal } from "../terminal.ts";
import { change, type ReadSecret, readPassword } from "./users.terminal.ts";

/** @throws CommandError if there is no such user, or the password is refused. */
export async function password(typed: string, terminal: Terminal, readSecret: ReadSecret): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  const chosen = await readPassword(name, readSecret);
  await change(terminal, (sql) => changePassword(sql, name, chosen, author));
  print(isJson ? JSON.stringify({ name }) : `${name} has a new password. All sessions of ${name} ended.`);
}
