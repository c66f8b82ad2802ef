import { describe, expect, test } from "vitest";
import { amountOf, showAmount } from "../amount.ts";
import { item, of, Till } from "../testing/till.ts";
import type { SaleItem } from "./sale.class.ts";
import { netSale } from "./sale.goods.ts";

const moreNote = (lines = "1") =>
  `More came back than the named sale has, in line ${lines}: the rest counts as returned without a sale.`;
const lowNote = "A reduction is more than what it lowers, which is worth nothing now.";
const unknownNote = (codes: string) => `Nothing taken back for unknown product ${codes}.`;

/** Rings a receipt under the key S, and then others that name it. What each comes to, as [earned, taken, note]. */
function ring(...receipts: readonly (readonly SaleItem[])[]) {
  const till = new Till();
  return receipts.map((items, index) => {
    const { earned, taken, note, status } = till.ring(index === 0 ? "S" : `R${index}`, items);
    expect(status).toBe("Resolved-Completed");
    return [Number(showAmount(earned)), Number(showAmount(taken)), note];
  });
}
const back = (code: string, quantity: number, amount: number, line?: number) =>
  of("S", item(code, 0 - quantity, 0 - amount), line);
const lowered = (code: string, amount: number) => of("S", item(code, 0, -amount));

describe("a receipt earns what its remaining goods are worth", () => {
  const a = (quantity: number, amount: number) => item("A", quantity, amount);
  const b = (quantity: number, amount: number) => item("B", quantity, amount);
  const off = (amount: number, code = "discount") => item(code, 0, -amount);

  test.each<[string, SaleItem[], earned: number, taken: number, note: string]>([
    ["a void of 0.60 of 1.20", [a(1, 0.6), a(1, 0.6), a(-1, -0.6)], 0, 0, ""],
    ["a void of 0.99 of 1.00", [a(1, 0.99), a(1, 0.01), a(-1, -0.99)], 0, 0, ""],
    ["a discount as a line of quantity 0", [a(1, 100), off(30)], 70, 0, ""],
    [
      "a discount as a return of an unknown product",
      [a(1, 100), item("discount", -1, -30)],
      100,
      0,
      unknownNote("discount"),
    ],
    ["a discount of 0.60 of 10.50", [a(1, 10.5), off(0.6)], 9, 0, ""],
    ["a discount of the product's own code", [a(1, 100), off(30, "A"), b(1, 5)], 75, 0, ""],
    ["a void of what a reduction lowered, for its full price", [a(1, 100), off(30, "A"), a(-1, -100)], 0, 0, lowNote],
    ["a void of what a reduction lowered, for its lowered price", [a(1, 100), off(30, "A"), a(-1, -70)], 0, 0, lowNote],
    ["a void of one of two units that a reduction lowered", [a(2, 100), off(30, "A"), a(-1, -50)], 20, 0, ""],
    [
      "a reduction of the receipt, and a void of one of its products",
      [a(1, 100), b(1, 100), off(30), a(-1, -100)],
      70,
      0,
      "",
    ],
    ["a reduction of a product that is voided", [a(1, 100), b(1, 50), off(30, "A"), a(-1, -100)], 50, 0, lowNote],
    ["a reduction that is more than its receipt", [a(1, 10), off(30)], 0, 0, lowNote],
    ["a reduction that is more than its product", [a(1, 10), b(1, 10), off(30, "A")], 10, 0, lowNote],
    ["two reductions that are together more than the receipt", [a(1, 10), off(6), off(6)], 0, 0, lowNote],
    ["two reductions that are exactly the receipt", [a(1, 10), off(6), off(4)], 0, 0, ""],
    ["a void of the free unit of two", [a(1, 0), a(1, 10), a(-1, 0)], 10, 0, ""],
    ["a void of the paid unit of two", [a(1, 0), a(1, 10), a(-1, -10)], 0, 0, ""],
    ["a void of more units than the receipt has", [a(1, 10), a(-3, -30)], 0, 20, ""],
    ["a void by weight", [a(0.734, 3.66), a(-0.734, -3.66), b(1, 2)], 2, 0, ""],
    ["a void by weight in two parts", [a(0.734, 3.66), a(-0.5, -2.49), a(-0.234, -1.17), b(1, 2)], 2, 0, ""],
    ["a void before its purchase", [a(-1, -10), a(1, 10), a(1, 7)], 7, 0, ""],
    ["a receipt that ends negative", [a(1, 10), b(-1, -25)], 10, 25, ""],
    ["a reduction of a receipt without purchases", [off(5)], 0, 0, lowNote],
  ])("%s", (_, items, earned, taken, note) => {
    expect(ring(items)).toEqual([[earned, taken, note]]);
  });

  test("ten receipts with a void of 0.60 of 1.20 earn 10 times 0", () => {
    const till = new Till();
    const items = [a(1, 0.6), a(1, 0.6), a(-1, -0.6)];
    expect(Array.from({ length: 10 }, (_, index) => till.ring(`S${index}`, items).earned)).toEqual(Array(10).fill(0n));
  });

  test("reductions of products come before those of the receipt, so the order of the lines does not matter", () => {
    const orders = [
      [a(1, 10), b(1, 90), off(20), off(10, "A")],
      [off(10, "A"), off(20), b(1, 90), a(1, 10)],
    ];
    expect(orders.map((items) => ring(items))).toEqual([[[70, 0, ""]], [[70, 0, ""]]]);
    const [first = [], second = []] = orders.map((items) =>
      netSale(items).lines.map(({ amount }) => showAmount(amount)),
    );
    expect(first).toEqual(["0", "70", "0", "0"]);
    expect(second).toEqual(["0", "0", "70", "0"]);
  });

  test("a reduction is spread in ten-thousandths over all purchases, and the largest line takes the rest", () => {
    const { lines, excessive } = netSale([a(1, 10), b(1, 10), item("discount", 0, -1), a(1, 10), item("C", 1, 40)]);
    expect(lines.map(({ amount }) => showAmount(amount))).toEqual(["9.8572", "9.8572", "0", "9.8572", "39.4284"]);
    expect(excessive).toEqual([]);
  });

  test("names the lines of reductions that are too much, in the order of the receipt", () => {
    const items = [off(6), a(1, 10), off(3, "B"), b(1, 2), off(6), off(1, "A")];
    expect(netSale(items).excessive).toEqual([0, 2, 4]);
  });
});

describe("what comes later takes the difference of two worths", () => {
  const a = (quantity: number, amount: number) => item("A", quantity, amount);
  const b = (quantity: number, amount: number) => item("B", quantity, amount);
  type Step = [SaleItem, taken: number, note?: string];

  test.each<[string, SaleItem[], earned: number, ...Step[]]>([
    ["buy one, get one: the paid unit", [a(1, 0), a(1, 10)], 10, [back("A", 1, 10), 10], [back("A", 1, 0), 0]],
    ["buy one, get one: the free unit", [a(1, 10), a(1, 0)], 10, [back("A", 1, 0), 0], [back("A", 1, 10), 10]],
    [
      "buy one, get one: the line that the till names",
      [a(1, 0), a(1, 10)],
      10,
      [back("A", 1, 10, 1), 0],
      [back("A", 1, 0, 1), 10],
    ],
    [
      "a line that the till names, whatever the refund",
      [a(1, 2), a(1, 10)],
      12,
      [back("A", 1, 10, 1), 2],
      [back("A", 1, 1), 10],
    ],
    ["the dear one of two", [a(1, 2), a(1, 10)], 12, [back("A", 1, 10), 10], [back("A", 1, 2), 2]],
    ["the cheap one of two", [a(1, 10), a(1, 2)], 12, [back("A", 1, 2), 2], [back("A", 1, 10), 10]],
    ["of two as near, the first", [a(1, 2), a(1, 10)], 12, [back("A", 1, 6), 2], [back("A", 1, 6), 10]],
    [
      "of two as near, the first, if it is the dear one",
      [a(1, 10), a(1, 2)],
      12,
      [back("A", 1, 6), 10],
      [back("A", 1, 6), 2],
    ],
    ["a product that the sale does not have", [a(1, 100)], 100, [back("B", 1, 7), 7, moreNote()]],
    [
      "an unknown product that the sale does not have",
      [a(1, 100)],
      100,
      [back("TV", 1, 7), 0, `${moreNote()} ${unknownNote("TV")}`],
    ],
    ["more units than the sale has", [a(1, 10)], 10, [back("A", 1, 10), 10], [back("A", 1, 10), 10, moreNote()]],
    ["units beyond those sold, for what the sale did not have", [a(2, 20)], 20, [back("A", 3, 33), 33, moreNote()]],
    ["a line of the sale that does not exist", [a(1, 10)], 10, [back("A", 1, 10, 7), 10]],
    [
      "a line of the sale that is of another product",
      [a(1, 10), b(1, 20)],
      30,
      [back("A", 1, 10, 2), 10],
      [back("B", 1, 20), 20],
    ],
    ["all that is left for a lower price", [a(1, 100)], 100, [back("A", 1, 20), 100]],
    ["a lowered price, and then the goods", [a(1, 100)], 100, [lowered("A", 20), 20], [back("A", 1, 80), 80]],
    [
      "the goods for a lowered price, and then the reduction",
      [a(1, 100)],
      100,
      [back("A", 1, 80), 100],
      [lowered("A", 20), 0],
    ],
    [
      "one of two units, and then a lowered price",
      [a(2, 100)],
      100,
      [back("A", 1, 50), 50],
      [lowered("A", 20), 20],
      [back("A", 1, 30), 30],
    ],
    [
      "a lowered price, and then one of two units",
      [a(2, 100)],
      100,
      [lowered("A", 20), 20],
      [back("A", 1, 50), 50],
      [back("A", 1, 30), 30],
    ],
    [
      "A, then a reduction of all",
      [a(1, 100), b(1, 100)],
      200,
      [back("A", 1, 100), 100],
      [lowered("discount", 30), 15],
      [back("B", 1, 100), 85],
    ],
    [
      "a reduction of all, then A",
      [a(1, 100), b(1, 100)],
      200,
      [lowered("discount", 30), 30],
      [back("A", 1, 100), 85],
      [back("B", 1, 100), 85],
    ],
    [
      "a reduction of more than was sold",
      [a(1, 10), b(1, 5)],
      15,
      [lowered("A", 30), 10, "Reductions of sale S are more than it sold: the rest took nothing."],
      [lowered("A", 1), 0, "Reductions of sale S are more than it sold: the rest took nothing."],
    ],
    ["reductions that are exactly what was sold", [a(1, 10), b(1, 5)], 15, [lowered("A", 6), 6], [lowered("A", 4), 4]],
    ["goods that a reduction lowered on the receipt", [a(1, 100), item("A", 0, -30)], 70, [back("A", 1, 70), 70]],
    [
      "units that are left after a void on the receipt",
      [a(3, 30), a(-1, -10)],
      20,
      [back("A", 2, 20), 20],
      [back("A", 1, 10), 10, moreNote()],
    ],
    ["a weight in parts", [a(0.734, 3.66)], 3, [back("A", 0.5, 2.49), 2], [back("A", 0.234, 1.17), 1]],
  ])("%s", (_, sold, earned, ...steps) => {
    const wanted = steps.map(([, taken, note = ""]) => [0, taken, note]);
    expect(ring(sold, ...steps.map(([one]) => [one]))).toEqual([[earned, 0, ""], ...wanted]);
  });
});

describe("a product is known by its record, whatever its code has become", () => {
  const rung = (till: Till, key: string, ...items: SaleItem[]) => {
    const { taken, note } = till.ring(key, items);
    return [Number(showAmount(taken)), note];
  };
  /** A till that sold these for their codes' sake. */
  function sold(items: readonly SaleItem[], codes: readonly string[]) {
    const till = new Till(codes);
    till.ring("S", items);
    return till;
  }

  test("a return under the new code takes what the old one earned", () => {
    const till = sold([item("OLD", 1, 100)], ["OLD"]);
    till.rename("OLD", "NEW");
    expect(rung(till, "R", back("NEW", 1, 100))).toEqual([100, ""]);
    till.rename("NEW", "NEWEST");
    expect(rung(till, "R2", back("NEWEST", 1, 7))).toEqual([7, moreNote()]);
  });

  test("a reduction under the new code lowers what the old one earned", () => {
    const till = sold([item("OLD", 1, 100), item("B", 1, 100)], ["OLD", "B"]);
    till.rename("OLD", "NEW");
    expect(rung(till, "R", lowered("NEW", 20))).toEqual([20, ""]);
    expect(rung(till, "R2", back("NEW", 1, 80))).toEqual([80, ""]);
  });

  test("two products that swapped their codes are told apart, both by line and by reduction", () => {
    const till = sold([item("A", 1, 100), item("B", 1, 7)], ["A", "B"]);
    till.rename("A", "X");
    till.rename("B", "A");
    till.rename("X", "B");
    expect(rung(till, "R", back("A", 1, 100))).toEqual([7, ""]);
    expect(rung(till, "R2", lowered("B", 200))).toEqual([
      100,
      "Reductions of sale S are more than it sold: the rest took nothing.",
    ]);
  });

  test("a code that no product has now finds the lines that have it", () => {
    const till = sold([item("OLD", 1, 100)], ["OLD"]);
    till.rename("OLD", "NEW");
    expect(rung(till, "R", back("OLD", 1, 100))).toEqual([100, ""]);
  });

  test("a line of a product that was registered later earned nothing, and takes nothing", () => {
    const till = sold([item("A", 1, 100), item("LATE", 1, 50)], ["A"]);
    till.register("LATE");
    expect(rung(till, "R", back("LATE", 1, 50))).toEqual([0, ""]);
    expect(rung(till, "R2", back("LATE", 1, 50))).toEqual([50, moreNote()]);
  });

  test("a product that has the code of another one by now is not in the sale", () => {
    const till = sold([item("A", 1, 100), item("B", 1, 100)], ["A", "B"]);
    till.rename("A", "AWAY");
    till.register("A");
    expect(rung(till, "R1", back("A", 1, 30))).toEqual([30, moreNote()]);
    expect(rung(till, "R2", back("A", 1, 30, 1))).toEqual([30, moreNote()]);
    // It lowers both lines, as any code that the sale does not have: 10 of it goes with B, 10 with the first line.
    expect(rung(till, "R3", lowered("A", 20))).toEqual([20, ""]);
    expect(rung(till, "R4", back("B", 1, 90))).toEqual([90, ""]);
  });
});

describe("a sale that lines name and that earned nothing", () => {
  test("was rejected: its lines take nothing, and the note says so", () => {
    const till = new Till();
    till.miss("S", "rejected");
    expect(till.ring("R", [back("A", 1, 5), lowered("A", 3)])).toMatchObject({
      taken: 0n,
      note: "Sale S was rejected: nothing taken back for it.",
    });
  });

  test("did not come in time: its lines count as returns without a sale, and are no voids", () => {
    const till = new Till();
    till.miss("S", "unlinked");
    expect(till.ring("R", [item("A", 1, 20), back("A", 1, 5), lowered("A", 3)])).toMatchObject({
      ...{ earned: amountOf(20), taken: amountOf(8) },
      note: "Sale S did not come in time: its lines took points back at the programme's rate.",
    });
  });
});

test("what a sale does not have counts with the other returns without a sale of that balance, from 0.60 on", () => {
  const till = new Till();
  till.ring("S", [item("A", 1, 10)], "other");
  expect(till.ring("R1", [item("B", -1, -0.6)], "other").taken).toBe(0n);
  const { taken, note } = till.ring("R2", [back("B", 1, 0.6), back("A", 1, 10), back("A", 1, 0.9)]);
  expect([showAmount(taken), note]).toEqual(["12", moreNote("1, 3")]);
});
