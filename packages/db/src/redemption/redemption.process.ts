import { randomBytes } from "node:crypto";
import { mintVoucherCode, type Programme, type RedemptionLimits, voucherRandomBytes } from "@rewards/domain";
import type { Sql } from "../client.ts";
import type { RowLocks } from "../lock.ts";
import { nothingSettled, type ProcessBatch, type Settlement } from "../settlement.ts";
import { commitRedemptions } from "./redemption.commit.ts";
import { dropSettledRedemptions, loadRedemptions } from "./redemption.load.ts";

const mintCode = () => mintVoucherCode(randomBytes(voucherRandomBytes));

export interface RedemptionDeps {
  readonly programmes: ReadonlyMap<string, Programme>;
  readonly mintCode: () => string;
  /** Undefined if members may redeem as often as they like. */
  readonly limits?: RedemptionLimits | undefined;
}

/** Loads redemptions with their members, and fulfils them: balance, stock and vouchers, all or nothing. */
export const processRedemptions: ProcessBatch = async (
  ids,
  { database, catalogue, redemptionLimits: limits },
  locks,
) => {
  const { programmes } = await catalogue.read(new Set(), new Set());
  return fulfilRedemptions(database.sql, ids, { programmes, mintCode, limits }, locks);
};

/** As `processRedemptions`, with the given programmes and voucher codes. */
export async function fulfilRedemptions(
  sql: Sql,
  ids: readonly string[],
  { programmes, mintCode, limits }: RedemptionDeps,
  locks: RowLocks = "wait",
): Promise<Settlement> {
  const loaded = await loadRedemptions(sql, ids, programmes);
  const { length } = loaded.redemptions;
  if (length < ids.length) await dropSettledRedemptions(sql, ids);
  if (length === 0) return nothingSettled;
  return commitRedemptions(sql, { ...loaded, mintCode, limits }, locks);
}
