import {
  type Catalogue,
  dropSettledSales,
  type LoadedSale,
  loadOpenSales,
  parkSales,
  postSales,
  type RowLocks,
} from "@rewards/db";
import { decideSale, planSale, type SalePlan, sale } from "@rewards/domain";
import type { Stage, StageDeps } from "../stage.ts";

/** The stage of a sale: load what its rules need, plan, park what must wait, post the rest. */
export const saleProcess: Stage = {
  definition: sale,
  rowsMax: 300,
  process: processSales,
};

async function processSales(ids: readonly string[], deps: StageDeps, locks?: RowLocks): Promise<readonly string[]> {
  const { sql } = deps.database;
  const sales = await loadOpenSales(sql, ids);
  if (sales.length < ids.length) await dropSettledSales(sql, ids);
  if (sales.length === 0) return [];
  // Not beside the read of the members but after it: so it holds their programmes, however new these are.
  const catalogue = await deps.catalogue.read(new Set(sales.map((one) => one.storeCode)), productCodes(sales));
  const plans: SalePlan[] = [];
  const waiting: LoadedSale[] = [];
  for (const one of sales) {
    const plan = planLoaded(one, catalogue);
    if (plan) plans.push(plan);
    else waiting.push(one);
  }
  const { blocked } = await postSales(sql, plans, decideSale, locks);
  const foundAfterAll = await parkSales(sql, waiting);
  return foundAfterAll.length > 0 ? [...blocked, ...(await processSales(foundAfterAll, deps, locks))] : blocked;
}

function productCodes(sales: readonly LoadedSale[]): Set<string> {
  return new Set(sales.flatMap((one) => one.items.map((item) => item.ProductCode)));
}

/** Undefined where the sale has to wait for its member or its store. */
function planLoaded(one: LoadedSale, { stores, products, programmes }: Catalogue): SalePlan | undefined {
  const { member } = one;
  const store = stores.get(one.storeCode);
  if (!member || !store) return undefined;
  const programme = programmes.get(member.programBusinessId);
  if (!programme)
    throw new Error(`member ${member.id} is of programme ${member.programBusinessId}, which is not there`);
  return planSale(one, { member: { id: member.id, programme }, store, products });
}
