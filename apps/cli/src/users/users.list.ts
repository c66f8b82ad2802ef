import { listUsers } from "@rewards/access";
import { withDatabase } from "../database.ts";
import { formatList } from "../table.ts";
import type { Terminal } from "../terminal.ts";

export async function list({ choice, print, isJson }: Terminal): Promise<void> {
  const users = await withDatabase(choice, ({ sql }) => listUsers(sql));
  if (isJson) return print(JSON.stringify({ users }));
  if (users.length === 0) return print("No users.");
  const rows = users.map((one) => [
    one.name,
    one.status,
    one.codes ? "required" : "none",
    one.provider ?? "password",
    one.createdAt,
    one.boundAt ?? one.passwordAt ?? "",
    one.usedAt ?? "",
    one.rights,
  ]);
  for (const line of formatList(
    ["Name", "Status", "Codes", "Logs in by", "Created", "Log-in since", "Last used", "Rights"],
    rows,
  ))
    print(line);
}
