import { expect, test } from "vitest";
import { defineAction } from "./action.ts";
import { exampleOfAction } from "./example.ts";
import { editSchema, optionalDate, optionalTimestamp, requiredAmount } from "./field.ts";
import { defineObject } from "./object.ts";

test("the example of an Edit has the examples of its fields, also of those whose values are transformed", () => {
  const contract = defineObject({
    class: "Contract",
    path: "Contract",
    noun: "contract",
    idPrefix: "CON",
    fields: {
      Sum: requiredAmount({ text: "The sum.", example: 12.5 }),
      Start: optionalDate({ text: "The first day.", example: "2026-01-31" }),
      SignedAt: optionalTimestamp({ text: "When it was signed.", example: "2026-01-30T12:00:00.000Z" }),
    },
    initial: "Open-Active",
    transitions: { edit: { from: ["Open-Active"], to: "Open-Active" } },
    created: { shape: ["ID"], note: "Contract created." },
  });
  const edit = defineAction({
    name: "Edit",
    target: contract,
    transition: "edit",
    right: "edit",
    content: editSchema(contract.fields, ["Sum", "Start", "SignedAt"]),
    set: (content) => content,
    answer: { shape: ["ID"], note: "Contract changed." },
  });
  expect(exampleOfAction(edit)).toEqual({ Sum: 12.5, Start: "2026-01-31", SignedAt: "2026-01-30T12:00:00.000Z" });
});
