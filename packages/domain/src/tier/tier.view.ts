import { defineComputedView } from "../data-view.ts";
import { derived } from "../field.ts";
import { memberExternalId, memberKey } from "../member/member.key.ts";
import { defineRecord } from "../record.ts";

/** The tier of a member now. */
export const memberTier = defineRecord({
  class: "MemberTier",
  idPrefix: "MTI",
  isComputed: true,
  fields: {
    Currency: derived("text", { text: "The name of the currency whose points count.", example: "Points" }),
    Tier: derived("text", { text: "The member's tier; null if it has none.", example: "Silver", isNullable: true }),
    Period: derived("text", { text: "The present period: `2026`, `2026-Q2` or `2026-05`.", example: "2026" }),
    Progress: derived("amount", {
      text: "What counted in the present period. Negative if more was returned than bought.",
      example: 620,
    }),
    NextTier: derived("text", {
      text: "The first level above the progress; null if the highest is reached.",
      example: "Gold",
      isNullable: true,
    }),
    ToNext: derived("amount", { text: "What is missing to it.", example: 1_380, isNullable: true }),
    ValidUntilDateTime: derived("timestamp", {
      text: "Until when the member has the tier, if nothing counts any more; null without a tier.",
      example: "2028-01-01T00:00:00.000Z",
      isNullable: true,
    }),
  },
});

/** The tier of a member in its programme; no record if the programme has no tiers. */
export const memberTiers = defineComputedView({
  name: "MemberTiers",
  record: memberTier,
  parameters: { MemberExternalID: memberKey(memberExternalId) },
  computes: "member-tiers",
});
