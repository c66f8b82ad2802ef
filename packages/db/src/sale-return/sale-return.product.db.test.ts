import { product } from "@rewards/domain";
import { afterAll, expect, test } from "vitest";
import { freshKey, newProduct, newSale } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { processSales } from "../sale/sale.process.ts";
import { act } from "../testing/act.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { balancesOf, insertSales, openShop } from "../testing/shop.ts";

const database = await openTestDatabase(4);
const { sql } = database;
const shop = await openShop(sql, 12);
let next = 0;

/** A till of a new member: it sends receipts and shows the balance. */
function openTill() {
  const index = next++;
  const [member, id] = [shop.members[index] as string, shop.memberIds[index] as string];
  const send = async (...items: readonly object[]) => {
    const externalId = freshKey("sale");
    const [uuid = ""] = await insertSales(sql, [
      newSale({ member, store: shop.store, product: "", externalId, more: { SaleItems: items } }),
    ]);
    const { tillFaults } = await processSales([uuid], { database, catalogue: createCatalogueCache(sql) }, "wait");
    const [row] = await sql<{ note: string }[]>`select confirmation_note as note from sale where id = ${uuid}`;
    return { key: externalId, note: row?.note ?? "", tillFaults: [...tillFaults] };
  };
  return { send, balance: async () => (await balancesOf(sql, [id]))[0] };
}

const line = (ProductCode: string, Quantity: number, TotalAmount: number, original?: string) => ({
  ...{ ProductCode, Quantity, TotalAmount },
  ...(original !== undefined && { OriginalSaleExternalID: original }),
});

async function register(code: string, more?: Parameters<typeof newProduct>[1]): Promise<string> {
  const [id = ""] = await insertAll(sql, product, [newProduct(code, more)]);
  return id;
}
const rename = (id: string, ProductCode: string) => act(sql, "Edit", "product", id, { ProductCode });

const rest = "More came back than the named sale has, in line 1: the rest counts as returned without a sale.";

test("goods that were sold under a former code come back under the present one, and under the former", async () => {
  const [old, renamed, code] = [freshKey("OLD"), freshKey("MID"), freshKey("NEW")];
  const id = await register(old);
  const till = openTill();
  const first = await till.send(line(old, 2, 200));
  await rename(id, renamed);
  const second = await till.send(line(renamed, 1, 50));
  await rename(id, code);
  expect([await till.send(line(code, -1, -100, first.key)), await till.balance()]).toMatchObject([{ note: "" }, 150]);
  expect([await till.send(line(code, -1, -50, second.key)), await till.balance()]).toMatchObject([{ note: "" }, 100]);
  // No product has the former code now, so the till means the one that had it.
  expect([await till.send(line(old, -1, -100, first.key)), await till.balance()]).toMatchObject([{ note: "" }, 0]);
});

test("codes that two products swapped are told apart", async () => {
  const [one, other, between] = [freshKey("A"), freshKey("B"), freshKey("C")];
  const [oneId, otherId] = [await register(one), await register(other)];
  const till = openTill();
  const { key } = await till.send(line(one, 1, 10), line(other, 1, 70));
  await rename(oneId, between);
  await rename(otherId, one);
  await rename(oneId, other);
  await till.send(line(one, -1, -5, key));
  expect(await till.balance()).toBe(10);
});

test("a product that took over a code is not the one that was sold, and takes what it takes without a sale", async () => {
  const code = freshKey("CODE");
  const id = await register(code);
  const till = openTill();
  const { key } = await till.send(line(code, 1, 100));
  await rename(id, freshKey("AWAY"));
  await register(code);
  expect([await till.send(line(code, -1, -30, key)), await till.balance()]).toMatchObject([{ note: rest }, 70]);
});

test("so it does if the product that was sold did not count, whether it has another code or is deleted", async () => {
  for (const leave of [
    (id: string) => rename(id, freshKey("AWAY")),
    (id: string) => act(sql, "DeleteObject", "product", id),
  ]) {
    const [code, renamed] = [freshKey("FREE"), freshKey("FREE")];
    const till = openTill();
    const [id, first] = [await register(code, { Incentivizable: false }), await register(freshKey("FIRST"))];
    const { key } = await till.send(line(code, 1, 100), line(shop.product, 1, 50));
    await leave(id);
    // Another product gets the code: newly registered, and renamed.
    await rename(first, code);
    expect([await till.send(line(code, -1, -30, key)), await till.balance()]).toMatchObject([{ note: rest }, 20]);
    await rename(first, renamed);
    await register(code);
    expect([await till.send(line(code, -1, -5, key)), await till.balance()]).toMatchObject([{ note: rest }, 15]);
  }
});

test("a product that was registered under another code later is not the one that had that code when it was sold", async () => {
  const [code, first] = [freshKey("NOW"), freshKey("FIRST")];
  const id = await register(first, { Incentivizable: false });
  const till = openTill();
  const { key } = await till.send(line(first, 1, 100), line(shop.product, 1, 50));
  await rename(id, freshKey("AWAY"));
  await rename(await register(first), code);
  expect([await till.send(line(code, -1, -30, key)), await till.balance()]).toMatchObject([{ note: rest }, 20]);
});

test("a deleted product comes back under its code; one that was never registered, by its text", async () => {
  const [code, unheard] = [freshKey("GONE"), freshKey("UNHEARD")];
  const id = await register(code);
  const till = openTill();
  const { key } = await till.send(line(code, 1, 100), line(unheard, 1, 40));
  await act(sql, "DeleteObject", "product", id);
  expect([(await till.send(line(code, -1, -90, key))).note, await till.balance()]).toEqual(["", 0]);
  expect([(await till.send(line(unheard, -1, -40, key))).note, await till.balance()]).toEqual(["", 0]);
  const note = `${rest} Nothing taken back for unknown product ${unheard}.`;
  expect([(await till.send(line(unheard, -1, -40, key))).note, await till.balance()]).toEqual([note, 0]);
});

test("a product registered after its sale comes back by its code, and takes nothing that it did not earn", async () => {
  const code = freshKey("LATER");
  const till = openTill();
  const { key } = await till.send(line(code, 1, 60), line(shop.product, 1, 5));
  await register(code);
  expect([(await till.send(line(code, -1, -60, key))).note, await till.balance()]).toEqual(["", 5]);
  expect([(await till.send(line(code, -1, -3, key))).note, await till.balance()]).toEqual([rest, 2]);
});

test("a return of a product that is not registered takes nothing, and is counted as a fault of its store's tills", async () => {
  const till = openTill();
  const { key, tillFaults } = await till.send(line(shop.product, 1, 100), line("discount", -1, -30));
  const fault = [[`unknown_return ${shop.store}`, 1]];
  expect([tillFaults, await till.balance()]).toEqual([fault, 100]);
  expect(await till.send(line("discount", -1, -30, key))).toMatchObject({ tillFaults: fault });
  expect((await till.send(line("discount", 0, -30, key))).tillFaults).toEqual([]);
  expect(await till.balance()).toBe(70);
});

test("what the named sale does not have is taken from its member, whoever hands it in", async () => {
  const [owner, other] = [openTill(), openTill()];
  const { key } = await owner.send(line(shop.product, 1, 20));
  expect((await other.send(line(shop.product, -3, -60, key))).note).toBe(rest);
  expect([await owner.balance(), await other.balance()]).toEqual([-40, 0]);
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
