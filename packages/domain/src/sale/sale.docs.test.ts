import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { amountOf, showAmount } from "../amount.ts";
import { type Book, openBook } from "../ledger/ledger.book.ts";
import type { Programme } from "../programme.ts";
import { type OriginalSale, soldGoods } from "../sale-return/sale-return.original.ts";
import { emptyBalance } from "../testing/balance.ts";
import type { SaleItem } from "./sale.class.ts";
import { decideSale, planSale } from "./sale.decide.ts";

const page = readFileSync(new URL("../../../../docs/integrate.md", import.meta.url), "utf8");

/** The cells of a table, without its head. */
function rowsOf(name: string): string[][] {
  const [, table = ""] = page.slice(page.indexOf(`<!-- example: ${name} -->`)).split("\n\n");
  return table
    .trim()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** `1 MUG 10.00`, `-1 MUG -9.00 of line 2`. */
function linesOf(cell: string, original?: string): SaleItem[] {
  return [...cell.matchAll(/`([-.\d]+) (\w+) ([-.\d]+)(?: of line (\d+))?`/g)].map(
    ([, quantity, code = "", total, line]) => ({
      ...{ ProductCode: code, Quantity: Number(quantity), TotalAmount: Number(total) },
      ...(original !== undefined && { OriginalSaleExternalID: original }),
      ...(line !== undefined && { OriginalLine: Number(line) }),
    }),
  );
}

const earning = { rate: amountOf(1), rounding: "toward-zero", fractionDigits: 0, version: 1 } as const;
const programme: Programme = {
  ...{ id: "p", businessId: "P", timeZone: "UTC", currencies: [{ id: "c", name: "Points" }] },
  ...{ returnWaitDays: 30, returnWindowDays: 0, earning: [{ ...earning, version: 1, inForceFromMs: -Infinity }] },
};
const goods = { isIncentivizable: true, category: "", brand: "" };
const products = new Map(["MUG", "TEA", "TV"].map((code) => [code, goods]));

/** A member's till: each receipt gives the points of its purchases and those that it takes. */
function openTill() {
  const book: Book = openBook({ balances: [emptyBalance()], clockMs: 1, newId: () => "e" });
  const returned = { lines: new Map(), expired: new Set<string>() };
  return (items: readonly SaleItem[], original?: OriginalSale) => {
    const before = book.entries().length;
    const plan = planSale(
      { id: `s${before}`, items, storeCode: "S", channel: "", soldAtMs: 0, acceptedAtMs: 0 },
      {
        ...{ member: { id: "m", programme, joinedAtMs: 0 }, store: { isParticipating: true }, products },
        ...(original && { originals: new Map([[original.externalId, original]]) }),
      },
    );
    decideSale(plan, book, returned);
    const posted = book.entries().slice(before);
    const sumOf = (type: string) => posted.reduce((sum, one) => (one.type === type ? sum + one.amount : sum), 0n);
    const counted = posted.find(({ type }) => type === "Sale");
    return { earned: sumOf("Sale"), taken: -sumOf("Return"), counted };
  };
}

test.each(rowsOf("receipts"))("the receipt %s earns %s", (receipt = "", earns = "") => {
  expect(linesOf(receipt).length).toBe(receipt.split(", ").length);
  expect(showAmount(openTill()(linesOf(receipt)).earned)).toBe(earns);
});

test.each(rowsOf("linked"))(
  "of the sale %s, which earned %s, %s takes %s",
  (sale = "", earns = "", then = "", takes = "") => {
    const till = openTill();
    const items = linesOf(sale);
    const { earned, counted } = till(items);
    expect(showAmount(earned)).toBe(earns);
    const lines = counted ? (JSON.parse(counted.why) as { lines: number[] }).lines : [];
    const original: OriginalSale = {
      ...{
        id: "o",
        externalId: "POS-1",
        goods: soldGoods(items),
        settledAtMs: 1,
        soldAtMs: 1,
        memberId: "m",
        currencyId: "c",
      },
      award: { points: earned, postedAtMs: 1, lines, earning },
    };
    const steps = then.split(", then ").map((step) => till(linesOf(step, "POS-1"), original).taken);
    expect(steps.map(showAmount).join(", ")).toBe(takes);
  },
);

test.each(rowsOf("unlinked"))("%s take %s", (then = "", takes = "") => {
  const till = openTill();
  expect(
    then
      .split(", then ")
      .map((step) => showAmount(till(linesOf(step)).taken))
      .join(", "),
  ).toBe(takes);
});
