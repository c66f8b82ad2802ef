import fc from "fast-check";
import { expect, test } from "vitest";
import { amountMax, amountOf } from "../amount.ts";
import { emptyBalance } from "../testing/balance.ts";
import { applyPosting } from "./ledger.book.ts";
import { whySchema, whyText } from "./ledger.why.ts";

test("a why is JSON of one form, whatever the amount and the lines", () => {
  expect(whyText(amountOf(-12.5), [0, 3])).toBe('{"base":-12.5,"lines":[0,3],"rules":[]}');
  fc.assert(
    fc.property(fc.bigInt({ min: -amountMax, max: amountMax }), fc.array(fc.nat(499)), (base, lines) => {
      const why = whySchema.parse(JSON.parse(whyText(base, lines)));
      expect(why).toEqual({ base: expect.any(Number), lines, rules: [] });
      expect(amountOf(why.base)).toBe(base);
    }),
  );
});

test("an entry whose posting gives no why has its amount as the base, and no rules", () => {
  const posting = {
    memberId: "m",
    currencyId: "c",
    type: "Adjustment",
    sourceClass: "Adjustment",
    sourceId: "s",
  } as const;
  const { entry } = applyPosting(emptyBalance(), { ...posting, amount: amountOf(7) }, 1, "e");
  expect(entry).toMatchObject({ rules: null, why: '{"base":7,"lines":[],"rules":[]}' });
});
