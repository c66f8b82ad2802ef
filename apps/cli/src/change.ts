import { ChangeRefusedError } from "@rewards/access";
import type { Database } from "@rewards/db";
import { withDatabase } from "./database.ts";
import { CommandError } from "./error.ts";
import type { Terminal } from "./terminal.ts";

/** Runs a change of clients or users; a refusal becomes the command's. */
export async function change<Result>(
  { choice }: Pick<Terminal, "choice">,
  run: (sql: Database["sql"]) => Promise<Result>,
): Promise<Result> {
  return withDatabase(choice, ({ sql }) => run(sql)).catch((error: unknown) => {
    throw error instanceof ChangeRefusedError ? new CommandError(error.message) : error;
  });
}
