import { changeRights } from "@rewards/access";
import { userNameOf } from "@rewards/domain";
import { change } from "../change.ts";
import { readRights } from "../rights.ts";
import type { Terminal } from "../terminal.ts";

export interface RightsOptions {
  readonly rights: string;
}

/** @throws CommandError if there is no such user, or a right is wrong. */
export async function rights(typed: string, { rights: text }: RightsOptions, terminal: Terminal): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  const list = readRights(text, "users");
  await change(terminal, (sql) => changeRights(sql, name, list, author));
  print(
    isJson ? JSON.stringify({ name, rights: list }) : `${name} has the rights ${list}. All sessions of ${name} ended.`,
  );
}
