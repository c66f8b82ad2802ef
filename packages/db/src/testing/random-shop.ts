import { member, type ProgrammeFile, product, programmeFile, store } from "@rewards/domain";
import fc from "fast-check";
import { keyOf, newMember, newProduct, newSale, newStore, type TestRecord } from "../../../../test/src/records.ts";
import { givenRules, products, tiered } from "../../../domain/src/testing/rules.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import type { Sql } from "../client.ts";
import { insertAll } from "./database.ts";
import { insertSales, settleSales } from "./shop.ts";

const item = fc.record({
  ProductCode: fc.constantFrom(...Object.keys(products), "Unknown"),
  Quantity: fc.integer({ min: 1, max: 4 }),
  TotalAmount: fc.constantFrom(0, 0.3, 4, 12.5, 33.33),
});
/** What lowers or returns something, and names no sale. */
const loose = fc.constantFrom(
  { ProductCode: "Chai", Quantity: -1, TotalAmount: -3.1 },
  { ProductCode: "COUPON", Quantity: 0, TotalAmount: -1.5 },
);
const dates = ["2026-03-28", "2026-03-29", "2026-05-04", "2026-05-05", "2026-10-25"];
const receipt = fc.record({
  items: fc.tuple(fc.array(item, { minLength: 1, maxLength: 3 }), fc.array(loose, { maxLength: 1 })),
  storeCode: fc.constantFrom("S1", "S2", "S3"),
  SaleChannelCode: fc.constantFrom("APP", "POS", ""),
  SaleDateTime: fc.tuple(fc.constantFrom(...dates), fc.integer({ min: 0, max: 23 })).map(([date, hour]) => {
    return `${date}T${String(hour).padStart(2, "0")}:30:00Z`;
  }),
  /** Which part of which line comes back, in how many returns; 0 for its price alone. */
  back: fc.array(fc.record({ line: fc.nat(2), quantity: fc.integer({ min: 0, max: 2 }) }), { maxLength: 3 }),
});
const cases = fc.record({
  earning: fc.oneof(
    givenRules.map((rules) => ({ rules })),
    tiered,
  ),
  rate: fc.constantFrom("0", "0.3333", "1", "2.5"),
  fractionDigits: fc.constantFrom(0, 1, 4),
  timeZone: fc.constantFrom("UTC", "Europe/Berlin", "America/Santiago"),
  receipts: fc.array(receipt, { minLength: 15, maxLength: 15 }),
});
type Case = typeof cases extends fc.Arbitrary<infer One> ? One : never;

/** Posts random sales and returns by the random rules of some programmes, with two members each. @returns their file. */
export async function openRandomShop(sql: Sql, programmes: number, seed: number): Promise<ProgrammeFile> {
  const all = fc.sample(cases, { numRuns: programmes, seed });
  const file = programmeFile.parse({
    programmes: all.map(({ earning: { rules, ...tiers }, rate, fractionDigits, timeZone }, index) => ({
      ...{ businessId: `CLUB${index}`, name: "Club", timeZone, currencies: [{ name: "Points" }] },
      ...{ earning: { rules, rate, fractionDigits }, ...tiers },
    })),
  });
  await applyProgrammes(sql, file, { actor: "ann" });
  await insertAll(
    sql,
    product,
    Object.entries(products).map(([code, { category: Category, brand: Brand }]) =>
      newProduct(code, { Category, Brand }),
    ),
  );
  await insertAll(sql, store, [newStore("S1"), newStore("S2"), newStore("S3", { IsParticipating: false })]);
  for (const [index, one] of all.entries()) await trade(sql, `CLUB${index}`, one);
  return file;
}

async function trade(sql: Sql, ProgramBusinessID: string, { receipts, earning }: Case): Promise<void> {
  const members = ["2026-03-27T12:00:00Z", "2020-01-01T00:00:00Z"].map((JoinDateTime) =>
    newMember(undefined, { ProgramBusinessID, JoinDateTime }),
  );
  await insertAll(sql, member, members);
  const sales = receipts.map(({ items, storeCode, back: _, ...more }, index) =>
    newSale({
      ...{ member: keyOf(members[index % 2] as TestRecord, "ExternalID"), store: storeCode, product: "" },
      more: { ...more, SaleItems: items.flat() },
    }),
  );
  if ("tiers" in earning) return tradeInOrder(sql, receipts, sales);
  await settleSales(sql, await insertSales(sql, sales));
  for (const [index, one] of receipts.entries()) {
    const returns = returnsOf(one, sales[index] as TestRecord);
    await settleSales(sql, await insertSales(sql, returns));
  }
}

/** Tiers go by what was posted before. */
async function tradeInOrder(sql: Sql, receipts: Case["receipts"], sales: readonly TestRecord[]): Promise<void> {
  const all = receipts.flatMap((one, index) => {
    const sold = sales[index] as TestRecord;
    return [sold, ...returnsOf(one, sold)];
  });
  const placeOf = ({ content, id }: TestRecord) => `${content["SaleDateTime"]} ${id}`;
  for (const one of all.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)))
    await settleSales(sql, await insertSales(sql, [one]));
}

/** Made at a minute that no sale has, so that all orders by time are one. */
function returnsOf({ items: [items], storeCode, SaleDateTime, back }: Case["receipts"][number], sale: TestRecord) {
  return back.map(({ line, quantity }, index) => {
    const sold = items[line % items.length] as (typeof items)[number];
    const amount = Math.round((sold.TotalAmount / sold.Quantity) * (quantity || 0.5) * 100) / 100;
    const returned = {
      ...{ ProductCode: sold.ProductCode, Quantity: -quantity, TotalAmount: -(quantity === 0 ? amount || 1 : amount) },
      OriginalSaleExternalID: keyOf(sale, "ExternalID"),
    };
    return newSale({
      ...{ member: String(sale.content["MemberExternalID"]), store: storeCode, product: "" },
      more: { SaleDateTime: SaleDateTime.replace(":30:", `:3${index + 1}:`), SaleItems: [returned] },
    });
  });
}
