import { type Database, UserRefusedError } from "@rewards/db";
import { passwordProblem, providerLoginOf } from "@rewards/domain";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";

export type ReadSecret = (prompt: string) => Promise<string>;

/** Runs a change of users; a refusal becomes the command's. */
export async function change<Result>(
  { choice }: Terminal,
  run: (sql: Database["sql"]) => Promise<Result>,
): Promise<Result> {
  return withDatabase(choice, ({ sql }) => run(sql)).catch((error: unknown) => {
    throw error instanceof UserRefusedError ? new CommandError(error.message) : error;
  });
}

/** @throws CommandError if the password is too short, too long or easy to guess. */
export async function readPassword(name: string, readSecret: ReadSecret): Promise<string> {
  const password = await readSecret(`Password of ${name} (is not shown): `);
  const problem = passwordProblem(password, name);
  if (problem !== undefined) throw new CommandError(problem);
  return password;
}

/** @throws CommandError if the provider could not call a user so. */
export function readLogin(text: string): string {
  const login = providerLoginOf(text);
  if (login !== undefined) return login;
  throw new CommandError("What the provider calls the user must have 1 to 255 printable characters without spaces.");
}
