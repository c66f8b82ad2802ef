import { type EntryExplanation, explainEntries } from "@rewards/operations";
import { wrap } from "@rewards/runtime";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { formatPoints, formatTable } from "../format.ts";
import type { Terminal } from "../terminal.ts";

export const explainHelp = `
It computes the base, each rule and each running sum again, from the version of
the rules that the entry names and the lines of its sale alone, and compares.
The exit code is 1 if something differs. \`rewards sale\` prints the whole history
of a sale.`;

/** @throws CommandError if there is no such entry or sale. */
export async function explainKey(terminal: Terminal, key: string): Promise<void> {
  const entries = await withDatabase(terminal, ({ scans }) => explainEntries(scans, key));
  if (!entries) throw new CommandError(`There is no entry with the ID ${key}, and no sale with that ExternalID or ID.`);
  const matches = entries.every((one) => one.matches);
  terminal.show({ matches, entries }, entries.length === 0 ? "The sale has no entry." : entries.flatMap(entryLines));
  terminal.exitWith(matches ? 0 : 1);
}

function entryLines({ ID, at, type, amount, words, matches, figures }: EntryExplanation, index: number): string[] {
  const wrong = figures.filter(({ stored, computed }) => stored !== computed);
  return [
    ...(index > 0 ? [""] : []),
    `Entry ${ID}`,
    `${at}  ${type} of ${formatPoints(amount)}`,
    ...words.flatMap((text) => wrap(text)),
    matches ? "Computed again: the same." : "Computed again, this differs:",
    ...(matches
      ? []
      : formatTable(
          {
            Figure: (one) => one.of,
            Stored: (one) => one.stored ?? "-",
            Computed: (one) => one.computed ?? "-",
          },
          wrong,
        )),
  ];
}
