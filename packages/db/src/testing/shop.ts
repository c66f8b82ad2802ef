import { member, product, type SalePlan, sale, store } from "@rewards/domain";
import {
  keyOf,
  newMember,
  newProduct,
  newSale,
  newStore,
  type TestRecord,
  times,
} from "../../../../test/src/records.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import type { Sql } from "../client.ts";
import { loadOpenSales } from "../sale/sale.load.ts";
import { planLoaded, processSales, productCodes } from "../sale/sale.process.ts";
import { findOriginals, originalKeys } from "../sale-return/sale-return.find.ts";
import { loadReturns } from "../sale-return/sale-return.load.ts";
import { insertAll } from "./database.ts";

/** A store with one product, and members who buy there. */
export interface Shop {
  readonly store: string;
  readonly product: string;
  /** ExternalIDs. */
  readonly members: readonly string[];
  readonly memberIds: readonly string[];
  /** A sale of one of the members, by index; it earns `total` points. */
  newSale(memberIndex: number, total?: number): TestRecord;
}

export async function openShop(sql: Sql, memberCount: number): Promise<Shop> {
  const [at, goods] = [newStore(), newProduct()];
  const members = times(memberCount, () => newMember());
  await insertAll(sql, store, [at]);
  await insertAll(sql, product, [goods]);
  const memberIds = await insertAll(sql, member, members);
  const keys = members.map((one) => keyOf(one, "ExternalID"));
  const [storeCode, productCode] = [keyOf(at, "StoreCode"), keyOf(goods, "ProductCode")];
  return {
    store: storeCode,
    product: productCode,
    members: keys,
    memberIds,
    newSale: (index, total = 10) =>
      newSale({ member: keys[index % memberCount] as string, store: storeCode, product: productCode, total }),
  };
}

/** Inserts sales and returns their UUIDs. */
export const insertSales = (sql: Sql, sales: readonly TestRecord[]) => insertAll(sql, sale, sales);

/** Settles sales as a worker does, by the rules of their programmes. */
export async function settleSales(sql: Sql, ids: readonly string[]): Promise<void> {
  await processSales(ids, { database: { sql }, catalogue: createCatalogueCache(sql) } as Parameters<
    typeof processSales
  >[1]);
}

/** The plans of open sales whose members and stores are registered, as a worker makes them. */
export async function planSales(sql: Sql, ids: readonly string[]): Promise<SalePlan[]> {
  const sales = await loadOpenSales(sql, ids);
  const cache = createCatalogueCache(sql);
  const catalogue = await cache.read(new Set(sales.map((one) => one.storeCode)), productCodes(sales));
  const returns = await loadReturns(sql, sales, await findOriginals(sql, originalKeys(sales)), cache.ruleSets);
  return sales.map((one) => {
    const { plan } = planLoaded(one, catalogue, returns);
    if (!plan) throw new Error("the sale's member or store is not registered");
    return plan;
  });
}

export async function balancesOf(sql: Sql, memberIds: readonly string[]): Promise<number[]> {
  const rows = await sql<{ member: string; balance: string }[]>`
    select b.member, b.balance from balance b join currency c on c.id = b.currency and c.position = 0
    where b.member = any(${[...memberIds]}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.member, Number(row.balance)]));
  return memberIds.map((id) => byId.get(id) ?? Number.NaN);
}
