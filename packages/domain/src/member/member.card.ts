import type { z } from "zod";
import { defineAction } from "../action.ts";
import { contentSchema } from "../field.ts";
import type { ObjectDefinition } from "../object.ts";
import { refuseErased } from "../person.ts";
import { memberKey } from "./member.key.ts";

/** The field of a change of a member's cards in history: the public ID of the card, which has no number. */
export const cardField = "Card";

const content = contentSchema({
  CardNumber: memberKey({
    text: "A further key of the member, such as the number of a card.",
    example: "4012-7781",
  }),
});

export type CardContent = z.output<typeof content>;

/** Cards are further keys of a member: sales, redemptions and views find it by each of them. */
export function cardActions(member: ObjectDefinition) {
  const common = {
    target: member,
    transition: "changeCards",
    isAudited: true,
    content,
    guard: (record: Readonly<Record<string, unknown>>) => refuseErased(record["ExternalID"]),
  } as const;
  const shape = ["data.objectInfo.status", "confirmationNote"] as const;
  return [
    defineAction({
      ...common,
      name: "AddCard",
      right: "addCard",
      registers: ({ CardNumber }) => CardNumber,
      effect: "add-card",
      refusals: ["Error_Member_Erased", "Error_Key_Taken", "Error_Key_Forbidden"],
      answer: { shape, note: "Card added." },
    }),
    defineAction({
      ...common,
      name: "RemoveCard",
      right: "removeCard",
      effect: "remove-card",
      refusals: ["Error_Member_Erased", "Error_Card_Unknown"],
      answer: { shape, note: "Card removed." },
    }),
  ];
}
