import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountMax, amountOf } from "../amount.ts";
import { openBook } from "../ledger/ledger.book.ts";
import type { Programme } from "../programme.ts";
import {
  type OriginalSale,
  type Originals,
  type ProductRecord,
  soldGoods,
  withRepricing,
} from "../sale-return/sale-return.original.ts";
import { emptyBalance } from "../testing/balance.ts";
import type { SaleItem } from "./sale.class.ts";
import { decideSale, planSale } from "./sale.decide.ts";
import { awaitingNote, missingReferences } from "./sale.note.ts";
import type { SaleReferences } from "./sale.plan.ts";

const programme: Programme = {
  id: "p",
  businessId: "PRG-1",
  timeZone: "UTC",
  currencies: [
    { id: "points", name: "Points" },
    { id: "miles", name: "Miles" },
  ],
  returnWaitDays: 30,
  returnWindowDays: 0,
  earning: [{ version: 3, inForceFromMs: -Infinity, rate: amountOf("1"), rounding: "toward-zero", fractionDigits: 0 }],
};
const references = (
  products: Record<string, boolean> = { P: true, Q: true },
  isParticipating = true,
): SaleReferences => ({
  member: { id: "m", programme, joinedAtMs: 0 },
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
  acceptedAtMs: 0,
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
/** The entry of a return without a sale: what it adds to the running sum, and what that was before. */
const whySum = (base: number, value: number, lines: number[], before = 0) =>
  `{"base":${base},"lines":[${lines}],"rules":[],"sums":[{"key":"returns","before":${before},"value":${value}}]}`;
/** What a sale posts to an empty balance, and its outcome. */
function sell(items: readonly ReturnType<typeof line>[], known = references()) {
  const book = bookOf();
  const outcome = decideSale(planSale(saleOf(items), known), book);
  return { ...outcome, entries: book.entries() };
}
const source = { rules: 3, memberId: "m", currencyId: "points", sourceClass: "SaleCase", sourceId: "s" };

describe("planSale and decideSale", () => {
  test("a sale posts at most one entry of each type, whatever its lines", () => {
    const goods = { isIncentivizable: true, category: "Drinks", brand: "Acme" };
    const products = new Map(["P", "Q"].map((code) => [code, goods]));
    const total = fc.integer({ min: -99_999, max: 99_999 }).map((cents) => line(cents / 100, cents % 3 ? "P" : "Q"));
    fc.assert(
      fc.property(fc.array(total, { minLength: 1, maxLength: 20 }), (items) => {
        const types = sell(items, { ...references(), products }).entries.map(({ type }) => type);
        expect(types).toEqual([...new Set(types)]);
      }),
    );
  });

  test("a plan has no gain of 0 points", () => {
    expect(planSale(saleOf([line(0.99)]), references()).gainOf(null)).toBeUndefined();
  });

  test("a purchase posts one Sale entry, in the programme's first currency, naming its sale", () => {
    expect(planSale(saleOf([line(10.5), line(4.5)]), references()).balance).toEqual({
      memberId: "m",
      currencyId: "points",
    });
    expect(sell([line(10.5), line(4.5)])).toMatchObject({
      entries: [{ ...source, type: "Sale", amount: amountOf(15), why: why(15, 0, 1) }],
      note: "",
    });
  });

  test("a return posts one Return entry", () => {
    expect(sell([line(-10)]).entries).toMatchObject([
      { ...source, type: "Return", amount: amountOf(-10), why: whySum(-10, 10, [0]) },
    ]);
  });

  test("a sale of both kinds posts one Sale and one Return entry", () => {
    expect(sell([line(-3, "Q"), line(10), line(-2, "Q")]).entries).toMatchObject([
      { ...source, type: "Sale", amount: amountOf(10), why: why(10, 1) },
      { ...source, type: "Return", amount: amountOf(-5), why: whySum(-5, 5, [0, 2]) },
    ]);
  });

  test("a sum of 0 points posts no entry", () => {
    expect(sell([line(0.99)]).entries).toEqual([]);
    expect(sell([line(0)]).entries).toEqual([]);
    expect(sell([line(0), { ...line(0, "Q"), Quantity: -1 }]).entries).toEqual([]);
    expect(sell([line(5), line(-5)])).toMatchObject({ entries: [], note: "", returns: [] });
  });

  test("a return that takes 0 points posts an entry if it moved the running sum, since nothing else shows it", () => {
    const { entries, sum } = sell([line(0.99), line(-0.5, "Q")]);
    expect(entries).toMatchObject([{ ...source, type: "Return", amount: 0n, why: whySum(0, 0.5, [1]) }]);
    expect(sum).toEqual({ memberId: "m", currencyId: "points", value: 50_000_000n });
  });

  test("returns without a sale are one running sum, over sales and within one", () => {
    const book = bookOf();
    const returned = () => ({ lines: new Map(), expired: new Set<string>() });
    for (const total of [-0.6, -0.6, -0.9])
      decideSale(planSale(saleOf([line(total), line(-0.1, "Q")]), references()), book, returned());
    expect(book.entries().map(({ amount, why: text }) => [amount, text])).toEqual([
      [0n, whySum(0, 0.7, [0, 1])],
      [amountOf(-1), whySum(-1, 0.7, [0, 1], 0.7)],
      [amountOf(-1), whySum(-1, 1, [0, 1], 1.4)],
    ]);
  });

  test("a rejected sale does not move the running sum", () => {
    const book = bookOf(-amountMax);
    expect(decideSale(planSale(saleOf([line(-10)]), references()), book).sum).toBeUndefined();
    expect(book.stateOf("m", "points")?.returnsSum).toBe(0n);
  });

  test("a store that does not participate earns nothing, and the note says so", () => {
    const sold = sell([line(10), line(-5), line(1, "X")], references({ P: true }, false));
    expect(sold).toMatchObject({ entries: [], note: "The store does not participate: nothing earned." });
  });

  test("unknown and non-incentivizable products earn nothing, and the note names each once", () => {
    const items = [line(10), line(5, "U"), line(7, "N"), line(3, "U"), line(2, "N"), line(-1, "O")];
    const { entries, note } = sell(items, references({ P: true, N: false, O: false }));
    expect(entries).toMatchObject([{ ...source, type: "Sale", amount: amountOf(10), why: why(10, 0) }]);
    expect(note).toBe(
      "Nothing earned for unknown product U. Nothing earned for product N, O, which is not incentivizable.",
    );
  });

  test("a return of an unknown product takes nothing, and the note says so, once a product", () => {
    const { entries, note } = sell([
      line(100),
      line(-30, "DISCOUNT"),
      line(-1, "DISCOUNT"),
      line(5, "U"),
      line(-1, "V"),
    ]);
    expect(entries).toMatchObject([{ ...source, type: "Sale", amount: amountOf(100), why: why(100, 0) }]);
    expect(note).toBe("Nothing earned for unknown product U. Nothing taken back for unknown product DISCOUNT, V.");
  });

  test.each<[string, readonly ReturnType<typeof line>[], number, string[] | undefined]>([
    ["a purchase of an unknown product", [line(5, "U")], 0, undefined],
    ["a return of a product that is out", [line(-5, "N")], 0, undefined],
    ["a return of an unknown product beside a known one", [line(-5, "U"), line(-1)], 0, ["unknown_return S"]],
    ["two returns of unknown products", [line(-5, "U"), line(-5, "V")], 0, ["unknown_return S"]],
    ["a void of an unknown product", [line(5, "U"), line(-5, "U")], 0, undefined],
    ["a till whose clock is ahead", [line(5)], 3_600_000, ["clock_ahead S"]],
    ["both", [line(5), line(-5, "U")], 3_600_000, ["clock_ahead S", "unknown_return S"]],
  ])("a sale counts what is wrong at its store's tills: %s", (_, items, soldAtMs, tillFaults) => {
    const plan = planSale({ ...saleOf(items), soldAtMs }, references({ P: true, N: false }));
    expect(decideSale(plan, bookOf()).tillFaults).toEqual(tillFaults);
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
    const plan = planSale(saleOf([line(10), line(-3, "Q"), line(1, "U")]), references());
    expect(decideSale(plan, book)).toEqual({
      id: "s",
      status: "Resolved-Completed",
      note: "Nothing earned for unknown product U.",
      returns: [],
      sum: { memberId: "m", currencyId: "points", value: amountOf(3) * amountOf(1) },
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
      returns: [],
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

/** A sale of ann's with three coffees, which earned 10. */
const original: OriginalSale = {
  ...{ id: "018f0000-0000-7000-8000-000000000001", externalId: "POS-1", memberId: "ann", currencyId: "points" },
  settledAtMs: 1,
  soldAtMs: 1,
  goods: soldGoods([{ ProductCode: "P", Quantity: 3, TotalAmount: 10 }]),
  award: { points: amountOf(10), postedAtMs: 1, lines: [0], earning: programme.earning[0] },
};
const back = (quantity: number, total: number, key: string | undefined = "POS-1") => ({
  ...{ ProductCode: "P", Quantity: -quantity, TotalAmount: -total },
  ...(key !== undefined && { OriginalSaleExternalID: key }),
});

/** Decides returns of the member m, one after the other, in one transaction at 1,000 ms. */
function decideReturns(
  returns: readonly (readonly SaleItem[])[],
  {
    originals,
    expired = [],
    lastAtMs = 0,
    currency = "points",
  }: { originals: Originals; expired?: string[]; lastAtMs?: number; currency?: string },
) {
  const returned = { lines: new Map(), expired: new Set(expired) };
  const balances = ["m", "ann", "bob"].map((member) => ({ ...emptyBalance(member, currency), lastAtMs }));
  const book = openBook({ balances, clockMs: 1_000, newId: () => "e" });
  const outcomes = returns.map((items, index) =>
    decideSale(planSale({ ...saleOf([]), id: `r${index}`, items }, { ...references(), originals }), book, returned),
  );
  return { outcomes, entries: book.entries() };
}

describe("a return whose lines name originals", () => {
  const originals: Originals = new Map([["POS-1", original]]);

  test("takes from the originals' member, in one entry that names each original", () => {
    const { outcomes, entries } = decideReturns([[back(1, 3.33), back(1, 3.33)]], { originals });
    expect(entries).toMatchObject([{ memberId: "ann", currencyId: "points", type: "Return", amount: amountOf(-7) }]);
    expect(JSON.parse(entries[0]?.why ?? "")).toEqual({
      ...{ base: 0, lines: [], rules: [] },
      returns: [{ sale: "SALE-018f0000000070008000000000000001", lines: [0, 1], points: -7 }],
    });
    expect(outcomes).toMatchObject([{ status: "Resolved-Completed", note: "" }]);
    expect(outcomes[0]?.returns).toMatchObject([
      { returnId: "r0", line: 0, originalLine: 0, quantity: amountOf(1), amount: amountOf(3.33), points: amountOf(4) },
      { returnId: "r0", line: 1, originalLine: 0, quantity: amountOf(1), amount: amountOf(3.33), points: amountOf(3) },
    ]);
  });

  test("sees what earlier returns of its transaction took", () => {
    const { outcomes, entries } = decideReturns([[back(2, 6)], [back(2, 6)]], { originals });
    // The sale had one unit left, worth 4: the other one, for 2, is a return without a sale.
    expect(entries.map(({ amount }) => amount)).toEqual([amountOf(-6), amountOf(-6)]);
    expect(JSON.parse(entries[1]?.why ?? "")).toMatchObject({
      ...{ base: -2, lines: [0], sums: [{ key: "returns", before: 0, value: 2 }] },
      returns: [{ lines: [0], points: -4 }],
    });
    expect(outcomes.map(({ note }) => note)).toEqual([
      "",
      "More came back than the named sale has, in line 1: the rest counts as returned without a sale.",
    ]);
  });

  test("has the time of its entry, which may be later than the clock; without an entry, the clock's", () => {
    const at = (lastAtMs: number, expired: string[] = []) => {
      const { outcomes, entries } = decideReturns([[back(1, 3)]], { originals, lastAtMs, expired });
      return [outcomes[0]?.returns.map(({ postedAtMs }) => postedAtMs), entries.map(({ postedAtMs }) => postedAtMs)];
    };
    expect(at(900)).toEqual([[1_000], [1_000]]);
    expect(at(5_000)).toEqual([[5_000], [5_000]]);
    expect(at(5_000, [original.id])).toEqual([[1_000], []]);
  });

  test("takes nothing of an award that has expired, and says so", () => {
    const { outcomes, entries } = decideReturns([[back(1, 3)]], { originals, expired: [original.id] });
    expect(entries).toEqual([]);
    expect(outcomes).toMatchObject([
      {
        note: "The points of sale POS-1 had expired: nothing taken back for it.",
        returns: [{ points: 0n, isExpired: true }],
      },
    ]);
  });

  test("is rejected if its lines take from two members, and takes nothing", () => {
    const others: Originals = new Map([...originals, ["POS-2", { ...original, id: "o2", memberId: "bob" }]]);
    const refused = {
      ...{ status: "Resolved-Rejected", returns: [] },
      note: "Error_Return_Members: the return lines take points back from more than one member.",
    };
    const { outcomes, entries } = decideReturns(
      [[back(1, 3), back(1, 3, "POS-2")], [back(1, 3), line(-5)], [back(1, 3), line(-0.0001)], [back(1, 3)]],
      { originals: others },
    );
    expect(outcomes).toMatchObject([refused, refused, refused, { status: "Resolved-Completed" }]);
    expect(entries.map(({ memberId, amount }) => [memberId, amount])).toEqual([["ann", amountOf(-3)]]);
  });

  test("may have a line without an original of another member, if that is of no amount or does not count", () => {
    const { outcomes, entries } = decideReturns([[back(1, 3), { ...line(0), Quantity: -1 }, line(-5, "U")]], {
      originals,
    });
    expect(outcomes).toMatchObject([{ status: "Resolved-Completed" }]);
    expect(JSON.parse(entries[0]?.why ?? "")).toMatchObject({ base: 0, lines: [], returns: [{ points: -3 }] });
  });

  test("has the time of its own entry, not that of what the same sale earned", () => {
    const balances = [
      { ...emptyBalance("m", "points"), lastAtMs: 7_000 },
      { ...emptyBalance("ann", "points"), lastAtMs: 5_000 },
    ];
    const book = openBook({ balances, clockMs: 1_000, newId: () => "e" });
    const plan = planSale({ ...saleOf([line(20)]), items: [line(20), back(1, 3)] }, { ...references(), originals });
    const { returns } = decideSale(plan, book, { lines: new Map(), expired: new Set() });
    expect(returns.map(({ postedAtMs }) => postedAtMs)).toEqual([5_000]);
  });

  test("in a store that does not participate takes back all the same, and the note names the store", () => {
    const book = openBook({ balances: [emptyBalance("ann", "points")], clockMs: 1, newId: () => "e" });
    const known = { ...references({ P: true }, false), originals };
    const plan = planSale({ ...saleOf([]), items: [back(1, 3), line(5)] }, known);
    expect(decideSale(plan, book, { lines: new Map(), expired: new Set() })).toMatchObject({
      ...{ status: "Resolved-Completed", note: "The store does not participate: nothing earned." },
      returns: [{ points: amountOf(3) }],
    });
  });

  test("takes what names no original by the rate, in the same entry, if it is of the same member", () => {
    const own: Originals = new Map([["POS-1", { ...original, memberId: "m" }]]);
    const { entries } = decideReturns([[line(20), back(3, 10), line(-5, "Q")]], { originals: own });
    expect(entries.map(({ type, amount }) => [type, amount])).toEqual([
      ["Sale", amountOf(20)],
      ["Return", amountOf(-15)],
    ]);
    expect(JSON.parse(entries[1]?.why ?? "")).toMatchObject({ base: -5, lines: [2], returns: [{ points: -10 }] });
  });

  test("names the lines that count without a sale in the order of the receipt: those that name none, and what sales do not have", () => {
    const own: Originals = new Map([["POS-1", { ...original, memberId: "m" }]]);
    const { entries } = decideReturns([[back(3, 10), back(1, 2), line(-5, "Q"), back(1, 3)]], { originals: own });
    expect(JSON.parse(entries[0]?.why ?? "")).toMatchObject({
      ...{ base: -10, lines: [1, 2, 3], sums: [{ value: 10 }] },
      returns: [{ lines: [0], points: -10 }],
    });
  });

  test("takes from the sale's own entry first, and then what its repricing gave", () => {
    const goods = soldGoods([
      { ...line(10), Quantity: 3 },
      { ...line(6, "Q"), Quantity: 2 },
    ]);
    const sold: OriginalSale = { ...original, memberId: "m", goods };
    const repriced = withRepricing(sold, { postedAtMs: 2, lines: [1], earning: programme.earning[0] });
    const returned = { lines: new Map(), expired: new Set<string>(), repriced: new Map([[sold.id, repriced]]) };
    const book = bookOf();
    const known = { ...references(), originals: new Map([["POS-1", sold]]) };
    const linked = { OriginalSaleExternalID: "POS-1" };
    const returns: SaleItem[][] = [
      [back(2, 6), { ...line(-3, "Q"), ...linked }],
      [{ ...line(-3, "Q"), ...linked }, back(1, 4)],
    ];
    for (const items of returns) decideSale(planSale({ ...saleOf([]), items }, known), book, returned);
    expect(book.entries().map(({ amount }) => amount)).toEqual([amountOf(-9), amountOf(-7)]);
    const sale = "SALE-018f0000000070008000000000000001";
    expect(book.entries().map(({ why: text }) => JSON.parse(text).returns)).toEqual([
      [{ sale, lines: [0, 1], points: -9 }],
      [{ sale, lines: [0, 1], points: -7, beyond: -6 }],
    ]);
  });

  test("counts as wrong at its store's tills what its sale does not have of an unknown product, but not of a known one", () => {
    const faults = (...items: SaleItem[]) => decideReturns([items], { originals }).outcomes[0]?.tillFaults;
    const unknown = { ...back(1, 3), ProductCode: "U" };
    expect(faults(back(1, 3), unknown, unknown)).toEqual(["unknown_return S"]);
    expect(faults(back(4, 12))).toBeUndefined();
  });

  test("takes nothing of lines whose code another product had when the sale was settled", () => {
    const facts = { isIncentivizable: true, category: "", brand: "" };
    const later: ProductRecord = { code: "P", sinceMs: 9, former: [], ...facts };
    const former = { ...later, code: "Q", sinceMs: 1, former: [{ code: "P", untilMs: 8 }] };
    const codesOf = (...records: ProductRecord[]) => {
      const originals = new Map([["POS-1", { ...original, settledAtMs: 5 }]]);
      const known = { ...references(), originals, productRecords: new Map([["P", records]]) };
      return planSale({ ...saleOf([]), items: [back(1, 3)] }, known).linked.map(({ code }) => code);
    };
    expect([codesOf(later), codesOf(former, later)]).toEqual([["P"], [""]]);
  });

  test("says that what an original of another programme does not have takes nothing", () => {
    const foreign = { ...original, currencyId: "miles" };
    const { outcomes, entries } = decideReturns([[back(5, 15)]], {
      originals: new Map([["POS-1", foreign]]),
      currency: "miles",
    });
    expect(entries).toMatchObject([{ currencyId: "miles", amount: amountOf(-10) }]);
    expect(outcomes[0]?.note).toBe(
      "More came back than the named sale has, in line 1: the rest counts as returned without a sale. " +
        "The sale is of another programme: nothing taken back for the rest.",
    );
  });

  test("earns and takes nothing for an original that was rejected; one that did not come counts as if not named", () => {
    const known: Originals = new Map([
      ["A", "rejected"],
      ["B", "unlinked"],
    ]);
    const { outcomes, entries } = decideReturns([[back(1, 3, "A"), back(1, 4, "B")]], { originals: known });
    expect(entries).toMatchObject([{ memberId: "m", amount: amountOf(-4), why: whySum(-4, 4, [1]) }]);
    expect(outcomes[0]?.note).toBe(
      "Sale A was rejected: nothing taken back for it. " +
        "Sale B did not come in time: its lines took points back at the programme's rate.",
    );
  });

  test("names three originals of a kind in its note and counts the rest", () => {
    const noteOf = (...keys: string[]) => {
      const known: Originals = new Map(keys.map((key) => [key, "rejected"]));
      return decideReturns([keys.map((key) => back(1, 3, key))], { originals: known }).outcomes[0]?.note;
    };
    const three = ["A", "B", "C"].map((key) => `Sale ${key} was rejected: nothing taken back for it.`).join(" ");
    expect(noteOf("A", "B", "C")).toBe(three);
    expect(noteOf("A", "B", "C", "D", "E")).toBe(`${three} So for 2 more sales.`);
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
    expect(awaitingNote({ original: "POS-1" })).toBe("Awaiting sale POS-1.");
  });
});
