import { z } from "zod";
import { defineComputedView } from "../data-view.ts";
import { composed, derived, optionalTimestamp, rareKey } from "../field.ts";
import { optionalKeySchema } from "../key.ts";
import { memberExternalId, memberKey } from "../member/member.key.ts";
import { notSurrogate } from "../person.ts";
import { defineRecord } from "../record.ts";
import { type SaleItem, sale } from "../sale/sale.class.ts";
import { documented, optional } from "../schema.ts";

const line = z.int().min(1).meta({ description: "A line's position in SaleItems, from 1." });
const points = z.number().meta({ description: "Points." });

const ruleSchema = z.object({
  ID: z.string().meta({ description: "The rule's ID." }),
  Name: z.string().nullable().meta({ description: "Its name; null if it has none." }),
  Lines: z.array(line).meta({ description: "The lines that count for it." }),
  Points: points.meta({
    description:
      "What it gives; 0 if its cap is full, its step is not reached, or another rule of its group gives more.",
  }),
});
const lineSchema = z.object({
  Line: line,
  Counts: z.boolean().meta({ description: "Whether the programme's rate counts it." }),
  Why: z.string().meta({ description: "`yes`, or why it does not count, in words." }),
});
const sumSchema = z.object({
  RuleID: z.string().meta({ description: "The rule or, if a group has the cap, the group." }),
  Before: z.number().meta({ description: "The running sum of the member now." }),
  After: z.number().meta({ description: "The sum after the sale." }),
  Of: z.number().meta({ description: "The points of the cap, or the size of a step." }),
});

/** What a sale would earn, from the entries that it would post. */
export interface ShownPreview {
  readonly Points: number;
  readonly Base: number;
  readonly Rules: readonly z.output<typeof ruleSchema>[];
  readonly Lines: readonly z.output<typeof lineSchema>[];
  readonly Tier: string | null;
  readonly Sums: readonly z.output<typeof sumSchema>[];
  readonly Note: string;
}

export const salePreview = defineRecord({
  class: "SalePreview",
  idPrefix: "PRE",
  isComputed: true,
  fields: {
    Points: derived("amount", {
      text: "What the sale would give, all in all; negative if its returns take more.",
      example: 32,
    }),
    Base: derived("amount", {
      text: "What the programme's rate gives for purchases, less what it takes for returns that name no sale.",
      example: 20,
    }),
    Rules: composed(z.array(ruleSchema), {
      text: "What the rules that hold for the sale give.",
      example: [{ ID: "COFFEE2", Name: "Double points on coffee", Lines: [1], Points: 12 }],
    }),
    Lines: composed(z.array(lineSchema), {
      text: "Each line, and whether it counts.",
      example: [{ Line: 1, Counts: true, Why: "yes" }],
    }),
    Tier: derived("text", {
      text: "The member's tier at the sale; null if it has none.",
      example: null,
      isNullable: true,
    }),
    Sums: composed(z.array(sumSchema), {
      text: "How the sale would move the running sums of capped rules and stamp cards.",
      example: [{ RuleID: "CARD", Before: 7, After: 8, Of: 10 }],
    }),
    Note: derived("text", {
      text: "The note that the sale would get. If it would be rejected, its reason; all points are 0 then.",
      example: "",
    }),
  },
});

const { SaleItems, StoreCode, SaleChannelCode } = sale.fields;
const memberDoc = { ...memberExternalId, text: `${memberExternalId.text} Left out if ProgramBusinessID is given.` };

/** Parameters as a sale's content has them. */
export const previewSale = defineComputedView({
  name: "PreviewSale",
  record: salePreview,
  parameters: {
    MemberExternalID: {
      ...memberKey(memberDoc),
      input: optional(documented(optionalKeySchema().check(notSurrogate), memberDoc), ""),
    },
    ProgramBusinessID: rareKey({
      text: "Instead of a member: the BusinessID of the programme. The answer is for somebody who joins with this sale.",
      example: "REWARDS",
    }),
    StoreCode,
    SaleChannelCode,
    SaleDateTime: optionalTimestamp({
      text: "When the sale is made; now, if it is left out. A later time counts as now.",
      example: "2026-11-21T13:31:48.000Z",
    }),
    SaleItems,
  },
  computes: "preview-sale",
  refusals: ["Error_Member_Unknown", "Error_Programme_Unknown", "Error_Store_Unknown", "Error_Sale_Unknown"],
});

/** The parsed parameters of PreviewSale. */
export interface PreviewContent {
  /** Empty if it is left out. */
  readonly MemberExternalID: string;
  readonly ProgramBusinessID?: string;
  readonly StoreCode: string;
  readonly SaleChannelCode: string;
  readonly SaleDateTime: string | null;
  readonly SaleItems: readonly SaleItem[];
}
