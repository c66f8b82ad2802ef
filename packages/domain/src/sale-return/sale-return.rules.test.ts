import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Amount, amountOf, showAmount } from "../amount.ts";
import { rulesSchema } from "../rule/rule.list.ts";
import { earnings, products, rules, runs } from "../testing/rules.ts";
import { item, of, plainEarning, Till } from "../testing/till.ts";

const codes = Object.keys(products);

/** Units of a product at a price, some of which come back later. */
interface Sold {
  readonly code: string;
  readonly units: number;
  readonly cents: number;
  readonly back: number;
}

const sold: fc.Arbitrary<Sold> = fc
  .record({
    code: fc.constantFrom(...codes),
    units: fc.integer({ min: 1, max: 4 }),
    cents: fc.constantFrom(0, 25, 100, 1_050),
  })
  .chain((one) => fc.record({ ...mapped(one), back: fc.integer({ min: 0, max: one.units }) }));
const mapped = ({ code, units, cents }: Omit<Sold, "back">) => ({
  code: fc.constant(code),
  units: fc.constant(units),
  cents: fc.constant(cents),
});
const receipt = fc.array(sold, { minLength: 1, maxLength: 3 });

type Step = (till: Till) => Amount;
const lineOf = (code: string, units: number, cents: number) => item(code, units, (units * cents) / 100);

/** The steps of a sale: it is rung, then its goods come back unit by unit. Each says what it gives. */
function stepsOf(key: string, lines: readonly Sold[], all = false): Step[] {
  const units = lines.flatMap((line) => Array<Sold>(all ? line.units : line.back).fill(line));
  return [
    (till) =>
      till.ring(
        key,
        lines.map(({ code, units: count, cents }) => lineOf(code, count, cents)),
      ).earned,
    ...units.map(
      ({ code, cents }, index): Step =>
        (till) => {
          const { taken } = till.ring(`${key}-${index}`, [of(key, lineOf(code, -1, cents))]);
          expect(taken).toBeGreaterThanOrEqual(0n);
          return -taken;
        },
    ),
  ];
}

/** Plays steps of several sales, those of one in their order: `order` says whose step comes next. */
function play(till: Till, sales: readonly (readonly Step[])[], order: readonly number[]): Amount {
  const done = sales.map(() => 0);
  let balance = 0n;
  for (const pick of order) {
    const open = sales.flatMap((steps, sale) => ((done[sale] as number) < steps.length ? [sale] : []));
    const sale = open[pick % open.length];
    if (sale === undefined) break;
    const steps = sales[sale] as readonly Step[];
    balance += (steps[done[sale] as number] as Step)(till);
    done[sale] = (done[sale] as number) + 1;
  }
  return balance;
}

describe("sales with rules, and their returns", () => {
  test("in any order, points are what the goods that are kept are worth at once; all back leaves none", () => {
    const order = fc.array(fc.nat(11), { minLength: 60, maxLength: 60 });
    const sales = fc.array(receipt, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(rules, earnings, sales, order, order, (given, earning, receipts, one, other) => {
        const open = () => new Till(codes, earning, given);
        const keys = receipts.map((lines, index) => [`S${index}`, lines] as const);
        const kept = keys.map(([key, lines]) =>
          stepsOf(
            key,
            lines.flatMap((line) =>
              line.back < line.units ? [{ ...line, units: line.units - line.back, back: 0 }] : [],
            ),
          ),
        );
        const worth = play(
          open(),
          kept.filter((_, index) => receipts[index]?.some(({ units, back }) => back < units)),
          one,
        );
        for (const by of [one, other]) {
          expect(
            play(
              open(),
              keys.map(([key, lines]) => stepsOf(key, lines)),
              by,
            ),
          ).toBe(worth);
          expect(
            play(
              open(),
              keys.map(([key, lines]) => stepsOf(key, lines, true)),
              by,
            ),
          ).toBe(0n);
        }
      }),
      { numRuns: runs },
    );
  });

  test("a linked reduction takes what a lower price is worth, with its minimum, its cap and its steps", () => {
    const given = rulesSchema.parse([
      { id: "BIG", minimumSpend: "50", gives: { bonus: "5" } },
      { id: "DOUBLE", gives: { multiplier: "2" }, cap: { points: "40", per: "campaign" } },
      { id: "STAMP", gives: { bonus: "7" }, every: { spend: "30", per: "campaign" } },
    ]);
    const till = new Till(["P"], plainEarning, given);
    // 60, 5 for 50 spent, 40 of 60 more, and 14 for two times 30.
    expect(showAmount(till.ring("S", [item("P", 1, 60)]).earned)).toBe("119");
    // 49 is left: less 11, the 5, nothing of the cap, and one time 7.
    expect(showAmount(till.ring("R1", [of("S", item("P", 0, -11))]).taken)).toBe("23");
    // 35 is left: less 14, 5 of the cap.
    expect(showAmount(till.ring("R2", [of("S", item("P", 0, -14))]).taken)).toBe("19");
    expect(showAmount(till.ring("R3", [of("S", item("P", -1, -35))]).taken)).toBe(showAmount(amountOf(119 - 23 - 19)));
  });

  test("a sale whose cap was full takes what other sales had of the cap, beyond its own award", () => {
    const given = rulesSchema.parse([{ id: "CAP", gives: { bonus: "8" }, cap: { points: "10", per: "campaign" } }]);
    const till = new Till(["P"], { ...plainEarning, rate: 0n }, given);
    const earned = ["A", "B"].map((key) => showAmount(till.ring(key, [item("P", 1, 1)]).earned));
    const taken = ["A", "B"].map((key) => showAmount(till.ring(`R-${key}`, [of(key, item("P", -1, -1))]).taken));
    expect([earned, taken]).toEqual([
      ["8", "2"],
      ["2", "8"],
    ]);
  });

  test("a stamp that earns no points yet is taken off the card", () => {
    const given = rulesSchema.parse([{ id: "CARD", gives: { bonus: "9" }, every: { quantity: "3", per: "campaign" } }]);
    const till = new Till(["P"], { ...plainEarning, rate: 0n }, given);
    till.ring("A", [item("P", 2, 2)]);
    till.ring("R", [of("A", item("P", -1, -1))]);
    expect(["B", "C"].map((key) => showAmount(till.ring(key, [item("P", 1, 1)]).earned))).toEqual(["0", "9"]);
  });
});
