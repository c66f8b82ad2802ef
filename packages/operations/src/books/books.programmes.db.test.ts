import { formatId, ledgerEntry, member, programmeFile } from "@rewards/domain";
import { expect, test } from "vitest";
import { freshKey, keyOf, newMember, newSale } from "../../../../test/src/records.ts";
import { insertAll, openTestDatabase } from "../../../db/src/testing/database.ts";
import { insertSales, openShop, settleSales } from "../../../db/src/testing/shop.ts";
import { applyProgrammes } from "../programme.apply.ts";
import { explainEntries } from "../record/entry.explain.ts";
import { verifyBooks } from "./books.verify.ts";

const { sql } = await openTestDatabase();
const shop = await openShop(sql, 0);

/** A programme with as many versions, and a member of it. */
async function openClub(versions: number): Promise<string> {
  const businessId = freshKey("CLUB");
  for (let rate = 1; rate <= versions; rate += 1) {
    const club = { businessId, name: "Club", currencies: [{ name: "Points" }], earning: { rate: String(rate) } };
    await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), { actor: "ann" });
  }
  const of = newMember(undefined, { ProgramBusinessID: businessId });
  await insertAll(sql, member, [of]);
  return keyOf(of, "ExternalID");
}

/** So that a sale counts as made when it is accepted. */
const soon = () => new Date(Date.now() + 60_000).toISOString();

async function settle(buyer: string, total: number, linked: object) {
  const { store, product } = shop;
  const line = { ProductCode: product, Quantity: Math.sign(total), TotalAmount: total, ...linked };
  const sold = newSale({ member: buyer, store, product, more: { SaleItems: [line], SaleDateTime: soon() } });
  const [id = ""] = await insertSales(sql, [sold]);
  await settleSales(sql, [id]);
  return { id, key: keyOf(sold, "ExternalID") };
}

test.each([
  ["fewer", 1, 4],
  ["more", 4, 1],
])(
  "goods of a programme with %s versions that a member of another one brings back leave books that add up",
  async (_, own, other) => {
    const [buyer, returner] = [await openClub(own), await openClub(other)];
    const { key } = await settle(buyer, 10, {});
    const { id } = await settle(returner, -10, { OriginalSaleExternalID: key });
    // As if versions had not been applied just now: an entry may name one that a plan found up to an hour ago.
    await sql`alter table earning_version disable trigger user`;
    await sql`update earning_version set applied_at = applied_at - interval '3 hours'`;
    await sql`alter table earning_version enable trigger user`;
    const [entry] = await sql<{ id: string; points: number; rules: number }[]>`
    select id, currency_awarded::float8 as points, rules from ledger_entry where source_id = ${id}`;
    expect(entry).toMatchObject({ points: -10 * own, rules: own });
    const [explained] = (await explainEntries(sql, formatId(ledgerEntry.idPrefix, entry?.id ?? ""))) ?? [];
    expect(explained?.matches).toBe(true);
    expect(await verifyBooks(sql)).toEqual([]);
  },
);
