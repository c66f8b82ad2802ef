import { member, product, programmeFile, redemption, reward, sale, segment, store } from "@rewards/domain";
import {
  keyOf,
  newMember,
  newProduct,
  newRedemption,
  newReward,
  newSale,
  newSegment,
  newStore,
} from "../../../../test/src/records.ts";
import { writeDays } from "../../../operations/src/ledger-day/ledger-day.write.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import type { Database } from "../client.ts";
import { fulfilRedemptions } from "../redemption/redemption.process.ts";
import { processSales } from "../sale/sale.process.ts";
import { repriceSales } from "../sale/sale.reprice.ts";
import { act } from "./act.ts";
import { insertAll } from "./database.ts";
import { redemptionDeps } from "./items.ts";

export const programmes = { own: "REWARDS", foreign: "CLUB" } as const;
export const stores = { own: "S-OWN", foreign: "S-FOREIGN" } as const;
/** ExternalIDs of members, by their programme; `unregistered` names none. */
export const members = { own: "M-OWN", foreign: "M-FOREIGN", unregistered: "M-NONE" } as const;

/** The IDs of the records that each member and store has. */
export interface PlantedIds {
  readonly members: Readonly<Record<"own" | "foreign", string>>;
  readonly stores: Readonly<Record<"own" | "foreign", string>>;
  /** By member and store: `own foreign` is a sale to the own member at the foreign store. */
  readonly sales: Readonly<Record<string, string>>;
  readonly redemptions: Readonly<Record<"own" | "foreign", string>>;
}

/**
 * Two programmes and two stores. A member of each programme, and one who is not registered, buys at each store; the
 * members redeem and are adjusted, and every record with an action changes.
 */
export async function plantScopes(database: Database): Promise<PlantedIds> {
  const { sql } = database;
  const club = { businessId: programmes.foreign, name: "Club", currencies: [{ name: "Points" }] };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), { actor: "test" });
  const at = { own: newStore(stores.own), foreign: newStore(stores.foreign) };
  await insertAll(sql, store, [at.own, at.foreign]);
  const goods = newProduct("P-1");
  await insertAll(sql, product, [goods]);
  const of = {
    own: newMember(members.own, { FullName: "Olga" }),
    foreign: newMember(members.foreign, { FullName: "Frieda", ProgramBusinessID: programmes.foreign }),
  };
  await insertAll(sql, member, [of.own, of.foreign]);
  for (const { id } of [at.own, at.foreign]) await act(sql, "Edit", "store", id, { Description: "changed" });
  for (const { id } of [of.own, of.foreign])
    await act(sql, "AddBalance", "member", id, { AdjustBalances: { Amount: 70, Name: "Points" } });
  const [fans = ""] = await insertAll(sql, segment, [newSegment("Fans")]);
  await act(sql, "AddMembers", "segment", fans, { MemberExternalIDs: [members.own, members.foreign] });
  const sales = await plantSales(database);
  await plantReturns(database);
  await plantRepriced(database);
  const redemptions = await plantRedemptions(database);
  await writeDays(sql, { clockMs: Date.now() + 86_400_000 });
  return {
    members: { own: of.own.id, foreign: of.foreign.id },
    stores: { own: at.own.id, foreign: at.foreign.id },
    sales,
    redemptions,
  };
}

async function plantSales(database: Database): Promise<Record<string, string>> {
  const planted = Object.entries(members).flatMap(([who, code]) =>
    Object.entries(stores).map(([where, at]) => {
      const SaleItems = [{ ProductCode: "P-1", Quantity: 4, TotalAmount: 10 }];
      const key = { externalId: `SALE ${who} ${where}`, member: code, store: at, product: "P-1" };
      const record = newSale({ ...key, more: { SaleItems } });
      return [`${who} ${where}`, record] as const;
    }),
  );
  const records = planted.map(([, record]) => record);
  const ids = await insertAll(database.sql, sale, records);
  await processSales(ids, { database, catalogue: createCatalogueCache(database.sql) });
  return Object.fromEntries(planted.map(([name, { id }]) => [name, id]));
}

/** By whose card, at which store, of which sale. The goods of one member come back by the card of another. */
const returns = [
  [members.own, stores.own, "SALE own own"],
  [members.own, stores.own, "SALE foreign own"],
  [members.own, stores.own, "SALE own foreign"],
  [members.own, stores.foreign, "SALE own own"],
  [members.foreign, stores.own, "SALE own own"],
  [members.foreign, stores.foreign, "SALE foreign foreign"],
] as const;

async function plantReturns(database: Database): Promise<void> {
  const records = returns.map(([member, at, sold]) =>
    newSale({
      ...{ externalId: `RETURN ${sold} ${member} ${at}`, member, store: at, product: "P-1" },
      more: {
        SaleItems: [{ ProductCode: "P-1", Quantity: -1, TotalAmount: -1, OriginalSaleExternalID: sold }],
      },
    }),
  );
  const ids = await insertAll(database.sql, sale, records);
  await processSales(ids, { database, catalogue: createCatalogueCache(database.sql) });
}

/** Sales of a product that is registered afterwards, and then repriced. */
async function plantRepriced(database: Database): Promise<void> {
  const { sql } = database;
  const records = Object.values(members).flatMap((who) =>
    Object.values(stores).map((at) =>
      newSale({ externalId: `LATE ${who} ${at}`, member: who, store: at, product: "P-LATE", total: 6 }),
    ),
  );
  const ids = await insertAll(sql, sale, records);
  await processSales(ids, { database, catalogue: createCatalogueCache(sql) });
  await insertAll(sql, product, [newProduct("P-LATE")]);
  const keys = records.map((record) => keyOf(record, "ExternalID"));
  await repriceSales(sql, keys, { author: { actor: "test" }, isDryRun: false, locks: "wait" });
}

async function plantRedemptions({ sql }: Database): Promise<Record<"own" | "foreign", string>> {
  const mug = newReward("R-1", { RewardType: "digital", RewardCost: "3", DaysAvailable: "30" });
  await insertAll(sql, reward, [mug]);
  const line = { reward: keyOf(mug, "ExternalID") };
  const own = newRedemption(members.own, [line], { ExternalID: "RED own" });
  const foreign = newRedemption(members.foreign, [line], { ExternalID: "RED foreign" });
  await insertAll(sql, redemption, [own, foreign]);
  await fulfilRedemptions(sql, [own.id, foreign.id], await redemptionDeps(sql));
  const items = await sql<{ id: string }[]>`select id from redemption_item`;
  for (const { id } of items) await act(sql, "Lock", "redemption_item", id);
  return { own: own.id, foreign: foreign.id };
}
