import { planSale, type SalePlan } from "@rewards/domain";
import type { Catalogue } from "../catalogue/catalogue.cache.ts";
import { joinSettlements, nothingSettled } from "../settlement.ts";
import type { ProcessBatch } from "../stage.ts";
import { postSales } from "./sale.commit.ts";
import { dropSettledSales, type LoadedSale, loadOpenSales } from "./sale.load.ts";
import { parkSales } from "./sale.park.ts";

/** Loads sales with what their rules need, plans them, posts those that can be decided and parks the others. */
export const processSales: ProcessBatch = async (ids, deps, locks) => {
  const { sql } = deps.database;
  const sales = await loadOpenSales(sql, ids);
  if (sales.length < ids.length) await dropSettledSales(sql, ids);
  if (sales.length === 0) return nothingSettled;
  // Read after the members, not in parallel: so the catalogue holds even the newest of their programmes.
  const catalogue = await deps.catalogue.read(new Set(sales.map((one) => one.storeCode)), productCodes(sales));
  const plans: SalePlan[] = [];
  const waiting: LoadedSale[] = [];
  for (const one of sales) {
    const plan = planLoaded(one, catalogue);
    if (plan) plans.push(plan);
    else waiting.push(one);
  }
  const posted = await postSales(sql, plans, locks);
  const foundAfterAll = await parkSales(sql, waiting);
  if (foundAfterAll.length === 0) return posted;
  return joinSettlements(posted, await processSales(foundAfterAll, deps, locks));
};

export function productCodes(sales: readonly LoadedSale[]): Set<string> {
  const codes = new Set<string>();
  for (const { items } of sales) for (const { ProductCode } of items) codes.add(ProductCode);
  return codes;
}

/** The plan of a sale; undefined if the sale must wait for its member or store. */
export function planLoaded(one: LoadedSale, { stores, products, programmes }: Catalogue): SalePlan | undefined {
  const { member } = one;
  const store = stores.get(one.storeCode);
  if (!member || !store) return undefined;
  const programme = programmes.get(member.programBusinessId);
  if (!programme)
    throw new Error(`member ${member.id} is of programme ${member.programBusinessId}, which does not exist`);
  return planSale(one, { member: { id: member.id, programme }, store, products });
}
