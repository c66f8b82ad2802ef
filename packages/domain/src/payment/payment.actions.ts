import { defineAction } from "../action.ts";
import { type ContentOf, contentSchema, rareAmount, requiredAmount, requiredKey } from "../field.ts";
import type { ObjectDefinition } from "../object.ts";
import { refuseErased } from "../person.ts";

const Reference = requiredKey({
  text: "The caller's key of the payment, unique for the member and for ever: with the same points, a repeat gets the first answer. It is kept for ever, also if the member is erased, so it must name nobody.",
  example: "T-1001/1",
});
const moreThanNothing = ["More than 0.", (amount: number) => amount > 0, { exclusiveMinimum: 0 }] as const;

const paid = { Reference, Points: requiredAmount({ text: "The points to pay.", example: 20 }, ...moreThanNothing) };
const givenBack = {
  Reference,
  Points: rareAmount(
    { text: "The points to give back; all that are left, if absent.", example: 10 },
    ...moreThanNothing,
  ),
};

export type PaymentContent = ContentOf<typeof paid>;
export type CancelPaymentContent = ContentOf<typeof givenBack>;

/** Paying with points at a till. The till sells the rest: it sends what is paid in money. */
export function paymentActions(member: ObjectDefinition) {
  const common = {
    target: member,
    isAudited: true,
    guard: (record: Readonly<Record<string, unknown>>) => refuseErased(record["ExternalID"]),
  } as const;
  const shape = ["data.objectInfo.status", "confirmationNote"] as const;
  return [
    defineAction<PaymentContent>({
      ...common,
      name: "PayWithPoints",
      transition: "payWithPoints",
      right: "pay",
      content: contentSchema(paid),
      effect: "post-payment",
      refusals: [
        "Error_Member_Erased",
        "Error_Payment_Unavailable",
        "Error_Payment_TooSmall",
        "Error_Payment_TooLarge",
        "Error_Reference_Reused",
        "Error_Balance_Insufficient",
      ],
      answer: { shape, note: "Paid with points." },
    }),
    defineAction<CancelPaymentContent>({
      ...common,
      name: "CancelPayment",
      transition: "cancelPayment",
      right: "cancelPayment",
      content: contentSchema(givenBack),
      effect: "cancel-payment",
      refusals: ["Error_Member_Erased", "Error_Payment_Unknown", "Error_Payment_Exceeded", "Error_Balance_OutOfRange"],
      answer: { shape, note: "Points given back." },
    }),
  ];
}
