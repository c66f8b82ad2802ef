import { listClients } from "@rewards/access";
import { describeClientScope } from "@rewards/domain";
import { withDatabase } from "../database.ts";
import { formatList } from "../table.ts";
import type { Terminal } from "../terminal.ts";

export async function list({ choice, print, isJson }: Terminal): Promise<void> {
  const clients = await withDatabase(choice, ({ sql }) => listClients(sql));
  if (isJson) return print(JSON.stringify({ clients }));
  if (clients.length === 0) return print("No clients.");
  const rows = clients.map((one) => [
    one.clientID,
    one.name,
    one.status,
    one.createdAt,
    one.expiresAt ?? "never",
    one.earlierUntil ?? "",
    describeClientScope(one) || "none",
    one.rights,
  ]);
  for (const line of formatList(
    ["Client ID", "Name", "Status", "Created", "Expires", "Old secret until", "Limits", "Rights"],
    rows,
  ))
    print(line);
}
