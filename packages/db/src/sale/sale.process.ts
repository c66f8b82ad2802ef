import {
  countedAtMs,
  type EarnedSale,
  type EarningVersion,
  earnSale,
  heldPoints,
  type Programme,
  planSale,
  type SalePlan,
  type SaleReferences,
  versionInForce,
} from "@rewards/domain";
import type { Hold } from "../awaiting/awaiting.write.ts";
import type { Catalogue } from "../catalogue/catalogue.cache.ts";
import { type RuleSets, versionName, versionsWithRules } from "../catalogue/catalogue.rules.ts";
import {
  type AwaitedOriginal,
  type KnownReturns,
  loadReturns,
  resolveReturn,
} from "../sale-return/sale-return.load.ts";
import { type SaleSlice, sliceOf } from "../sale-return/sale-return.slice.ts";
import { loadMemberships, type Memberships } from "../segment-member/segment-member.load.ts";
import { joinSettlements, nothingSettled, type ProcessBatch } from "../settlement.ts";
import { postSales } from "./sale.commit.ts";
import { dropSettledSales, type LoadedSale, loadOpenSales } from "./sale.load.ts";
import { parkSales, type SaleToPark } from "./sale.park.ts";

/**
 * Loads sales with the data that their rules need, plans them, posts those that can be decided and parks the others.
 * Defers returns that load too much.
 */
export const processSales: ProcessBatch = async (ids, deps, locks) => {
  const { lane, database } = deps;
  const sales = await loadOpenSales(database.sql, ids);
  if (sales.length < ids.length) await dropSettledSales(database.sql, ids);
  let settlement = nothingSettled;
  let left: readonly LoadedSale[] = sales;
  while (left.length > 0) {
    const slice = await sliceOf(database.sql, left, lane !== undefined);
    settlement = joinSettlements(settlement, await settleSlice(slice, deps, locks));
    left = slice.later;
    if (!lane) break;
    if (left.length > 0) await lane.giveWay();
  }
  return { ...settlement, deferred: [...settlement.deferred, ...left.map(({ id }) => id)] };
};

async function settleSlice(
  { sales, found }: SaleSlice<LoadedSale>,
  deps: Parameters<ProcessBatch>[1],
  locks: Parameters<ProcessBatch>[2],
): ReturnType<ProcessBatch> {
  const { sql } = deps.database;
  // Read after the members, not in parallel: so the catalogue holds even the newest of their programmes.
  const catalogue = await deps.catalogue.read(new Set(sales.map((one) => one.storeCode)), productCodes(sales));
  const { ruleSets } = deps.catalogue;
  const [returns, rules] = await Promise.all([
    loadReturns(sql, sales, found, ruleSets, deps.lane),
    ruleSets(versionsWithRules(sales.flatMap((one) => earningOf(one, catalogue) ?? []))),
  ]);
  const memberships = await loadMemberships(sql, sales.flatMap(purchaseOf), rules.values());
  const plans: SalePlan[] = [];
  const waiting: SaleToPark[] = [];
  for (const one of sales) {
    const { plan, awaited, hold } = planLoaded(one, catalogue, returns, { rules, memberships });
    if (plan) plans.push(plan);
    else waiting.push(awaited ? { ...one, original: awaited, hold } : one);
  }
  const posted = await postSales(sql, plans, locks, deps.lane);
  const { again, rejected } = await parkSales(sql, waiting);
  const settlement = joinSettlements(posted, rejected);
  return again.length === 0 ? settlement : joinSettlements(settlement, await processSales(again, deps, locks));
}

/** Of a member who is registered. */
export const purchaseOf = (one: LoadedSale) =>
  one.member ? [{ memberId: one.member.id, soldAtMs: countedAtMs(one) }] : [];

export function productCodes(sales: readonly LoadedSale[]): Set<string> {
  const codes = new Set<string>();
  for (const { items } of sales) for (const { ProductCode } of items) codes.add(ProductCode);
  return codes;
}

/** The rules of versions, by `versionName`, and what they ask of members. */
interface KnownRules {
  readonly rules: Awaited<ReturnType<RuleSets>>;
  readonly memberships: Memberships;
}
const noRules: KnownRules = { rules: new Map(), memberships: new Map() };

/**
 * The plan of a sale. Without one, the sale must wait: for its member, its store or the `awaited` original, for which a
 * return holds points.
 */
export function planLoaded(
  one: LoadedSale,
  catalogue: Catalogue,
  returns: KnownReturns | undefined,
  { rules, memberships }: KnownRules = noRules,
): {
  readonly plan?: SalePlan;
  readonly references?: SaleReferences;
  readonly earned?: EarnedSale;
  readonly awaited?: AwaitedOriginal;
  readonly hold?: Hold | undefined;
} {
  const { member } = one;
  const { programme, earning } = earningOf(one, catalogue) ?? {};
  const store = catalogue.stores.get(one.storeCode);
  const { references: linked, awaited } = programme && returns ? resolveReturn(one, programme, returns) : {};
  const { products, tiers } = catalogue;
  if (awaited && member && programme && earning) {
    const [{ id: currencyId }] = programme.currencies;
    const facts = { products, isParticipating: store?.isParticipating ?? true };
    const points = heldPoints(one.items, facts, earning);
    return { awaited, hold: points > 0n ? { memberId: member.id, currencyId, points } : undefined };
  }
  if (!member || !store || !programme || !earning) return {};
  const ruleSet = rules.get(versionName({ programmeId: programme.id, version: earning.version }));
  const { id, joinedAtMs } = member;
  const inSegments = memberships.get(id);
  const references = {
    member: { id, programme, joinedAtMs, ...(inSegments && { memberships: inSegments }) },
    store,
    products,
    ...linked,
    ...(tiers && { tiers }),
    ...(ruleSet && { rules: ruleSet }),
  };
  const earned = earnSale(one, references);
  return { plan: planSale(one, references, earned), references, earned };
}

/** The programme of the sale's member, and its version for the sale; undefined if the member is not registered. */
export function earningOf(
  one: LoadedSale,
  { programmes }: Catalogue,
): { readonly programme: Programme; readonly earning: EarningVersion } | undefined {
  const { member } = one;
  if (!member) return undefined;
  const programme = programmes.get(member.programBusinessId);
  if (!programme)
    throw new Error(`member ${member.id} is of programme ${member.programBusinessId}, which does not exist`);
  return { programme, earning: versionInForce(programme.earning, countedAtMs(one)) };
}
