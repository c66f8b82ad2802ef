import { revokeClient } from "@rewards/access";
import { change } from "../change.ts";
import type { Terminal } from "../terminal.ts";

/** @throws CommandError if there is no such client. */
export async function revoke(id: string, terminal: Terminal): Promise<void> {
  const { print, isJson, author } = terminal;
  await change(terminal, (sql) => revokeClient(sql, id, author));
  print(isJson ? JSON.stringify({ clientID: id, status: "revoked" }) : `${id} is revoked.`);
}
