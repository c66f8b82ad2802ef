import { formatId, ledgerEntry, member, programmeFile } from "@rewards/domain";
import { expect, test } from "vitest";
import { keyOf, newMember, newSale } from "../../../../test/src/records.ts";
import type { Sql, Tx } from "../../../db/src/client.ts";
import { insertAll, openTestDatabase, undone } from "../../../db/src/testing/database.ts";
import { openRandomShop } from "../../../db/src/testing/random-shop.ts";
import { insertSales, openShop, settleSales } from "../../../db/src/testing/shop.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { applyProgrammes } from "../programme.apply.ts";
import { type EntryExplanation, explainEntries } from "./entry.explain.ts";

const { sql } = await openTestDatabase();
await openRandomShop(sql, 12, 11);

interface Row {
  readonly id: string;
  readonly type: string;
  readonly why: string;
}
const rows = await sql<Row[]>`select id, type, why from ledger_entry order by create_date_time, sequence`;
const idOf = ({ id }: Row) => formatId(ledgerEntry.idPrefix, id);

test("every entry of sales and returns by random rules matches what follows from its version and lines", async () => {
  expect(rows.filter(({ type }) => type === "Return").length).toBeGreaterThan(50);
  for (const row of rows) {
    const [one] = (await explainEntries(sql, idOf(row))) ?? [];
    const wrong = one?.figures.filter(({ stored, computed }) => stored !== computed);
    expect({ ID: one?.ID, why: row.why, wrong }).toEqual({ ID: idOf(row), why: row.why, wrong: [] });
    expect(one?.matches).toBe(true);
  }
});

/** The figures of an entry that differ after its text was changed, as `of stored computed`. */
async function differencesAfter(row: Row, from: string | RegExp, to: string): Promise<string[]> {
  const why = row.why.replace(from, to);
  expect(why).not.toBe(row.why);
  const [one] = await undone(sql, async (tx) => {
    await tx`alter table ledger_entry disable trigger all`;
    await tx`update ledger_entry set why = ${why} where id = ${row.id}`;
    return (await explainEntries(nested(tx), idOf(row))) ?? [];
  });
  expect(one?.matches).toBe(false);
  return (one?.figures ?? [])
    .filter(({ stored, computed }) => stored !== computed)
    .map(({ of, stored, computed }) => `${of} ${stored} ${computed}`);
}
/** Reads inside a transaction as if it were the pool. */
const nested = (tx: Tx) => ({ begin: (_: string, run: (inner: Tx) => unknown) => run(tx) }) as unknown as Sql;

const withWhy = (pattern: RegExp) => rows.find(({ why }) => pattern.test(why)) as Row;
const sold = withWhy(/"rules":\[{"id":"R\d",("lines":\[[\d,]+\],)?"points":[1-9].*\],"sums":\[{/);

test("damage of an entry is seen: its base, a rule's points, a rule, and how it moved a sum", async () => {
  expect(await differencesAfter(sold, /"base":[\d.]+/, '"base":987654')).toEqual([
    expect.stringMatching(/^base 987654 [\d.]+$/),
  ]);
  expect(await differencesAfter(sold, /("points":)[\d.]+/, "$1987654")).toEqual([
    expect.stringMatching(/^rule R\d 987654 /),
  ]);
  expect(await differencesAfter(sold, /"id":"R\d"/, '"id":"GONE"')).toContainEqual(
    expect.stringMatching(/^rule GONE \S+ null$/),
  );
  expect(await differencesAfter(sold, /("value":)[\d.]+/, "$1987654")).toEqual([
    expect.stringMatching(/^sum \S+ 987654 /),
  ]);
});

test("damage of a return is seen: what it took of a sale, and of a rule", async () => {
  const back = withWhy(/"returns":\[{.*"rules":\[{"id":"R\d+","points":-/);
  expect(await differencesAfter(back, /("sale":"SALE-\w+","lines":\[[\d,]+\],"points":)[-\d.]+/, "$1-987654")).toEqual([
    expect.stringMatching(/^SALE-\w+: all -987654 /),
  ]);
  expect(await differencesAfter(back, /("rules":\[{"id":"R\d+","points":)-[\d.]+/, "$1-987654")).toEqual([
    expect.stringMatching(/^SALE-\w+: rule R\d -987654 /),
  ]);
});

test("a sale is explained by its ExternalID or ID, and what does not exist is not", async () => {
  const [one] = (await explainEntries(sql, idOf(sold))) as [EntryExplanation];
  const bySale = await explainEntries(sql, String(one.sale));
  expect(bySale).toContainEqual(one);
  const [row] = await sql<{ external_id: string }[]>`
    select s.external_id from sale s join ledger_entry e on e.source_id = s.id where e.id = ${sold.id}`;
  expect(await explainEntries(sql, String(row?.external_id))).toEqual(bySale);
  expect(await explainEntries(sql, "nothing")).toBeUndefined();
  expect(await explainEntries(sql, `${ledgerEntry.idPrefix}-${"0".repeat(32)}`)).toBeUndefined();
});

test("a running sum far above an amount is explained to its last digit, and so is its return", async () => {
  const rules = [{ id: "HUGE", gives: { multiplier: "1000" }, cap: { points: "5", per: "campaign" } }];
  const earning = { rounding: "toward-zero", fractionDigits: 4, rules };
  const huge = { businessId: "HUGE", name: "Huge", currencies: [{ name: "Points" }], earning };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [huge] }), { actor: "ann" });
  const shop = await openShop(sql, 0);
  const of = newMember(undefined, { ProgramBusinessID: "HUGE" });
  await insertAll(sql, member, [of]);
  const sell = (Quantity: number, TotalAmount: number, original?: string) =>
    newSale({
      ...{ member: keyOf(of, "ExternalID"), store: shop.store, product: "" },
      more: {
        SaleItems: [
          { ProductCode: shop.product, Quantity, TotalAmount, ...(original && { OriginalSaleExternalID: original }) },
        ],
      },
    });
  const sales = [sell(3, 12_345_678_901.2345), sell(2, 0.02)];
  for (const one of sales) await settleSales(sql, await insertSales(sql, [one]));
  const back = sell(-1, -4_115_226_300.4115, keyOf(sales[0] as never, "ExternalID"));
  await settleSales(sql, await insertSales(sql, [back, sell(-1, -12_345_678_901.2345), sell(-1, -0.0001)]));
  for (const one of [...sales, back]) {
    const [entry] = (await explainEntries(sql, keyOf(one, "ExternalID"))) ?? [];
    expect(entry).toMatchObject({ matches: true });
  }
  const sum = { of: "sum HUGE/cap:5/", stored: "12333333222333.2655", computed: "12333333222333.2655" };
  const [first] = (await explainEntries(sql, keyOf(sales[0] as never, "ExternalID"))) ?? [];
  expect(first?.figures).toContainEqual(sum);
  expect(await verifyBooks(sql)).toEqual([]);
});
