import { expect, test } from "vitest";
import { amountOf, productOf } from "../amount.ts";
import { moveText, type WhyParts, whySchema, whyText } from "../ledger/ledger.why.ts";
import type { Programme } from "../programme.ts";
import { compileRules } from "../rule/rule.compile.ts";
import { sumText } from "../sale-return/sale-return.sum.ts";
import { compiled } from "../testing/rules.ts";
import { explainSale, type PostedEntry, type PostedSale } from "./sale.explain.ts";

const earning = (rate: string) => ({ rate: amountOf(rate), rounding: "toward-zero", fractionDigits: 0 }) as const;
const programme: Programme = {
  ...{ id: "p", businessId: "P", timeZone: "UTC", currencies: [{ id: "c", name: "Points" }] },
  ...{ returnWaitDays: 30, returnWindowDays: 0 },
  earning: [{ ...earning("2"), version: 2, inForceFromMs: -Infinity }],
};
const line = (ProductCode: string, TotalAmount: number, original?: string, Quantity = Math.sign(TotalAmount)) => ({
  ...{ ProductCode, Quantity, TotalAmount },
  ...(original !== undefined && { OriginalSaleExternalID: original }),
});
const goods = { isIncentivizable: true, category: "", brand: "" };
const registered = {
  member: { id: "m", programme },
  store: { isParticipating: true },
  products: new Map([
    ["P", goods],
    ["Q", goods],
    ["R", goods],
    ["out", { ...goods, isIncentivizable: false }],
  ]),
};
const nothingPosted: PostedSale = { entries: [], note: "" };
const entry = (type: string, why: WhyParts): PostedEntry => ({
  ...{ type, why: whySchema.parse(JSON.parse(whyText(why))), rules: earning("1") },
});
/** How an entry stores that it moved the running sum, in points. */
const moved = (before: number, value: number) =>
  sumText({ before: productOf(before.toFixed(8)), value: productOf(value.toFixed(8)), points: 0n });
const explain = (items: readonly ReturnType<typeof line>[], posted: PostedSale, known: object = registered) =>
  explainSale(
    { id: "s", items, storeCode: "S", channel: "", soldAtMs: 0, acceptedAtMs: 0 },
    { products: registered.products, ...known },
    posted,
  );
const whys = ({ lines }: ReturnType<typeof explain>) => lines.map(({ why }) => why);

test("a posted sale is explained by the lines and rules that its entries store, whatever changed since", () => {
  const items = [line("P", 10.5), line("Q", 4), line("out", 3), line("none", 2), line("R", -3.2)];
  const note = "Nothing earned for unknown product none. Nothing earned for product out, which is not incentivizable.";
  const entries = [
    entry("Sale", { base: amountOf(14), lines: [0, 1] }),
    entry("Return", { base: amountOf(-4), lines: [4], sums: [moved(0.9, 3.2)] }),
  ];
  const told = {
    basis: "stored",
    sums: [
      "Sale: 14.5 x 1 points, rounded toward zero to 0 decimals = 14",
      "Return: from 0.9 to 4.1 points, rounded toward zero to 0 decimals = -4",
    ],
    now: null,
  };
  const explanation = explain(items, { entries, note });
  expect(explanation).toMatchObject(told);
  expect(whys(explanation)).toEqual(["yes", "yes", "no: not incentivizable", "no: unknown product", "yes"]);
  const since = { products: new Map([["Q", { ...goods, isIncentivizable: false }]]) };
  const changed = explain(items, { entries, note }, since);
  expect(changed).toMatchObject(told);
  const nothing = "no: it gave nothing when the sale was posted";
  expect(whys(changed)).toEqual(["yes", "yes", nothing, nothing, "yes"]);
});

test("a linked line is explained by what its entry took of each original", () => {
  const items = [line("P", -1, "A"), line("P", -2, "B"), line("Q", -5), line("Q", -2, "A", 0)];
  const returns = [
    { sale: "SALE-a", lines: [0, 3], points: amountOf(-3) },
    {
      ...{ sale: "SALE-b", lines: [1], points: amountOf(-2) },
      byRule: { base: amountOf(-1), rules: [{ id: "COFFEE2", points: amountOf(-1) }] },
    },
  ];
  const why = { base: amountOf(-5), lines: [2], returns, sums: [moved(0, 5)] };
  const explanation = explain(items, { entries: [entry("Return", why)], note: "" });
  expect(explanation.sums).toEqual([
    "Return: from 0 to 5 points, rounded toward zero to 0 decimals = -5",
    "Return: lines 1, 4 take back points of SALE-a = -3",
    "Return: line 2 takes back points of SALE-b (base -1, COFFEE2 -1) = -2",
  ]);
  const linked = "takes back what its original sale earned";
  expect(whys(explanation)).toEqual([linked, linked, "yes", linked]);
});

test("a sale without an entry is explained by the rules of now, unless it waits or names an original", () => {
  expect(explain([line("P", 10)], nothingPosted)).toMatchObject({
    ...{ basis: "present", now: ["Sale 20.0000"] },
    sums: ["Sale: 10 x 2 points, rounded toward zero to 0 decimals = 20"],
  });
  expect(explain([line("P", 0.4), line("out", 5)], nothingPosted)).toMatchObject({ basis: "present", now: [] });
  const unknown = { basis: null, sums: [], now: null };
  expect(explain([line("P", 1)], nothingPosted, { member: registered.member })).toMatchObject(unknown);
  expect(explain([line("P", -1, "A")], nothingPosted)).toMatchObject(unknown);
});

test("without an entry, each line says whether its product earns now; a store that is not registered participates", () => {
  const items = [line("P", 1), line("out", 1), line("none", 1)];
  const told = [
    { earns: true, why: "yes" },
    { earns: false, why: "no: not incentivizable" },
    { earns: null, why: "no: unknown product" },
  ];
  expect(explain(items, nothingPosted).lines).toMatchObject(told);
  expect(explain(items, nothingPosted, { member: registered.member }).lines).toMatchObject(told);
  expect(explain([line("P", 5), line("P", -1, "A")], nothingPosted)).toMatchObject({ basis: null, now: null });
});

test("a line that counts now, but gave nothing when the sale was posted, says so; the note may go on", () => {
  const entries = [entry("Sale", { base: amountOf(1), lines: [0] })];
  const items = [line("P", 1), line("P", 2), line("out", 3)];
  const note = "Nothing earned for product out, which is not incentivizable. More follows.";
  const nothing = "no: it gave nothing when the sale was posted";
  expect(whys(explain(items, { entries, note }))).toEqual(["yes", nothing, "no: not incentivizable"]);
});

test("an entry of linked lines alone has no sum by the rate", () => {
  const returns = [{ sale: "SALE-a", lines: [0], points: amountOf(-3) }];
  const { sums } = explain([line("P", -1, "A")], { entries: [entry("Return", { base: 0n, returns })], note: "" });
  expect(sums).toEqual(["Return: line 1 takes back points of SALE-a = -3"]);
});

test("voids and reductions are explained as such, and the entry's sum is over what they left", () => {
  const items = [
    line("P", 10, undefined, 2),
    line("P", -5),
    line("P", -0.5, undefined, 0),
    line("none", -0.25, undefined, 0),
  ];
  const entries = [entry("Sale", { base: amountOf(4), lines: [0] })];
  const stored = explain(items, { entries, note: "" });
  expect(stored.sums).toEqual(["Sale: 4.25 x 1 points, rounded toward zero to 0 decimals = 4"]);
  const lowers = "lowers purchases of this sale";
  expect(whys(stored)).toEqual(["yes", lowers, lowers, lowers]);
  const present = explain(items, nothingPosted);
  expect(present).toMatchObject({
    ...{ basis: "present", now: ["Sale 8.0000"] },
    sums: ["Sale: 4.25 x 2 points, rounded toward zero to 0 decimals = 8"],
  });
  expect(whys(present)).toEqual(["yes", lowers, lowers, lowers]);
});

test("what a named sale did not have is explained by the running sum, beside what it had", () => {
  const returns = [{ sale: "SALE-a", lines: [0], points: amountOf(-3) }];
  const why = { base: amountOf(-2), lines: [0], returns, sums: [moved(0, 2)] };
  const explanation = explain([line("P", -5, "A", -3)], { entries: [entry("Return", why)], note: "More came back." });
  expect(explanation.sums).toEqual([
    "Return: from 0 to 2 points, rounded toward zero to 0 decimals = -2",
    "Return: line 1 takes back points of SALE-a = -3",
  ]);
});

test("an entry whose rules are not known has no sums but those of originals", () => {
  const returns = [{ sale: "SALE-a", lines: [0], points: amountOf(-3) }];
  const of = entry("Return", { base: amountOf(-2), lines: [1], returns, sums: [moved(0, 2)] });
  const { sums } = explain([line("P", -3, "A"), line("P", -2)], { entries: [{ ...of, rules: null }], note: "" });
  expect(sums).toEqual(["Return: line 1 takes back points of SALE-a = -3"]);
  const sold = { ...entry("Sale", { base: amountOf(2), lines: [0] }), rules: null };
  expect(explain([line("P", 2)], { entries: [sold], note: "" }).sums).toEqual([]);
});

test("a repriced sale is explained by the lines that count since", () => {
  const items = [line("P", 10.5), line("Q", 4)];
  const note = "Nothing earned for unknown product Q.";
  const entries = [
    entry("Sale", { base: amountOf(10), lines: [0] }),
    entry("Adjustment", { base: amountOf(4), lines: [1] }),
  ];
  const explanation = explain(items, { entries, note });
  expect([explanation.basis, whys(explanation), explanation.sums]).toEqual([
    "stored",
    ["yes", "yes"],
    [
      "Sale: 10.5 x 1 points, rounded toward zero to 0 decimals = 10",
      "Repriced: with line 2 too, what remained was worth more, at 1 points, rounded toward zero to 0 decimals = 4",
    ],
  ]);
});

test("a capped rule says how much of its cap is used after the entry", () => {
  const [daily, total] = [
    { id: "DAILY", gives: { bonus: "8" }, cap: { points: "10", per: "day" } },
    { id: "TOTAL", gives: { bonus: "5" }, cap: { points: "200", per: "campaign" } },
  ];
  const rules = [daily, total].map(({ id }) => ({ id, lines: [0], points: amountOf(5) }));
  const sums = [
    { key: "DAILY/cap:10/2026-05-04", before: amountOf(5), value: amountOf(8) },
    { key: "TOTAL/cap:200/", before: amountOf(45), value: amountOf(5) },
  ].map(moveText);
  const ruleSet = compileRules(compiled(daily, total));
  const entries = [{ ...entry("Sale", { base: amountOf(2), lines: [0], rules, sums }), ruleSet }];
  expect(explain([line("P", 2)], { entries, note: "" }).sums.slice(1)).toEqual([
    "Sale: DAILY: 8 more, at most 10 a day = 5 (10 of 10 points of the cap in 2026-05-04)",
    "Sale: TOTAL: 5 more, at most 200 in all = 5 (50 of 200 points of the cap)",
  ]);
});
