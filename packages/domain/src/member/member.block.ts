import { defineAction } from "../action.ts";
import { contentSchema, rareText } from "../field.ts";
import type { ObjectDefinition } from "../object.ts";
import { refuseErased } from "../person.ts";
import { textSchema } from "../schema.ts";

/** It stays in the books, which an erasure does not change. */
export const reason = rareText(textSchema(), {
  text: "Why, for people. It is kept for ever, also if the member is erased, so it must name nobody.",
  example: "Goodwill for a late delivery",
});

/** A blocked member keeps everything, and its sales earn; it spends nothing. */
export function blockActions(member: ObjectDefinition) {
  const common = {
    target: member,
    isAudited: true,
    guard: (record: Readonly<Record<string, unknown>>) => refuseErased(record["ExternalID"]),
    refusals: ["Error_Member_Erased"],
  } as const;
  const shape = ["data.objectInfo.status", "confirmationNote"] as const;
  return [
    defineAction({
      ...common,
      name: "Block",
      transition: "block",
      right: "block",
      content: contentSchema({ Reason: reason }),
      reason: ({ Reason }) => Reason,
      answer: { shape, note: "Member blocked." },
    }),
    defineAction({
      ...common,
      name: "Unblock",
      transition: "unblock",
      right: "unblock",
      answer: { shape, note: "Member unblocked." },
    }),
  ];
}
