import { codeOf, PartitionError } from "@rewards/db";
import { describeCause } from "@rewards/runtime";
import { findOwnerUrl } from "../database.ts";
import { CommandError } from "../error.ts";
import type { PartitionTerminal } from "./partitions.command.ts";

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
    if (codeOf(error) === "") throw error;
    throw new CommandError(`The change was not made: ${describeCause(error)}. You can run the command again.`);
  } finally {
    progress("");
  }
}
