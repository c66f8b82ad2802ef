import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountMax, amountOf } from "../amount.ts";
import { openBook } from "../ledger/ledger.book.ts";
import type { Programme } from "../programme/programme.ts";
import { emptyBalance } from "../testing/balance.ts";
import { awaitingNote, decideSale, missingReferences, planSale, type SaleReferences } from "./sale.decide.ts";

const programme: Programme = {
  id: "p",
  businessId: "PRG-1",
  timeZone: "UTC",
  currencies: [
    { id: "points", name: "Points" },
    { id: "miles", name: "Miles" },
  ],
  earningVersion: 3,
  returnWaitDays: 30,
  returnWindowDays: 0,
  earning: { rate: amountOf("1"), rounding: "toward-zero", fractionDigits: 0 },
};
const references = (products: Record<string, boolean> = { P: true }, isParticipating = true): SaleReferences => ({
  member: { id: "m", programme },
  store: { isParticipating },
  products: new Map(
    Object.entries(products).map(([code, isIncentivizable]) => [code, { isIncentivizable, category: "", brand: "" }]),
  ),
});
const saleOf = (items: readonly ReturnType<typeof line>[]) => ({
  id: "s",
  items,
  storeCode: "S",
  channel: "",
  soldAtMs: 0,
});
const line = (TotalAmount: number, ProductCode = "P") => ({
  ProductCode,
  Quantity: TotalAmount < 0 ? -1 : 1,
  TotalAmount,
});
const bookOf = (balance = 0n) =>
  openBook({
    balances: [{ ...emptyBalance("m", "points"), balance }],
    clockMs: 1,
    newId: () => "e",
  });
/** The entry of a sale that counted these lines. */
const why = (base: number, ...lines: number[]) => `{"base":${base},"lines":[${lines}],"rules":[]}`;
const source = { rules: 3, memberId: "m", currencyId: "points", sourceClass: "SaleCase", sourceId: "s" };

const onePostingOfAType =
  "The unique index ledger_entry_source_key lets a sale have one entry of each type and currency, so the worker would " +
  "fail on this sale. If two rules of earning give points of the same type, planSale must post their sum: see " +
  "'The rules of earning' in CONTRIBUTING.md";

describe("planSale", () => {
  test("a sale posts at most one entry of each type, whatever its lines", () => {
    const goods = { isIncentivizable: true, category: "Drinks", brand: "Acme" };
    const products = new Map(["P", "Q"].map((code) => [code, goods]));
    const total = fc.integer({ min: -99_999, max: 99_999 }).map((cents) => line(cents / 100, cents % 3 ? "P" : "Q"));
    fc.assert(
      fc.property(fc.array(total, { minLength: 1, maxLength: 20 }), (items) => {
        const { postings } = planSale({ ...saleOf(items), channel: "app" }, { ...references(), products });
        const types = postings.map(({ type }) => type);
        expect(types, onePostingOfAType).toEqual([...new Set(types)]);
      }),
    );
  });

  test("a purchase posts one Sale entry, in the programme's first currency, naming its sale", () => {
    expect(planSale(saleOf([line(10.5), line(4.5)]), references())).toEqual({
      id: "s",
      balance: { memberId: "m", currencyId: "points" },
      postings: [{ ...source, type: "Sale", amount: amountOf(15), why: why(15, 0, 1) }],
      note: "",
    });
  });

  test("a return posts one Return entry", () => {
    expect(planSale(saleOf([line(-10)]), references()).postings).toEqual([
      { ...source, type: "Return", amount: amountOf(-10), why: why(-10, 0) },
    ]);
  });

  test("a sale of both kinds posts one Sale and one Return entry", () => {
    expect(planSale(saleOf([line(-3), line(10), line(-2)]), references()).postings).toEqual([
      { ...source, type: "Sale", amount: amountOf(10), why: why(10, 1) },
      { ...source, type: "Return", amount: amountOf(-5), why: why(-5, 0, 2) },
    ]);
  });

  test("a sum of 0 points posts no entry", () => {
    expect(planSale(saleOf([line(0.99), line(-0.5)]), references()).postings).toEqual([]);
    expect(planSale(saleOf([line(0)]), references()).postings).toEqual([]);
  });

  test("a store that does not participate earns nothing, and the note says so", () => {
    const plan = planSale(saleOf([line(10), line(-5), line(1, "X")]), references({ P: true }, false));
    expect(plan).toMatchObject({ postings: [], note: "The store does not participate: nothing earned." });
  });

  test("unknown and non-incentivizable products earn nothing, and the note names each once", () => {
    const items = [line(10), line(5, "U"), line(7, "N"), line(-5, "U"), line(2, "N")];
    const plan = planSale(saleOf(items), references({ P: true, N: false }));
    expect(plan.postings).toEqual([{ ...source, type: "Sale", amount: amountOf(10), why: why(10, 0) }]);
    expect(plan.note).toBe(
      "Nothing earned for unknown product U. Nothing earned for product N, which is not incentivizable.",
    );
  });

  test("a note names at most ten products and counts the rest", () => {
    const codes = (count: number) => Array.from({ length: count }, (_, index) => `U${index + 1}`);
    const note = (count: number) => planSale(saleOf(codes(count).map((code) => line(1, code))), references()).note;
    expect(note(10)).toBe(`Nothing earned for unknown product ${codes(10).join(", ")}.`);
    expect(note(500)).toBe(`Nothing earned for unknown product ${codes(10).join(", ")} and 490 more.`);
  });
});

describe("decideSale", () => {
  test("posts the plan and completes the sale, with the plan's note", () => {
    const book = bookOf(amountOf(5));
    const plan = planSale(saleOf([line(10), line(-3), line(1, "U")]), references());
    expect(decideSale(plan, book)).toEqual({
      id: "s",
      status: "Resolved-Completed",
      note: "Nothing earned for unknown product U.",
    });
    expect(book.entries().map(({ type, balanceAfter }) => [type, balanceAfter])).toEqual([
      ["Sale", amountOf(15)],
      ["Return", amountOf(12)],
    ]);
  });

  test("a sale that earns nothing completes, and posts no entry", () => {
    const book = bookOf();
    expect(decideSale({ ...planSale(saleOf([]), references()), note: "n" }, book).status).toBe("Resolved-Completed");
    expect([book.entries(), book.changedBalances()]).toEqual([[], []]);
  });

  test("a return may bring the balance below zero", () => {
    const book = bookOf(amountOf(5));
    const plan = planSale(saleOf([line(-10)]), references());
    expect(decideSale(plan, book).status).toBe("Resolved-Completed");
    expect(book.balanceOf("m", "points")).toBe(amountOf(-5));
  });

  test.each([
    ["over its limit", amountMax, [line(10)], "10"],
    ["under its limit", -amountMax, [line(-10)], "-10"],
    ["over its limit by the amount of one entry", 0n, Array(2).fill(line(99_999_999_999)), "199999999998"],
  ])("a balance that would go %s rejects the sale, and nothing is posted", (_, balance, items, points) => {
    const book = bookOf(balance);
    const plan = planSale(saleOf(items), references());
    expect(decideSale(plan, book)).toEqual({
      id: "s",
      status: "Resolved-Rejected",
      note: `Error_Balance_OutOfRange: ${points} points go over the limit of a balance.`,
    });
    expect([book.entries(), book.balanceOf("m", "points")]).toEqual([[], balance]);
  });

  test("sales and returns give the same balance in any order", () => {
    const totals = fc.integer({ min: -99_999, max: 99_999 }).map((cents) => line(cents / 100));
    const sales = fc.array(fc.array(totals, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
    const shuffled = sales.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    const balanceAfter = (all: readonly (readonly ReturnType<typeof line>[])[]) => {
      const book = bookOf();
      for (const items of all) decideSale(planSale(saleOf(items), references()), book);
      return book.balanceOf("m", "points");
    };
    fc.assert(fc.property(shuffled, ([one, other]) => balanceAfter(one) === balanceAfter(other)));
  });
});

describe("missingReferences and awaitingNote", () => {
  const keys = { memberExternalId: "M1", storeCode: "S1" };

  test.each([
    [true, true, {}],
    [false, true, { memberExternalId: "M1" }],
    [true, false, { storeCode: "S1" }],
    [false, false, keys],
  ])("member registered %s, store registered %s", (hasMember, hasStore, missing) => {
    expect(missingReferences(keys, { hasMember, hasStore })).toStrictEqual(missing);
  });

  test("the note says which reference a sale waits for", () => {
    expect(awaitingNote(keys)).toBe("Awaiting the member and store S1.");
    expect(awaitingNote({ memberExternalId: "M1" })).toBe("Awaiting the member.");
    expect(awaitingNote({ storeCode: "S1" })).toBe("Awaiting store S1.");
  });
});
