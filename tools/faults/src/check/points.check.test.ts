import { describe, expect, test } from "vitest";
import { LoadRecord } from "../load/record.ts";
import type { EntryRow, Facts, SaleRow } from "./facts.ts";
import { checkPoints } from "./points.check.ts";
import { postingsInOrder } from "./points.order.ts";

const saleOf = (key: string, more: Partial<SaleRow> & Pick<SaleRow, "items">): SaleRow => ({
  ...{ id: `id-${key}`, key, status: "Resolved-Completed", note: "", member: "M0", store: "S0", is_awaiting: false },
  sold: new Date(0),
  ...more,
});
const bought = (ProductCode: string, Quantity: number, TotalAmount: number) => ({ ProductCode, Quantity, TotalAmount });
const back = (OriginalSaleExternalID: string, ...line: Parameters<typeof bought>) => ({
  ...bought(...line),
  OriginalSaleExternalID,
});

/** Entries of one balance after another, with their running balance. */
const chain = (member: string, ...entries: [type: string, key: string, amount: number][]): EntryRow[] => {
  let balance = 0;
  return entries.map(([type, key, amount], index) => {
    balance += amount;
    const amounts = { amount: amount.toFixed(4), balance: balance.toFixed(4) };
    return {
      ...{ source: `id-${key}`, member, currency: 0, type, at: new Date(index) },
      version: 1,
      why: {},
      ...amounts,
    };
  });
};

/** A sale of 15.50, half of which comes back in two steps, with spending in between, and a rejected return. */
const facts: Facts = {
  sales: [
    saleOf("A", { items: [bought("P0", 3, 10.5), bought("P1", 1, 5), bought("PX", 1, 9)] }),
    saleOf("B", { member: "M1", items: [bought("P1", 1, 4)] }),
    saleOf("nothing", { items: [bought("PX", 1, 7)] }),
    saleOf("R1", { member: "M1", items: [back("A", "P0", -1, -3.5), bought("P2", 1, 2)] }),
    saleOf("R2", { store: "SX", items: [back("A", "P0", -5, -17.5)] }),
    saleOf("R3", { store: "SX", items: [back("A", "P0", -1, -3.5), back("nothing", "PX", -1, -7)] }),
    saleOf("R4", { status: "Resolved-Rejected", items: [back("A", "P1", -1, -5), back("B", "P1", -1, -4)] }),
  ],
  redemptions: [
    {
      ...{ id: "id-spent", key: "spent", status: "Resolved-Completed", note: "", member: "M0" },
      lines: [{ Quantity: "1", RewardExternalID: "MUG", VoucherCode: "" }],
    },
  ],
  ...{ payments: [], givenBack: [] },
  adjustments: [{ id: "id-gift", member: "M0", currency: 0, amount: "1.5000", user: "api", sale: null }],
  entries: [
    ...chain(
      "M0",
      ["Adjustment", "gift", 1.5],
      ["Sale", "A", 15],
      ["Redemption", "spent", -10],
      ["Return", "R1", -3],
      ["Return", "R2", -7],
    ),
    ...chain("M1", ["Sale", "B", 4], ["Sale", "R1", 2]),
  ],
  ...{ items: [], stock: [], segments: [], versions: [], regulars: [], moves: [], setAside: [] },
  ...{ edits: [], keys: [], tiers: [], tierChanges: [] },
  people: [],
  members: new Map(),
  stores: new Map([
    ["S0", { id: "s0", participating: true }],
    ["SX", { id: "sx", participating: false }],
  ]),
};

const check = (more: Partial<Facts>) =>
  checkPoints({ record: new LoadRecord(), facts: { ...facts, ...more } }).map(({ kind, key }) => `${kind} ${key}`);
const withEntries = (change: (entries: readonly EntryRow[]) => EntryRow[]) => check({ entries: change(facts.entries) });
const withSale = (key: string, more: Partial<SaleRow>) =>
  check({ sales: facts.sales.map((row) => (row.key === key ? { ...row, ...more } : row)) });

describe("the replay of points", () => {
  test("finds nothing in a history as it should be, in the order of every balance", () => {
    expect(check({})).toEqual([]);
    expect(postingsInOrder(facts.entries).map(({ source }) => source)).toEqual(
      expect.arrayContaining(facts.entries.map(({ source }) => source)),
    );
  });

  test("finds an entry that is missing, posted twice, of another amount, or of another member", () => {
    const isOf = (source: string) => (entry: EntryRow) => entry.source === source;
    expect(withEntries((all) => all.filter((entry) => !isOf("id-R2")(entry)))).toContain("lost R2");
    expect(withEntries((all) => [...all, ...all.filter(isOf("id-B"))])).toContain("doubled B");
    const changed = (change: Partial<EntryRow>) =>
      withEntries((all) => all.map((entry) => (isOf("id-R2")(entry) ? { ...entry, ...change } : entry)));
    expect(changed({ amount: "-6.0000" })).toContain("points R2");
    expect(changed({ member: "M1" }).join()).toContain("R2");
    expect(changed({ balance: "-2.5000" })).toEqual(["points M0"]);
  });

  test("finds points of a sale that earned none, and a redemption of points that were not there", () => {
    expect(withEntries((all) => [...all, ...chain("M0", ["Sale", "nothing", 7])])).toContain("unrequested nothing");
    const isSpending = ({ type }: EntryRow) => type === "Redemption";
    expect(withEntries((all) => [...all.filter(isSpending), ...all.filter((entry) => !isSpending(entry))])).toContain(
      "unrequested spent",
    );
  });

  test("finds a return that was wrongly rejected, and one that should have been", () => {
    expect(withSale("R3", { status: "Resolved-Rejected" })).toEqual(["false R3"]);
    expect(withSale("R4", { status: "Resolved-Completed" })).toEqual([]);
    expect(withSale("R1", { items: [back("A", "P0", -1, -3.5), back("B", "P1", -1, -4)] })).toContain("unrequested R1");
  });

  describe("of tiers", () => {
    const rule = { id: "TIER", where: { tier: ["Silver"] }, gives: { multiplier: "2" } };
    const levels = [{ name: "Silver", from: "10" }];
    const version = {
      version: 1,
      since: null,
      rules: [rule],
      tiers: { period: "month", counts: "base", levels },
    } as const;
    const sums = ["4.0000", "0.0000", "0.0000"];
    /** A sale reaches Silver, the next one has it, and the first one's return loses it. */
    const climbed: Facts = {
      ...facts,
      sales: [
        saleOf("UP", { items: [bought("P0", 2, 12)] }),
        saleOf("HAS", { items: [bought("P1", 1, 4)] }),
        saleOf("DOWN", { items: [back("UP", "P0", -2, -12)] }),
      ],
      ...{ redemptions: [], adjustments: [], payments: [], givenBack: [] },
      entries: chain("M0", ["Sale", "UP", 12], ["Sale", "HAS", 8], ["Return", "DOWN", -12]).map((entry) =>
        entry.source === "id-HAS" ? { ...entry, why: { rules: [rule], tier: "Silver" } } : entry,
      ),
      versions: [version],
      tiers: [{ member: "M0", tier: null, month: "1970-01", sums }],
      tierChanges: [
        { member: "M0", from: "Silver", to: null, sale: "id-DOWN" },
        { member: "M0", from: null, to: "Silver", sale: "id-UP" },
      ],
    };
    const found = (more: Partial<Facts> = {}) =>
      checkPoints({ record: new LoadRecord(), facts: { ...climbed, ...more } }).map(
        ({ kind, key }) => `${kind} ${key}`,
      );
    const [row] = climbed.tiers;

    test("finds nothing where each sale earns by the tier before it, and its changes lead to the last one", () => {
      expect(found()).toEqual([]);
      const recounted = [
        { member: "M0", from: null, to: "Silver", sale: null },
        { member: "M0", from: "Silver", to: null, sale: null },
      ];
      expect(found({ tierChanges: [...recounted, ...climbed.tierChanges] })).toEqual([]);
      expect(found({ tierChanges: [...recounted.slice(1), ...climbed.tierChanges] })).toEqual(["points M0"]);
    });

    test("finds a multiplier that was skipped, and one for a tier that the member had not", () => {
      const of = (source: string, change: Partial<EntryRow>) => ({
        entries: climbed.entries.map((entry) => (entry.source === source ? { ...entry, ...change } : entry)),
      });
      expect(found(of("id-HAS", { amount: "4.0000" }))).toContain("points HAS");
      expect(found(of("id-HAS", { why: {} }))).toEqual(["points HAS"]);
      expect(found(of("id-UP", { why: { tier: "Silver" } }))).toEqual(["points UP"]);
    });

    test("finds another tier, other sums, a change that is missing, and one without an entry", () => {
      expect(found({ tiers: [{ ...row, tier: "Silver" } as never] })).toEqual(["points M0"]);
      expect(found({ tiers: [{ ...row, sums: ["16.0000", "0.0000", "0.0000"] } as never] })).toEqual(["points M0"]);
      expect(found({ tierChanges: climbed.tierChanges.slice(1) })).toContain("points DOWN");
      const more = { member: "M0", from: null, to: null, sale: "id-none" };
      expect(found({ tierChanges: [...climbed.tierChanges, more] })).toEqual(["unrequested M0"]);
    });
  });

  test("ends on entries that contradict each other's order", () => {
    const crossed = [
      ...chain("M0", ["Sale", "A", 1], ["Sale", "B", 1]),
      ...chain("M1", ["Sale", "B", 1], ["Sale", "A", 1]),
    ];
    expect(postingsInOrder(crossed)).toHaveLength(2);
  });
});
