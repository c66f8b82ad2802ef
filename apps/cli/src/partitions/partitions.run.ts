import { codeOf, isConnectionLost } from "@rewards/db";
import { PartitionError, remedyOf } from "@rewards/operations";
import { describeCause } from "@rewards/runtime";
import { findOwnerUrl } from "../database.ts";
import { CommandError } from "../error.ts";
import type { PartitionTerminal } from "./partitions.command.ts";

const again = "The change is not done: run the command again, and it continues.";

/**
 * Runs a change of partitions as the owner of the tables.
 * @throws CommandError with the reason.
 */
export async function runChange<Result>(
  { env, choice, progress }: PartitionTerminal,
  change: (url: string) => Promise<Result>,
): Promise<Result> {
  const url = await findOwnerUrl(env, choice);
  try {
    return await change(url);
  } catch (error) {
    if (error instanceof PartitionError) throw new CommandError(error.message);
    const code = codeOf(error);
    if (code === "") throw error;
    if (isConnectionLost(error)) throw new CommandError(`Postgres fails (${code}). ${remedyOf(error)} ${again}`);
    throw new CommandError(`The change was not made: ${describeCause(error)}. You can run the command again.`);
  } finally {
    progress("");
  }
}
