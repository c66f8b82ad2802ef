import { sayRule } from "@rewards/domain";
import { readRulesInForce } from "@rewards/operations";
import { withDatabase } from "../database.ts";
import { formatList } from "../format.ts";
import type { Terminal } from "../terminal.ts";

/** Prints the rules in force. */
export async function listRules(terminal: Terminal): Promise<void> {
  const programmes = await withDatabase(terminal, ({ sql }) => readRulesInForce(sql));
  const rows = programmes.flatMap(({ programme, rules }) => rules.map((rule) => ({ programme, ...rule })));
  const table = formatList(
    {
      Programme: (one) => one.programme,
      ID: (one) => one.id,
      Name: (one) => one.name ?? "",
      From: (one) => one.from ?? "",
      To: (one) => one.to ?? "",
      Rule: sayRule,
    },
    rows,
  );
  terminal.show({ programmes }, rows.length === 0 ? "No programme has rules." : table);
}
