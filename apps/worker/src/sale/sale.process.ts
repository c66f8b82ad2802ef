import {
  type Catalogue,
  dropSettledSales,
  type LoadedMember,
  type LoadedSale,
  loadMembers,
  loadOpenSales,
  parkSales,
  postSales,
  StatusMovedError,
} from "@rewards/db";
import { decideSale, planSale, type SalePlan, sale } from "@rewards/domain";
import type { Stage, StageDeps } from "../stage.ts";

/** The stage of a sale: load what its rules need, plan, park what must wait, post the rest. */
export const saleProcess: Stage = {
  definition: sale,
  rowsMax: 300,
  process: processSales,
};

async function processSales(ids: readonly string[], deps: StageDeps): Promise<void> {
  const { sql } = deps.database;
  const sales = await loadOpenSales(sql, ids);
  if (sales.length < ids.length) await dropSettledSales(sql, ids);
  if (sales.length === 0) return;
  const [members, catalogue] = await Promise.all([
    loadMembers(
      sql,
      sales.map((one) => one.memberExternalId),
    ),
    deps.catalogue.read(new Set(sales.map((one) => one.storeCode)), productCodes(sales)),
  ]);
  const isKnown = (one: LoadedSale) => members.has(one.memberExternalId) && catalogue.stores.has(one.storeCode);
  const plans = sales.filter(isKnown).map((one) => planLoaded(one, members, catalogue));
  await postSales(sql, plans, decideSale);
  const foundAfterAll = await parkSales(
    sql,
    sales.filter((one) => !isKnown(one)),
  );
  if (foundAfterAll.length > 0) await processSales(foundAfterAll, deps);
}

function productCodes(sales: readonly LoadedSale[]): Set<string> {
  return new Set(sales.flatMap((one) => one.items.map((item) => item.ProductCode)));
}

function planLoaded(one: LoadedSale, members: ReadonlyMap<string, LoadedMember>, catalogue: Catalogue): SalePlan {
  const member = members.get(one.memberExternalId);
  const store = catalogue.stores.get(one.storeCode);
  const programme = member && catalogue.programmes.get(member.programBusinessId);
  if (!member || !store) throw new Error("a sale was planned without what it refers to");
  // The catalogue was read before the programme and its first member came: read again.
  if (!programme) throw new StatusMovedError(`programme ${member.programBusinessId} is newer than the catalogue`);
  return planSale(one, { member: { id: member.id, programme }, store, products: catalogue.products });
}
