import { expect, test } from "vitest";
import { amountOf } from "../amount.ts";
import { openBook } from "../ledger/ledger.book.ts";
import { decideSale } from "../sale/sale.decide.ts";
import type { SalePlan } from "../sale/sale.plan.ts";
import { emptyBalance } from "../testing/balance.ts";
import { type OriginalSale, soldGoods } from "./sale-return.original.ts";

const earning = { rate: amountOf(1), rounding: "toward-zero", fractionDigits: 0, version: 1 } as const;
const balance = { memberId: "m", currencyId: "c" };
const lines = [...Array(500).keys()];
const items = lines.map(() => ({ ProductCode: "P", Quantity: 1, TotalAmount: 1 }));
const originalOf = (id: string): OriginalSale => ({
  ...{ id, externalId: id, ...balance, settledAtMs: 1, soldAtMs: 1, goods: soldGoods(items) },
  award: { points: amountOf(500), postedAtMs: 1, lines, earning },
});
/** A return with a line for each original, of as many units. */
const planOf = (units: readonly number[]): SalePlan => ({
  ...{
    id: "r",
    balance,
    gainOf: () => undefined,
    sumKeys: [],
    namesTiers: false,
    soldAtMs: 1,
    unlinked: undefined,
    earning: { ...earning, version: 1, inForceFromMs: 0 },
    note: "",
    storeCode: "S",
    tillFaults: [],
  },
  linked: units.map((quantity, line) => ({
    ...{ line, original: originalOf(`018f0000-0000-7000-8000-${String(line).padStart(12, "0")}`) },
    ...{ code: "P", state: "counts" },
    item: { ProductCode: "P", Quantity: -quantity, TotalAmount: -quantity },
  })),
});

test.each([
  ["5,000 lines", Array(10).fill(500), "Resolved-Completed", 5_000, -5_000],
  ["5,001 lines", [...Array(10).fill(500), 1], "Resolved-Rejected", 0, undefined],
  ["more in one line than is left of 5,000", [...Array(9).fill(500), 499, 500], "Resolved-Rejected", 0, undefined],
])("a return that takes from %s", (_, units, status, rows, points) => {
  const book = openBook({ balances: [emptyBalance("m", "c")], clockMs: 1_000, newId: () => "e" });
  const returned = { lines: new Map(), expired: new Set<string>() };
  const outcome = decideSale(planOf(units), book, returned);
  expect([outcome.status, outcome.returns.length]).toEqual([status, rows]);
  expect(outcome.note.split(":")[0]).toBe(rows > 0 ? "" : "Error_Return_TooLong");
  expect(book.entries()[0]?.amount).toBe(points === undefined ? undefined : amountOf(points));
  expect(returned.lines.size).toBe(rows > 0 ? units.length : 0);
});
