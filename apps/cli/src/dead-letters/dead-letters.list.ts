import { parseListCall } from "@rewards/domain";
import { type DeadLetterPage, listDeadLetters } from "@rewards/operations";
import { withDatabase } from "../database.ts";
import { formatTable } from "../table.ts";
import type { Terminal } from "../terminal.ts";

export interface ListOptions {
  readonly class?: string;
  readonly reason?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

const errorWidthMax = 60;

/** Prints a page of dead letters, and the counts of all. */
export async function list(options: ListOptions, { choice, print, isJson, author }: Terminal): Promise<void> {
  const { class: className, reason, limit, cursor } = options;
  const call = parseListCall({ class: className, reason, limit, cursor });
  const page = await withDatabase(choice, ({ sql }) => listDeadLetters(sql, call, author));
  if (isJson) print(JSON.stringify(page));
  else for (const line of describe(page)) print(line);
}

function describe({ deadLetters, counts, cursor }: DeadLetterPage): string[] {
  if (counts.length === 0) return ["No dead letters."];
  const rows = deadLetters.map((one) => [
    one.ID,
    one.reason,
    String(one.attempts),
    one.firstAt,
    one.lastAt,
    one.error.slice(0, errorWidthMax),
  ]);
  const totals = counts.map((one) => [one.class, one.reason, String(one.count)]);
  return [
    ...formatTable(["ID", "Reason", "Attempts", "First", "Last", "Error"], rows),
    "",
    ...formatTable(["Class", "Reason", "Dead letters"], totals),
    ...(cursor === null ? [] : ["", `There are more: --cursor ${cursor}`]),
  ];
}
