import { z } from "zod";
import { type Amount, showAmount } from "../amount.ts";
import { rareMark } from "../field.ts";

const position = z.int().min(0).meta({ description: "A line's position in SaleItems, from 0." });
const points = z.number().meta({ description: "Points; negative if they were taken." });

/** Why an entry has its amount, as the ledger view shows it: its base and the points of rules and returns sum to it. */
export const whySchema = z.object({
  base: points.meta({
    description: "What the programme's rate gives or takes; for an entry without lines, its amount.",
  }),
  lines: z.array(position).meta({ description: "The lines of the sale that the base counted." }),
  rules: z
    .array(z.object({ id: z.string().meta({ description: "The rule's name." }), lines: z.array(position), points }))
    .meta({ description: "What each further rule gave or took. Empty until programmes have such rules." }),
  returns: z
    .array(
      z.object({ sale: z.string().meta({ description: "The ID of the sale." }), lines: z.array(position), points }),
    )
    .optional()
    .meta({
      [rareMark]: true,
      description: "Only if lines named their original: what they took back of the points of that sale.",
    }),
});

export type Why = z.output<typeof whySchema>;

/** What a return took back of one original. */
export interface ReturnShare {
  /** The public ID of the original. */
  readonly sale: string;
  /** Positions in the return. */
  readonly lines: readonly number[];
  /** 0 or less. */
  readonly points: Amount;
}

/**
 * The text that an entry stores and its hash covers. Text, not jsonb: Postgres would reorder the keys.
 * @param lines positions in the sale, from 0; empty for an entry that no sale caused.
 */
export function whyText(base: Amount, lines: readonly number[] = [], returns: readonly ReturnShare[] = []): string {
  const shares = returns.length > 0 ? `,"returns":[${returns.map(shareText).join(",")}]` : "";
  return `{"base":${showAmount(base)},"lines":[${lines.join(",")}],"rules":[]${shares}}`;
}

const shareText = ({ sale, lines, points }: ReturnShare) =>
  `{"sale":"${sale}","lines":[${lines.join(",")}],"points":${showAmount(points)}}`;
