import {
  createCatalogueCache,
  type Database,
  fulfilRedemptions,
  openDatabase,
  processSales,
  runAction,
  type Sql,
} from "@rewards/db";
import {
  actionOf,
  earningRule,
  exampleOf,
  member,
  type ObjectDefinition,
  parseContent,
  product,
  programmeFile,
  redemption,
  reward,
  sale,
  segment,
  store,
} from "@rewards/domain";
import { insertRecords } from "@rewards/lab/shop";
import { applyProgrammes, writeDays, writeHeads } from "@rewards/operations";
import { times } from "../list.ts";
import { firstRegulars, regulars, ruleIdOf, shopProgramme, shopRules, shopTiers } from "./shop.rules.ts";
import {
  allShopMembers,
  clubOf,
  clubRules,
  currencyName,
  heldMark,
  lateProduct,
  pastSales,
  shopClubs,
  shopMembers,
  shopProducts,
  shopRewards,
  shopStores,
  shopVouchers,
} from "./shop.ts";

const user = "faults";
/** Any points may be a payment. */
const payment = { points: "1", value: "1" };

/** Fills a migrated database with every round's initial shop, by the product's own writers. */
export async function fillShop(databaseUrl: string): Promise<void> {
  const database = openDatabase({ url: databaseUrl, name: "faults-shop", poolMax: 1, viewPoolMax: 1 });
  const { sql } = database;
  try {
    await fill(sql, store, shopStores, ({ isParticipating }) => ({ IsParticipating: isParticipating }));
    await fill(sql, product, [...shopProducts, lateProduct], ({ earns }) => ({ Incentivizable: earns }));
    await openClubs(sql);
    await fill(sql, member, allShopMembers, ({ key }) => {
      const club = clubOf(key);
      return club === undefined ? {} : { ProgramBusinessID: club };
    });
    for (const { id, points } of allShopMembers)
      if (points > 0)
        await act(sql, member, "AddBalance", id, { AdjustBalances: { Amount: points, Name: currencyName } });
    await openRules(sql);
    await fillRewards(sql);
    await mintVouchers(sql);
    await postPast(database);
  } finally {
    await database.close();
  }
}

/** Inserts records with the content of their class's example, except for the fields that `fieldsOf` gives. */
function fill<Item extends { readonly key: string; readonly id: string }>(
  sql: Sql,
  definition: ObjectDefinition,
  items: readonly Item[],
  fieldsOf: (item: Item) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<void> {
  const records = items.map((item) => {
    const content = { ...exampleOf(definition, item.key), ...fieldsOf(item) };
    return { id: item.id, content };
  });
  return insertRecords(sql, definition, user, records);
}

/** Applies the file of the shop's programme. @param added currencies in addition to the first. */
export async function applyShop(sql: Sql, tiers: ReturnType<typeof shopTiers>, added: readonly string[] = []) {
  const currencies = [currencyName, ...added].map((name) => ({ name }));
  const programme = { businessId: shopProgramme, name: "Rewards", currencies, tiers, payment };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [programme] }), { actor: user });
}

async function openRules(sql: Sql): Promise<void> {
  await applyShop(sql, shopTiers("base"));
  const records = shopRules.map(({ id: RuleID, ...Rule }) => ({
    ...{ id: ruleIdOf(RuleID), content: { ProgramBusinessID: shopProgramme, RuleID, Rule } },
  }));
  await insertRecords(sql, earningRule, user, records);
  await insertRecords(sql, segment, user, [{ id: regulars.id, content: { Name: regulars.key } }]);
  await act(sql, segment, "AddMembers", regulars.id, { MemberExternalIDs: firstRegulars });
}

async function fillRewards(sql: Sql): Promise<void> {
  const rewards = Object.values(shopRewards);
  await fill(sql, reward, rewards, ({ cost, stock }) => ({
    RewardType: stock === undefined ? "digital" : "stock_control",
    RewardCost: String(cost),
    RewardExpiration: null,
  }));
  for (const { id, stock } of rewards)
    if (stock !== undefined) await act(sql, reward, "AddRewardStock", id, { RewardQuantity: stock });
}

async function mintVouchers(sql: Sql): Promise<void> {
  const line = { Quantity: "1", RewardExternalID: shopRewards.free.key, VoucherCode: "" };
  const id = "01900000-0000-7000-8000-0000000f0001";
  const RedemptionItems = times(shopVouchers, () => line);
  const content = { Origin: user, MemberExternalID: shopMembers.rich[0]?.key, RedemptionItems };
  await insertRecords(sql, redemption, user, [{ id, content }]);
  const { programmes } = await createCatalogueCache(sql).read(new Set(), new Set());
  let codes = 0;
  await fulfilRedemptions(sql, [id], { programmes, mintCode: () => `SHOP-${codes++}` });
}

async function openClubs(sql: Sql): Promise<void> {
  const programmes = shopClubs.map((businessId) => ({
    ...{ businessId, name: businessId, returns: clubRules.returns, payment },
    currencies: [{ name: currencyName, expiry: clubRules.expiry }],
  }));
  await applyProgrammes(sql, programmeFile.parse({ programmes }), { actor: user });
  await sql`update currency set swept_to = ${heldMark} where expiry_months is not null`;
}

/** Posts the past sales at their times: this session has another clock meanwhile. */
async function postPast(database: Database): Promise<void> {
  const { sql } = database;
  const deps = { database, catalogue: createCatalogueCache(sql) };
  // A sale cannot count a product that is registered later.
  await sql`update product set create_date_time = create_date_time - interval '1 year'`;
  await sql.unsafe("create schema past; set search_path = past, pg_catalog, public").simple();
  for (const daysAgo of new Set(pastSales.map((one) => one.daysAgo))) {
    await sql.unsafe(`
      create or replace function past.clock_timestamp() returns timestamptz volatile language sql
      as $$ select pg_catalog.clock_timestamp() - interval '${daysAgo} days' $$`);
    const sold = pastSales.filter((one) => one.daysAgo === daysAgo);
    const contentOf = ({ key, member: MemberExternalID, lines: SaleItems }: (typeof sold)[number]) => ({
      ...exampleOf(sale, key),
      ...{ MemberExternalID, StoreCode: shopStores[0]?.key, SaleItems },
    });
    const records = sold.map((one) => ({ id: one.id, content: contentOf(one) }));
    await insertRecords(sql, sale, user, records);
    const ids = sold.map(({ id }) => id);
    await processSales(ids, deps);
  }
  await sql.unsafe("reset search_path; drop schema past cascade").simple();
  await writeHeads(database.scans);
  await writeDays(database.scans);
}

async function act(sql: Sql, target: ObjectDefinition, name: string, id: string, content: unknown): Promise<void> {
  const action = actionOf(target, name);
  if (!action?.content) throw new Error(`${target.class} has no action ${name}`);
  await runAction(sql, action, { id, user, content: parseContent(action.content, content) });
}
