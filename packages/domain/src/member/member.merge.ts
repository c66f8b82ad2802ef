import { z } from "zod";
import { defineAction } from "../action.ts";
import type { ObjectDefinition } from "../object.ts";
import { refuseErased } from "../person.ts";
import { reason } from "./member.block.ts";
import { memberKey } from "./member.key.ts";

/** The action in the history of the member that ends. */
export const endByMerge = "MergeInto";
/** The fields of changes by a merge in history: the public ID of the other member. */
export const mergedFields = { from: "MergedFrom", into: "MergedInto" } as const;

const content = z.object({
  FromMemberExternalID: memberKey({ text: "The ExternalID of the member that ends.", example: "M-1002" }).input,
  Reason: reason.input,
});

export interface MergeContent {
  readonly FromMemberExternalID: string;
  readonly Reason?: string | undefined;
}

/** The ExternalID that a merged member gets: its own becomes a card of the one that stays. */
export const mergedKey = (id: string) => `merged-${id.replaceAll("-", "")}`;

/** Two records of one person become one: it gets the points, cards, vouchers and tier sums of the other, which ends. */
export const mergeAction = (member: ObjectDefinition) =>
  defineAction<MergeContent>({
    name: "Merge",
    target: member,
    transition: "merge",
    otherTransition: "endByMerge",
    right: "merge",
    isAudited: true,
    content: content as z.ZodType<MergeContent>,
    reason: ({ Reason }) => Reason,
    guard: (record) => refuseErased(record["ExternalID"]),
    effect: "merge-member",
    refusals: [
      "Error_Member_Erased",
      "Error_Member_Unknown",
      "Error_Member_Same",
      "Error_Member_Blocked",
      "Error_Programme_Other",
      "Error_Balance_OutOfRange",
    ],
    answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Members merged." },
  });
