import { z } from "zod";
import { type Amount, showAmount } from "../amount.ts";

const position = z.int().min(0).meta({ description: "A line's position in SaleItems, from 0." });
const points = z.number().meta({ description: "Points; negative if they were taken." });

/** Why an entry has its amount, as the ledger view shows it: base and the points of the rules sum to the amount. */
export const whySchema = z.object({
  base: points.meta({
    description: "What the programme's rate gives or takes; for an entry without lines, its amount.",
  }),
  lines: z.array(position).meta({ description: "The lines of the sale that the base counted." }),
  rules: z
    .array(z.object({ id: z.string().meta({ description: "The rule's name." }), lines: z.array(position), points }))
    .meta({ description: "What each further rule gave or took. Empty until programmes have such rules." }),
});

/**
 * The text that an entry stores and its hash covers. Text, not jsonb: Postgres would reorder the keys.
 * @param lines positions in the sale, from 0; empty for an entry that no sale caused.
 */
export function whyText(base: Amount, lines: readonly number[] = []): string {
  return `{"base":${showAmount(base)},"lines":[${lines.join(",")}],"rules":[]}`;
}
