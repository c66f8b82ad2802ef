import { createCatalogueCache, fulfilRedemptions, insertGroup, openDatabase, runAction, type Sql } from "@rewards/db";
import {
  AppError,
  actionOf,
  member,
  type ObjectDefinition,
  parseContent,
  product,
  redemption,
  reward,
  store,
} from "@rewards/domain";
import {
  allShopMembers,
  currencyName,
  shopMembers,
  shopProducts,
  shopRewards,
  shopStores,
  shopVouchers,
} from "./shop.ts";

const user = "faults";

interface Fixed {
  readonly id: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Fills a migrated database with the shop that every round begins with, by the product's own writers. */
export async function fillShop(databaseUrl: string): Promise<void> {
  const database = openDatabase({ url: databaseUrl, name: "faults-shop", poolMax: 1, viewPoolMax: 1 });
  const { sql } = database;
  try {
    await insert(
      sql,
      store,
      shopStores.map(({ key, id, isParticipating }) => ({
        id,
        content: { StoreCode: key, Name: key, IsParticipating: isParticipating },
      })),
    );
    await insert(
      sql,
      product,
      shopProducts.map(({ key, id, earns }) => ({
        id,
        content: { ProductCode: key, Name: key, Incentivizable: earns },
      })),
    );
    await insert(
      sql,
      member,
      allShopMembers.map(({ key, id }) => ({
        id,
        content: { ExternalID: key, FullName: key, ProgramBusinessID: "REWARDS" },
      })),
    );
    for (const { id, points } of allShopMembers)
      if (points > 0)
        await act(sql, member, "AddBalance", id, { AdjustBalances: { Amount: points, Name: currencyName } });
    await fillRewards(sql);
    await mintVouchers(sql);
  } finally {
    await database.close();
  }
}

async function fillRewards(sql: Sql): Promise<void> {
  const rewards = Object.values(shopRewards);
  await insert(
    sql,
    reward,
    rewards.map(({ key, id, cost, stock }) => ({
      id,
      content: {
        ExternalID: key,
        Name: key,
        RewardType: stock === undefined ? "digital" : "stock_control",
        RewardCost: String(cost),
        DaysAvailable: "30",
      },
    })),
  );
  for (const { id, stock } of rewards)
    if (stock !== undefined) await act(sql, reward, "AddRewardStock", id, { RewardQuantity: stock });
}

async function mintVouchers(sql: Sql): Promise<void> {
  const line = { Quantity: "1", RewardExternalID: shopRewards.free.key, VoucherCode: "" };
  const id = "01900000-0000-7000-8000-0000000f0001";
  await insert(sql, redemption, [
    {
      id,
      content: {
        Origin: user,
        MemberExternalID: shopMembers.rich[0]?.key,
        RedemptionItems: Array.from({ length: shopVouchers }, () => line),
      },
    },
  ]);
  const { programmes } = await createCatalogueCache(sql).read(new Set(), new Set());
  let codes = 0;
  await fulfilRedemptions(sql, [id], { programmes, mintCode: () => `SHOP-${codes++}` });
}

async function insert(sql: Sql, definition: ObjectDefinition, records: readonly Fixed[]): Promise<void> {
  const parsed = records.map(({ id, content }) => ({
    id,
    user,
    content: parseContent(definition.content, content) as Record<string, unknown>,
  }));
  const { answers } = await insertGroup(sql, definition, parsed);
  for (const answer of answers) if (answer instanceof AppError) throw answer;
}

async function act(sql: Sql, target: ObjectDefinition, name: string, id: string, content: unknown): Promise<void> {
  const action = actionOf(target, name);
  if (!action?.content) throw new Error(`${target.class} has no action ${name}`);
  await runAction(sql, action, { id, user, content: parseContent(action.content, content) });
}
