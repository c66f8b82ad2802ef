import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountMax, amountOf } from "../amount.ts";
import { sumText } from "../sale-return/sale-return.sum.ts";
import { emptyBalance } from "../testing/balance.ts";
import { applyPosting, hashEntry } from "./ledger.book.ts";
import { type EntryType, entryTypes } from "./ledger.entry.ts";
import { whySchema, whyText } from "./ledger.why.ts";

const entry = {
  memberId: "018f0000-0000-7000-8000-000000000001",
  currencyId: "018f0000-0000-7000-8000-000000000002",
  type: "Sale" as EntryType,
  amount: 125_000n,
  sourceClass: "SaleCase",
  sourceId: "018f0000-0000-7000-8000-000000000003",
  sequence: 7,
  balanceAfter: 250_000n,
  awardedAfter: 300_000n,
  postedAtMs: 1_700_000_000_000,
  rules: 3,
  why: whyText({ base: 125_000n, lines: [0] }),
};

const entries = fc.record({
  memberId: fc.uuid(),
  currencyId: fc.uuid(),
  type: fc.constantFrom(...entryTypes),
  amount: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
  sourceClass: fc.constant("SaleCase"),
  sourceId: fc.uuid(),
  sequence: fc.integer({ min: 1 }),
  balanceAfter: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
  awardedAfter: fc.bigInt({ min: 0n, max: 10n ** 18n }),
  postedAtMs: fc.integer({ min: 0 }),
  rules: fc.option(fc.nat()),
  why: fc.string(),
});
const covered = [
  "memberId",
  "currencyId",
  "type",
  "amount",
  "sourceId",
  "sequence",
  "balanceAfter",
  "postedAtMs",
  "rules",
  "why",
] as const;

describe("hashEntry", () => {
  test("is the SHA-256 that an auditor computes from the columns", () => {
    // printf 'v1|…||3|{"base":12.5,"lines":[0],"rules":[]}' | sha256sum
    expect(hashEntry(entry, "")).toBe("6d8cc760a8f8b8b58e003f34e0ee08d3568312f612d94dc4dfee4b077664c35b");
  });

  test.each(covered)("a change of %s changes the hash", (field) => {
    fc.assert(
      fc.property(entries, entries, fc.string({ maxLength: 64 }), (one, other, previous) => {
        fc.pre(one[field] !== other[field]);
        return hashEntry(one, previous) !== hashEntry({ ...one, [field]: other[field] }, previous);
      }),
    );
  });

  test("a change of the previous entry changes the hash", () => {
    fc.assert(
      fc.property(entries, fc.stringMatching(/^[0-9a-f]{64}$/), (one, previous) => {
        return hashEntry(one, previous) !== hashEntry(one, "");
      }),
    );
  });

  test("swapping two fields of equal form changes the hash", () => {
    const swapped = { ...entry, memberId: entry.currencyId, currencyId: entry.memberId };
    expect(hashEntry(swapped, "")).not.toBe(hashEntry(entry, ""));
    const turned = { ...entry, amount: entry.balanceAfter, balanceAfter: entry.amount };
    expect(hashEntry(turned, "")).not.toBe(hashEntry(entry, ""));
  });
});

test("a why is JSON of one form, whatever the amount and the lines", () => {
  expect(whyText({ base: amountOf(-12.5), lines: [0, 3] })).toBe('{"base":-12.5,"lines":[0,3],"rules":[]}');
  fc.assert(
    fc.property(fc.bigInt({ min: -amountMax, max: amountMax }), fc.array(fc.nat(499)), (base, lines) => {
      const why = whySchema.parse(JSON.parse(whyText({ base, lines })));
      expect(why).toEqual({ base: expect.any(Number), lines, rules: [] });
      expect(amountOf(why.base)).toBe(base);
    }),
  );
});

test("a why says the lines of a rule only if they are not those of the base", () => {
  const [all, some] = [Array.from({ length: 500 }, (_, n) => n), [1, 3]];
  const rules = all.map((n) => ({ id: `R${n}`, lines: n === 7 ? some : all, points: amountOf(n) }));
  const text = whyText({ base: amountOf(1), lines: all, rules });
  const { lines, rules: read } = whySchema.parse(JSON.parse(text));
  expect(read.map(({ id, lines: own = lines, points }) => ({ id, lines: own, points: amountOf(points) }))).toEqual(
    rules,
  );
  expect(text.length).toBeLessThan(20_000);
});

test("a why names what was taken back of each sale and how running sums moved, in this order, and is read back", () => {
  const returns = [
    { sale: "SALE-a", lines: [0, 2], points: amountOf(-3.5) },
    { sale: "SALE-b", lines: [1], points: 0n },
  ];
  const sums = [sumText({ before: 60_000_000n, value: 120_000_000n, points: amountOf(-1) })];
  const text = whyText({ base: amountOf(-1), lines: [1], returns, sums });
  expect(text).toBe(
    '{"base":-1,"lines":[1],"rules":[],"returns":[{"sale":"SALE-a","lines":[0,2],"points":-3.5},' +
      '{"sale":"SALE-b","lines":[1],"points":0}],"sums":[{"key":"returns","before":0.6,"value":1.2}]}',
  );
  expect(whySchema.parse(JSON.parse(text))).toEqual(JSON.parse(text));
  expect(whyText({ base: 0n, returns: [], sums: [] })).toBe('{"base":0,"lines":[],"rules":[]}');
  expect(whyText({ base: 0n, sums: [...sums, ...sums] })).toMatch(/"sums":\[\{[^}]*\},\{[^}]*\}\]\}$/);
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
