import { changePassword, newPasswordProblem, refuseUnknownUser } from "@rewards/access";
import { userNameOf } from "@rewards/domain";
import { change } from "../change.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";

export type ReadSecret = (prompt: string) => Promise<string>;

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
