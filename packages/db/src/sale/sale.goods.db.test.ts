import type { SaleItem } from "@rewards/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { netSale } from "../../../domain/src/sale/sale.goods.ts";
import { item, of } from "../../../domain/src/testing/till.ts";
import { openTestDatabase } from "../testing/database.ts";

const { sql } = await openTestDatabase(1);

/** What is left of each line, as [quantity, amount] in ten-thousandths, by the SQL that checks the books. */
async function netBySql(receipts: readonly (readonly SaleItem[])[]): Promise<string[][][]> {
  const rows = await sql<{ lines: string[][] }[]>`
    select l.lines from jsonb_array_elements(${JSON.stringify(receipts)}::text::jsonb) with ordinality as r(items, n)
    cross join lateral (
      select jsonb_agg(jsonb_build_array(trunc(quantity * 10000)::text, trunc(amount * 10000)::text) order by line) as lines
      from net_goods(r.items)
    ) l order by n`;
  return rows.map(({ lines }) => lines);
}
const netByCode = (items: readonly SaleItem[]) =>
  netSale(items).lines.map(({ quantity, amount }) => [String(quantity), String(amount)]);

const code = fc.constantFrom("A", "B", "a");
/** Mostly small and whole, so that unit prices are often equal, or equally near. */
const size = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 2, 3) },
  { weight: 1, arbitrary: fc.constantFrom(0.0001, 0.6, 3.3333, 99_999_999_999) },
);
const units = fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: size });
const money = fc.oneof({ weight: 5, arbitrary: size }, { weight: 1, arbitrary: fc.constant(0) });
const named = fc.integer({ min: 0, max: 9 }).map((n) => n === 0);
const line = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(code, units, money).map(([c, q, t]) => item(c, q, t)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(code, units, money, named)
      .map(([c, q, t, isNamed]) => (isNamed ? of("S", item(c, -q, 0 - t)) : item(c, -q, 0 - t))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("A", "B", "off"), size, named)
      .map(([c, t, isNamed]) => (isNamed ? of("S", item(c, 0, -t)) : item(c, 0, -t))),
  },
);
const receipts = fc.array(fc.array(line, { minLength: 1, maxLength: 14 }), { minLength: 40, maxLength: 40 });

test("of any receipt, SQL and the code find the same goods left after voids and reductions", async () => {
  const property = fc.asyncProperty(receipts, async (all) => {
    expect(await netBySql(all)).toEqual(all.map(netByCode));
  });
  await fc.assert(property, { numRuns: 25 });
});

const bought = (price: (n: number) => number) => Array.from({ length: 250 }, (_, n) => item("A", 2, price(n)));
const back = (price: (n: number) => number) => Array.from({ length: 250 }, (_, n) => item("A", -1, 0 - price(n)));

test.each([
  ["of one price", bought(() => 2), back(() => 1)],
  ["of rising prices, the dearest back first", bought((n) => 2 * n), back((n) => 249 - n)],
  ["of rising prices, all back at a price between two", bought((n) => 2 * n), back(() => 124.5)],
])("so they do of a receipt of 500 lines %s", async (_, sold, voids) => {
  const items = [...sold, ...voids];
  expect(await netBySql([items])).toEqual([netByCode(items)]);
});
