import { allRights, unknownRights } from "@rewards/domain";
import { wrap } from "@rewards/runtime";
import { CommandError } from "./error.ts";

/** Explains the option `--rights`. */
export const rightsHelp = (example: string) => `
Rights, separated by spaces. The last part may be * for all, such as ${example}
${wrap(allRights.join(" "), "  ").join("\n")}`;

/**
 * Reads the value of `--rights`.
 * @throws CommandError if it is empty or names an unknown right; the message refers to the help of `command`.
 */
export function readRights(text: string, command: string): string {
  const rights = text.split(/\s+/).filter(Boolean).join(" ");
  const unknown = unknownRights(rights);
  if (rights === "") throw new CommandError("--rights is empty: name at least one right.");
  if (unknown.length > 0)
    throw new CommandError(
      `--rights names no right of this service: ${unknown.join(" ")}. See: rewards ${command} --help`,
    );
  return rights;
}
