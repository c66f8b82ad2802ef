import { z } from "zod";
import { type Amount, showAmount } from "../amount.ts";
import type { SumMove } from "../rule/rule.tally.ts";
import { rareMark } from "../schema.ts";
import type { ReturnShare } from "./ledger.entry.ts";

const position = z.int().min(0).meta({ description: "A line's position in SaleItems, from 0." });
const points = z.number().meta({ description: "Points; negative if they were taken." });

/** Why an entry has its amount, as the ledger view shows it: its base and the points of rules and returns sum to it. */
export const whySchema = z.object({
  base: points.meta({
    description: "What the programme's rate gives or takes; for an entry without lines, its amount.",
  }),
  lines: z.array(position).meta({ description: "The lines of the sale that the base counted." }),
  rules: z
    .array(
      z.object({
        id: z.string().meta({ description: "The rule's ID." }),
        lines: z
          .array(position)
          .optional()
          .meta({ [rareMark]: true, description: "The lines that it counted; absent if they are those of the base." }),
        points,
      }),
    )
    .meta({ description: "What each rule gave; 0 if its cap was full, or another rule of its group gave more." }),
  returns: z
    .array(
      z.object({
        sale: z.string().meta({ description: "The ID of the sale." }),
        lines: z.array(position),
        points,
        beyond: points.optional().meta({
          [rareMark]: true,
          description:
            "The part of the points that the sale's own entry did not have: a repricing of the sale gave it, or other sales had filled its cap.",
        }),
        base: points.optional().meta({
          [rareMark]: true,
          description: "What of the points the programme's rate had given; only if rules counted for the sale.",
        }),
        rules: z
          .array(z.object({ id: z.string(), points }))
          .optional()
          .meta({ [rareMark]: true, description: "What of the points each rule had given." }),
        spend: points.optional().meta({
          [rareMark]: true,
          description: "The amount that counted for a tier, if tiers count what is spent; negative.",
        }),
      }),
    )
    .optional()
    .meta({
      [rareMark]: true,
      description: "Only if lines named their original: what they took back of the points of that sale.",
    }),
  tier: z
    .string()
    .optional()
    .meta({ [rareMark]: true, description: "Only if rules name tiers: the member's tier, if it had one." }),
  spend: z
    .number()
    .optional()
    .meta({ [rareMark]: true, description: "Only if tiers count what is spent: what counted, without `returns`." }),
  sums: z
    .array(
      z.object({
        key: z.string().meta({
          description:
            "The sum's name: `returns` is that of all return lines without a sale; others are those of rules, as `<rule or group>/<what it is worth>/<period>`.",
        }),
        before: z.number().meta({ description: "The sum before the entry: of `returns`, points before rounding." }),
        value: z.number().meta({ description: "What the entry added." }),
      }),
    )
    .optional()
    .meta({
      [rareMark]: true,
      description: "Only if it moved running sums: the difference of what a sum is worth is given or taken.",
    }),
  reason: z
    .string()
    .optional()
    .meta({ [rareMark]: true, description: "Only if AddBalance had one: its `Reason`." }),
  rate: z
    .object({ points, value: z.number() })
    .optional()
    .meta({
      [rareMark]: true,
      description: "Only of a Payment: so many points were worth so much money.",
    }),
  award: z
    .string()
    .optional()
    .meta({
      [rareMark]: true,
      description: "Only of an Expiry after a Cancellation: the entry of the last award that had expired.",
    }),
});

export type Why = z.output<typeof whySchema>;

/** Why an entry has its amount. */
export interface WhyParts {
  readonly base: Amount;
  /** Positions in the sale, from 0; none for an entry that no sale caused. */
  readonly lines?: readonly number[];
  readonly rules?: readonly { readonly id: string; readonly lines: readonly number[]; readonly points: Amount }[];
  readonly returns?: readonly ReturnShare[];
  /** The tier of the member; absent if it has none, or the rules name none. */
  readonly tier?: string;
  /** The amount that counted for a tier, without that of `returns`; negative at a return. 0 if tiers count something else. */
  readonly spend?: Amount;
  /** How it moved running sums: text from `sumText` or `moveText`. */
  readonly sums?: readonly string[];
  /** What the caller of AddBalance gave. */
  readonly reason?: string | undefined;
  /** What points were worth in money, for a Payment. */
  readonly rate?: { readonly points: number; readonly value: number };
  /** The public ID of the last award that had expired, for an Expiry that a Cancellation caused. */
  readonly award?: string;
}

/** The text that an entry stores and its hash covers. Text, not jsonb: Postgres would reorder the keys. */
export function whyText(parts: WhyParts): string {
  const { base, lines = [], rules = [], returns = [], tier, spend = 0n, sums = [], reason, rate, award } = parts;
  const shares = returns.length > 0 ? `,"returns":[${returns.map(shareText).join(",")}]` : "";
  const level = tier === undefined ? "" : `,"tier":${JSON.stringify(tier)}`;
  const spent = spend === 0n ? "" : `,"spend":${showAmount(spend)}`;
  const moved = sums.length > 0 ? `,"sums":[${sums.join(",")}]` : "";
  const said = reason === undefined ? "" : `,"reason":${JSON.stringify(reason)}`;
  const paid = rate === undefined ? "" : `,"rate":${JSON.stringify(rate)}`;
  const last = award === undefined ? "" : `,"award":"${award}"`;
  const all = lines.join(",");
  const texts = rules.map((rule) => ruleText(rule, all));
  return `{"base":${showAmount(base)},"lines":[${all}],"rules":[${texts.join(",")}]${shares}${level}${spent}${moved}${said}${paid}${last}}`;
}

/** @param all the lines of the base, which are not said again: 500 rules of 500 lines would take a megabyte. */
function ruleText({ id, lines, points }: NonNullable<WhyParts["rules"]>[number], all: string): string {
  const own = lines.join(",");
  return `{"id":"${id}",${own === all ? "" : `"lines":[${own}],`}"points":${showAmount(points)}}`;
}

/** How an entry moved the running sum of a rule. */
export const moveText = ({ key, before, value }: SumMove) =>
  `{"key":"${key}","before":${showAmount(before)},"value":${showAmount(value)}}`;

function shareText({ sale, lines, points, beyond = 0n, byRule, spend = 0n }: ReturnShare): string {
  const rules = byRule?.rules.map((rule) => `{"id":"${rule.id}","points":${showAmount(rule.points)}}`);
  const split = byRule && rules ? `,"base":${showAmount(byRule.base)},"rules":[${rules.join(",")}]` : "";
  const rest = beyond === 0n ? "" : `,"beyond":${showAmount(beyond)}`;
  const spent = spend === 0n ? "" : `,"spend":${showAmount(spend)}`;
  return `{"sale":"${sale}","lines":[${lines.join(",")}],"points":${showAmount(points)}${split}${rest}${spent}}`;
}
