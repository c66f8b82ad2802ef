import { reward } from "@rewards/domain";
import { eq } from "drizzle-orm";
import { objectTable } from "../object/object.table.ts";
import type { FieldSource, Join } from "../record-source.ts";
import { stock } from "./reward.table.ts";

const table = objectTable(reward.class);

export const rewardJoin: Join = { table: stock, on: eq(stock.rewardId, table["id"]) };

/** The quantity ever added to a reward's stock, and the quantity left. */
export const rewardFields = (): Record<string, FieldSource> => ({
  RewardQuantity: { expression: stock.added, isJoined: true },
  QuantityAvailable: { expression: stock.available, isJoined: true },
});
