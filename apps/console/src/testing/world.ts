import {
  createCatalogueCache,
  type Database,
  insertGroup,
  processRedemptions,
  processSales,
  runAction,
} from "@rewards/db";
import {
  AppError,
  addBalance,
  formatId,
  member,
  type ObjectDefinition,
  parseId,
  product,
  redemption,
  reward,
  sale,
  store,
} from "@rewards/domain";
import {
  newMember,
  newProduct,
  newRedemption,
  newReward,
  newSale,
  newStore,
  type TestRecord,
} from "../../../../test/src/records.ts";

/** Inserts a record of a class, and gives its public ID. */
export async function insert({ sql }: Database, definition: ObjectDefinition, record: TestRecord): Promise<string> {
  const [answer] = (await insertGroup(sql, definition, [record])).answers;
  if (!answer || answer instanceof AppError) throw answer ?? new Error("no answer");
  return formatId(definition.idPrefix, answer.id);
}

export const uuidOf = (id: string): string => parseId(id)?.uuid ?? "";

/** Settles sales as a worker does. */
export const post = (database: Database, ids: readonly string[]) =>
  processSales(ids.map(uuidOf), { database, catalogue: createCatalogueCache(database.sql) });

const fulfil = (database: Database, ids: readonly string[]) =>
  processRedemptions(ids.map(uuidOf), { database, catalogue: createCatalogueCache(database.sql) });

/** A sale of the member M-1 in store S-1. */
export const saleOf = (externalId: string, more: Partial<Parameters<typeof newSale>[0]> = {}) =>
  newSale({ externalId, member: "M-1", store: "S-1", product: "P-1", ...more });

/** A member with a posted sale, a redemption with a voucher, a rejected one, and an adjustment. Names are hostile. */
export async function plantWorld(database: Database) {
  const storeId = await insert(database, store, newStore("S-1"));
  const productId = await insert(database, product, newProduct("P-1"));
  await insert(database, product, newProduct("P-2", { Incentivizable: false }));
  const person = { FullName: "<b>Ada</b>", EmailAddress: "Ada@Example.com", MobileNumber: "4917055512" };
  const memberId = await insert(database, member, newMember("M-1", person));
  const rewardId = await insert(
    database,
    reward,
    newReward("R-1", { Name: "Mug <i>", RewardType: "digital", RewardCost: "30", DaysAvailable: "30" }),
  );
  const lines = [
    { ProductCode: "P-1", Quantity: 2, TotalAmount: 42.5 },
    { ProductCode: "P-2", Quantity: 1, TotalAmount: 9 },
  ];
  const saleId = await insert(
    database,
    sale,
    saleOf("POS-1", { more: { SaleItems: lines, SaleChannelCode: "STORE", PointOfSaleID: "TILL-3" } }),
  );
  await post(database, [saleId]);
  const redemptionId = await insert(
    database,
    redemption,
    newRedemption("M-1", [{ reward: "R-1", voucherCode: "MUG-1" }], { ExternalID: "APP-1" }),
  );
  const rejectedId = await insert(
    database,
    redemption,
    newRedemption("M-1", [{ reward: "none" }], { ExternalID: "APP-2" }),
  );
  await fulfil(database, [redemptionId]);
  await fulfil(database, [rejectedId]);
  await runAction(database.sql, addBalance, {
    id: uuidOf(memberId),
    user: "ann",
    content: { AdjustBalances: { Amount: 25, Name: "Points" } },
  });
  return { storeId, productId, memberId, rewardId, saleId, redemptionId, rejectedId };
}
