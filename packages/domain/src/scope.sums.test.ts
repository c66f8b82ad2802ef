import fc from "fast-check";
import { expect, test } from "vitest";
import { type Amount, amountMax, amountOf, formatAmount } from "./amount.ts";
import { AppError } from "./error.ts";
import { type AdjustedSums, addAdjustment } from "./scope.sums.ts";

const hourMs = 3_600_000;
const none: AdjustedSums = { hour: { fromMs: 0, amount: 0n }, day: { fromMs: 0, amount: 0n } };

test("a sum may reach its limit and not exceed it, whether points are added or taken", () => {
  const scope = { adjustmentsAnHour: "10.5", adjustmentsADay: "20" };
  const first = addAdjustment(scope, none, amountOf("-10.5"), hourMs);
  expect(first).toEqual({ hour: { fromMs: hourMs, amount: 105_000n }, day: { fromMs: 0, amount: 105_000n } });
  expect(() => addAdjustment(scope, first, 1n, 2 * hourMs - 1)).toThrow("Error_Adjustments_Spent");
  const second = addAdjustment(scope, first, amountOf("9.5"), 2 * hourMs);
  expect(second).toEqual({ hour: { fromMs: 2 * hourMs, amount: 95_000n }, day: { fromMs: 0, amount: 200_000n } });
  expect(() => addAdjustment(scope, second, -1n, 23 * hourMs)).toThrow(
    expect.objectContaining({
      details: [
        {
          code: "Error_Adjustments_Spent",
          text: "The adjustments of the credential may sum up to 20 a day; 20 are used until 1970-01-02T00:00:00.000Z.",
        },
      ],
    }),
  );
  expect(addAdjustment(scope, second, 1n, 24 * hourMs).day).toEqual({ fromMs: 24 * hourMs, amount: 1n });
});

const amount = fc.bigInt({ min: -amountMax, max: amountMax }).filter((one) => one !== 0n);

test("however many adjustments are sent, none of a period exceed its limit, and a sum always fits its column", () => {
  const limits = fc.record(
    {
      adjustmentsAnHour: fc.bigInt({ min: 0n, max: amountMax }),
      adjustmentsADay: fc.bigInt({ min: 0n, max: amountMax }),
    },
    { requiredKeys: [] },
  );
  const calls = fc.array(fc.record({ amount, laterMs: fc.nat(4 * hourMs) }), { maxLength: 40 });
  fc.assert(
    fc.property(limits, calls, (given, sent) => {
      const scope = Object.fromEntries(Object.entries(given).map(([name, most]) => [name, formatAmount(most)]));
      let [sums, nowMs]: [AdjustedSums, number] = [none, 0];
      const done: { readonly atMs: number; readonly size: Amount }[] = [];
      for (const one of sent) {
        nowMs += one.laterMs;
        try {
          sums = addAdjustment(scope, sums, one.amount, nowMs);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          continue;
        }
        done.push({ atMs: nowMs, size: one.amount < 0n ? -one.amount : one.amount });
        for (const { amount: sum } of Object.values(sums)) expect(sum <= amountMax).toBe(true);
        const since = (fromMs: number) =>
          done.filter(({ atMs }) => atMs >= fromMs).reduce((sum, { size }) => sum + size, 0n);
        if (given.adjustmentsAnHour !== undefined) {
          expect(since(sums.hour.fromMs)).toBe(sums.hour.amount);
          expect(sums.hour.amount <= given.adjustmentsAnHour).toBe(true);
        }
        if (given.adjustmentsADay !== undefined) expect(since(sums.day.fromMs)).toBe(sums.day.amount);
      }
    }),
  );
});
