import { defineComputedView } from "../data-view.ts";
import { derived } from "../field.ts";
import { memberExternalId, memberKey } from "../member/member.key.ts";
import { defineRecord } from "../record.ts";

/** How far a member is with a capped rule or a stamp card. */
export const ruleProgressRecord = defineRecord({
  class: "RuleProgress",
  idPrefix: "RUP",
  isComputed: true,
  fields: {
    RuleID: derived("text", { text: "The rule's ID.", example: "CARD" }),
    Name: derived("text", { text: "Its name; null if it has none.", example: "Coffee card", isNullable: true }),
    Period: derived("text", {
      text: "The present period: `2026-05-04`, `2026-W19`, `2026-05`, `2026-Q2` or `2026`; empty for a whole campaign.",
      example: "2026-W19",
    }),
    Value: derived("amount", {
      text: "Of a cap, the points that are used up. Of a stamp card, the stamps on the present card; equal to `Of` once no further card gives points.",
      example: 7,
    }),
    Of: derived("amount", { text: "The points of the cap, or the stamps of a card.", example: 10 }),
    Points: derived("amount", { text: "What the rule has given in the period.", example: 100 }),
    Left: derived("amount", {
      text: "What is left: points until the cap is full, or stamps until the card is.",
      example: 3,
    }),
  },
});

/** The rules in force that count for a member by running sums, in their order. */
export const ruleProgress = defineComputedView({
  name: "RuleProgress",
  record: ruleProgressRecord,
  parameters: { MemberExternalID: memberKey(memberExternalId) },
  computes: "rule-progress",
});
