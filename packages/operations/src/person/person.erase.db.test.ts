import { member, sale, store } from "@rewards/domain";
import { expect, test } from "vitest";
import { freshKey, keyOf, newMember, newSale, newStore, times } from "../../../../test/src/records.ts";
import { createCatalogueCache } from "../../../db/src/catalogue/catalogue.cache.ts";
import { postSales } from "../../../db/src/sale/sale.commit.ts";
import { loadOpenSales } from "../../../db/src/sale/sale.load.ts";
import { parkSales } from "../../../db/src/sale/sale.park.ts";
import { processSales } from "../../../db/src/sale/sale.process.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../../../db/src/testing/database.ts";
import { balancesOf, insertSales, openShop, planSales } from "../../../db/src/testing/shop.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { lockRecords } from "../dead-letter/dead-letter.show.ts";
import { erasePerson } from "./person.erase.ts";
import { exportPerson, holdings } from "./person.export.ts";

const database = await openTestDatabase(10);
const { sql } = database;
const author = { actor: "olga" };
const keysAmong = (table: string, column: string, keys: readonly string[]) =>
  sql`select from ${sql(table)} where ${sql(column)} = any(${[...keys]}::text[])`.then((rows) => [...rows]);

test("a sale that was loaded before an erasure and posted after it stays pending, and the books are sound", async () => {
  const shop = await openShop(sql, 1);
  const [key = ""] = shop.members;
  const [earlier = ""] = await insertSales(sql, [shop.newSale(0)]);
  await postSales(sql, await planSales(sql, [earlier]));
  await erasePerson(sql, key, author);
  const again = await insertAll(sql, member, [newMember(key)]);
  const ids = await insertSales(sql, [shop.newSale(0), shop.newSale(0, 0)]);
  const plans = await planSales(sql, ids);
  await erasePerson(sql, key, author);
  await insertAll(sql, member, [newMember(key)]);
  await sql`update sale set member_external_id = ${key} where id = any(${ids}::uuid[])`;
  expect(await postSales(sql, plans)).toMatchObject({ settled: [] });
  await processSales(ids, { database, catalogue: createCatalogueCache(sql) } as never);
  expect(await balancesOf(sql, [...shop.memberIds, ...again])).toEqual([10, 0]);
  expect(await verifyBooks(sql)).toEqual([]);
});

test("a sale that was loaded before an erasure and is parked after it does not wait for the erased key", async () => {
  const shop = await openShop(sql, 1);
  const [[key = ""], unregistered, at] = [shop.members, freshKey("unregistered"), newStore()];
  const storeCode = keyOf(at, "StoreCode");
  const ids = await insertSales(sql, [
    newSale({ member: key, store: storeCode, product: shop.product, total: 10 }),
    newSale({ member: unregistered, store: shop.store, product: shop.product }),
  ]);
  const loaded = await loadOpenSales(sql, ids);
  for (const one of [key, unregistered]) await erasePerson(sql, one, author);
  await insertAll(sql, store, [at]);
  // The other sale has no member, so the erasure discarded it.
  expect((await parkSales(sql, loaded)).again).toEqual(ids.slice(0, 1));
  await processSales(ids, { database, catalogue: createCatalogueCache(sql) } as never);
  expect(await balancesOf(sql, shop.memberIds)).toEqual([10]);
  expect(await keysAmong("awaiting", "member", [key, unregistered])).toEqual([]);
  expect(await verifyBooks(sql)).toEqual([]);
});

test("an erasure locks rows in the order of their IDs, as those who lock many of them do, and so does not deadlock", async () => {
  const shop = await openShop(sql, 1);
  const records = [shop.newSale(0), shop.newSale(0)];
  const [first = "", second = ""] = records.map(({ id }) => id).sort();
  // The second is stored in front of the first.
  for (const one of records.sort((a, b) => (a.id < b.id ? 1 : -1))) await insertSales(sql, [one]);
  let erasing: Promise<unknown> = Promise.resolve();
  await holding(
    sql,
    (tx) => lockRecords(tx, sale, [first]),
    async (tx) => {
      erasing = erasePerson(sql, shop.members[0] as string, author);
      await untilWaiting(sql);
      await lockRecords(tx, sale, [second]);
      return "commit";
    },
  );
  expect(await erasing).toMatchObject({ sales: 2 });
});

test("people are erased while their sales arrive and are posted: no key is left at a member, and the books are sound", async () => {
  const count = 40;
  const shop = await openShop(sql, count);
  const deps = { database, catalogue: createCatalogueCache(sql) } as never;
  let isErasing = true;
  const selling = async () => {
    while (isErasing)
      await processSales(
        await insertSales(
          sql,
          times(count, (index) => shop.newSale(index)),
        ),
        deps,
      );
  };
  const erasing = async () => {
    for (const key of shop.members) expect(await erasePerson(sql, key, author)).toMatchObject({ vouchers: 0 });
    isErasing = false;
  };
  await Promise.all([selling(), selling(), erasing()]);
  expect(await keysAmong("member", "external_id", shop.members)).toEqual([]);
  const left =
    await sql`select from sale s join ledger_entry e on e.source_id = s.id where s.member_external_id = any(${[...shop.members]}::text[])`;
  expect(left).toHaveLength(0);
  for (const key of shop.members) await erasePerson(sql, key, author);
  expect(await keysAmong("sale", "member_external_id", shop.members)).toEqual([]);
  expect(await erasePerson(sql, shop.members[0] as string, author)).toBeUndefined();
  expect(await verifyBooks(sql)).toEqual([]);
});

test("an export has every table with rows about a member", async () => {
  const tables = await sql<{ name: string }[]>`
    select distinct c.table_name as name from information_schema.columns c join pg_class t on t.oid = c.table_name::regclass
    where c.table_schema = 'public' and c.column_name in ('member', 'member_external_id') and not t.relispartition and t.relkind <> 'v'`;
  expect(holdings.map(([table]) => table)).toEqual(expect.arrayContaining(tables.map(({ name }) => name)));
});

test("an export that its taker refuses is not audited", async () => {
  const [key = ""] = (await openShop(sql, 1)).members;
  const refusing = exportPerson(sql, key, author, () => {
    throw new Error("too much");
  });
  await expect(refusing).rejects.toThrow("too much");
  expect(await sql`select from audit_entry where operation = 'member.export'`).toHaveLength(0);
  const tables: string[] = [];
  await exportPerson(sql, key, author, (table) => void tables.push(table));
  expect(tables).toEqual(["member", "balance"]);
  expect(await sql`select from audit_entry where operation = 'member.export'`).toHaveLength(1);
});
