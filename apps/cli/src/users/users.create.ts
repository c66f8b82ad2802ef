import { createUser } from "@rewards/db";
import { isUserName, userNameOf } from "@rewards/domain";
import { change } from "../change.ts";
import { CommandError } from "../error.ts";
import { readRights } from "../rights.ts";
import type { Terminal } from "../terminal.ts";
import { type ReadSecret, readPassword } from "./users.password.ts";

export interface CreateOptions {
  readonly rights: string;
}

/** @throws CommandError if the name, a right or the password is wrong, or the name is taken. */
export async function create(
  typed: string,
  { rights: text }: CreateOptions,
  terminal: Terminal,
  readSecret: ReadSecret,
): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  if (!isUserName(name))
    throw new CommandError("The name must have 1 to 64 characters: letters a to z, digits and . _ @ + - within.");
  const rights = readRights(text, "users");
  const password = await readPassword(name, readSecret);
  await change(terminal, (sql) => createUser(sql, { name, rights, password }, author));
  print(isJson ? JSON.stringify({ name, rights, status: "active" }) : `${name} may log in to the console.`);
}
