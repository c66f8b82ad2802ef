import { revokeClient } from "@rewards/db";
import { change, type Terminal } from "./clients.terminal.ts";

/** @throws CommandError if there is no such client. */
export async function revoke(id: string, terminal: Terminal): Promise<void> {
  const { print, isJson, actor } = terminal;
  await change(terminal, (sql) => revokeClient(sql, id, actor));
  print(isJson ? JSON.stringify({ clientID: id, status: "revoked" }) : `${id} is revoked.`);
}
