import { describe, expect, test } from "vitest";
import { amountOf } from "../amount.ts";
import { noGoods } from "../sale/sale.units.ts";
import { item, plainEarning } from "../testing/till.ts";
import {
  codeSold,
  codeThen,
  type OriginalSale,
  type ProductRecord,
  productThen,
  soldGoods,
  withRepricing,
} from "./sale-return.original.ts";

describe("codeThen", () => {
  const product = {
    sinceMs: 100,
    former: [
      { code: "FIRST", untilMs: 200 },
      { code: "SECOND", untilMs: 300 },
    ],
  };

  test.each([
    [150, "FIRST"],
    [199, "FIRST"],
    [200, "SECOND"],
    [299, "SECOND"],
    [300, "NOW"],
    [400, "NOW"],
  ])("a sale that was settled at %d knows the product as %s", (atMs, code) => {
    expect(codeThen("NOW", product, atMs)).toBe(code);
  });

  test("a code that never changed, or that no product has, is the sale's own", () => {
    expect(codeThen("P", { sinceMs: 100, former: [] }, 150)).toBe("P");
    expect(codeThen("P", undefined, 150)).toBe("P");
  });
});

const facts = { isIncentivizable: true, category: "", brand: "" };
const record = (code: string, more: Partial<ProductRecord>): ProductRecord => ({
  ...{ code, sinceMs: 100, former: [], ...facts, ...more },
});

describe("productThen", () => {
  const renamed = record("Y", { former: [{ code: "X", untilMs: 200 }] });
  const deleted = record("X", { sinceMs: 210, deletedAtMs: 250 });
  const now = record("X", { sinceMs: 300 });

  test.each([
    ["before any had the code, the one that has it now", 99, now],
    ["while another had it, that one", 199, renamed],
    ["between two, the one that has it now", 200, now],
    ["while one had it that was deleted since, none", 249, undefined],
    ["once it was deleted, the one that has the code now", 250, now],
    ["since it has the code, itself", 300, now],
  ])("%s", (_, atMs, product) => {
    expect(productThen("X", [deleted, renamed, now], atMs)).toBe(product);
  });

  test("a code that nobody had then or has now has no product", () => {
    expect([productThen("X", [renamed], 250), productThen("X", [deleted], 400), productThen("X", [], 1)]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });
});

describe("codeSold", () => {
  const away = record("AWAY", { former: [{ code: "P", untilMs: 200 }] });
  const deleted = record("P", { deletedAtMs: 200 });
  const later = record("P", { sinceMs: 300 });
  const renamed = record("P", { former: [{ code: "FIRST", untilMs: 250 }] });
  const atFirst = record("NOW", { sinceMs: 10, former: [{ code: "FIRST", untilMs: 160 }] });

  test.each<[string, readonly ProductRecord[], number, string, string]>([
    ["no product has the code: the till means the one that had it", [away], 150, "P", "P"],
    ["the product had this code then", [later], 300, "P", "P"],
    ["it was deleted since, and no other has the code", [deleted], 150, "P", "P"],
    ["it had another code then", [renamed], 150, "FIRST", "FIRST"],
    ["the sale was sent with the code that it got later", [renamed], 150, "P", "P"],
    ["nobody had the code then: it got it later", [deleted, later], 250, "P", "P"],
    ["another had the code then, which has another now", [away, later], 150, "P", ""],
    ["another had the code then, which is deleted", [deleted, later], 150, "P", ""],
    ["another had the code that it got later", [away, renamed], 150, "P", ""],
    ["it was registered later, and another had its first code then", [atFirst, renamed], 50, "FIRST", ""],
  ])("%s", (_, all, settledAtMs, sold, code) => {
    const codes = all.flatMap((one) => [one.code, ...one.former.map((former) => former.code)]);
    const records = new Map(codes.map((of) => [of, all]));
    expect(codeSold("P", records, { goods: soldGoods([item(sold, 1, 5)]), settledAtMs })).toBe(code);
  });
});

test("sold goods are the purchases after voids and reductions, by line and by product, the lowest price as sent first", () => {
  const items = [
    item("A", 1, 30),
    item("B", 1, 5),
    item("A", 2, 20),
    item("A", -1, -10),
    item("A", 0, -4),
    item("C", 0, -9),
  ];
  const goods = soldGoods(items);
  const [one, other] = [goods.lines.get(0)?.amount ?? 0n, goods.lines.get(2)?.amount ?? 0n];
  // 40 less 4 of A, less nine forty-firsts of all.
  expect([one, other].map(Number)).toEqual([210_731, 70_244]);
  expect(goods.lines.get(1)).toEqual({ code: "B", quantity: amountOf(1), amount: 39_025n });
  expect([...goods.lines.keys()]).toEqual([0, 1, 2]);
  expect(goods.lines.get(2)?.quantity).toBe(amountOf(1));
  expect(goods.products.get("A")).toEqual({
    lines: [0, 2],
    groups: [
      { sold: { quantity: amountOf(2), amount: amountOf(20) }, lines: [2] },
      { sold: { quantity: amountOf(1), amount: amountOf(30) }, lines: [0] },
    ],
    amount: one + other,
  });
  expect(goods.products.has("C")).toBe(false);
  expect(goods.amount).toBe(amountOf(32));
  const { has, sold, ofProduct } = goods.counting([0, 2]);
  expect(sold).toEqual({ quantity: amountOf(2), amount: one + other });
  expect([...ofProduct]).toEqual([["A", sold]]);
  expect([0, 1, 2, 3].map(has)).toEqual([true, false, true, false]);
});

test("nothing counts without lines, nor of lines that are no purchases", () => {
  const { counting } = soldGoods([item("A", 1, 30), item("B", -1, -5)]);
  expect([counting([]).sold, counting([1, 7]).sold]).toEqual([noGoods, noGoods]);
  expect(counting([0, 1, 7]).sold.amount).toBe(amountOf(30));
});

describe("withRepricing", () => {
  const items = [item("A", 1, 30), item("LATE", 1, 50)];
  const sale = { id: "o", externalId: "S", memberId: "m", currencyId: "c", settledAtMs: 5, soldAtMs: 5 };
  const twice = { ...plainEarning, rate: amountOf(2) };
  const repricing = { postedAtMs: 9, lines: [1], earning: twice };

  test("adds lines to what a sale counted, which keeps the time, the points and the rules of its own entry", () => {
    const award = { points: amountOf(30), postedAtMs: 5, lines: [0], earning: plainEarning };
    const original: OriginalSale = { ...sale, goods: soldGoods(items), award };
    expect(withRepricing(original, repricing)).toEqual({
      ...sale,
      goods: original.goods,
      award: { ...award, lines: [0, 1], repriced: [1] },
    });
  });

  test("gives a sale without an entry the time and the rules of its repricing, and no points of its own", () => {
    const original: OriginalSale = { ...sale, goods: soldGoods(items), award: undefined };
    expect(withRepricing(original, repricing)).toMatchObject({
      award: { points: 0n, postedAtMs: 9, lines: [1], repriced: [1], earning: twice },
    });
  });
});
