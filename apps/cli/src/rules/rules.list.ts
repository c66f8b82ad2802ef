import type { Rule } from "@rewards/domain";
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
      Gives: describeGain,
    },
    rows,
  );
  terminal.show({ programmes }, rows.length === 0 ? "No programme has rules." : table);
}

/** `multiplier 2, cap 50 per day` */
function describeGain({ gives, cap, every, group }: Rule): string {
  const wordsOf = (part: object) => Object.entries(part).map(([key, value]) => `${key} ${value}`);
  return [
    ...wordsOf(gives),
    ...(cap ? [`cap ${cap.points} per ${cap.per}`] : []),
    ...(every ? [`every ${wordsOf(every).join(" ")}`] : []),
    ...(group === undefined ? [] : [`group ${group}`]),
  ].join(", ");
}
