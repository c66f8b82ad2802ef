import { ClientRefusedError, type Database } from "@rewards/db";
import { formatClientKey } from "@rewards/domain";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";

/** Runs a change of clients; a refusal becomes the command's. */
export async function change<Result>(
  { choice }: Terminal,
  run: (sql: Database["sql"]) => Promise<Result>,
): Promise<Result> {
  return withDatabase(choice, ({ sql }) => run(sql)).catch((error: unknown) => {
    throw error instanceof ClientRefusedError ? new CommandError(error.message) : error;
  });
}

/** Lines with a new secret. */
export function describeSecret({ clientID, clientSecret }: { clientID: string; clientSecret: string }): string[] {
  return [
    `Client ID  ${clientID}`,
    `Secret     ${clientSecret}`,
    `Key        ${formatClientKey(clientID, clientSecret)}`,
    "The secret and the key are not shown again. Send the key as: Authorization: Bearer <key>",
    "APIs accept them within two seconds.",
  ];
}
