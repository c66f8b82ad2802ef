import { randomBytes } from "node:crypto";
import { mintVoucherCode, voucherRandomBytes } from "@rewards/domain";
import type { ProcessBatch } from "../stage.ts";
import { fulfilRedemptions } from "./redemption.commit.ts";

const mintCode = () => mintVoucherCode(randomBytes(voucherRandomBytes));

/** Balance, stock and vouchers, all or nothing: loaded, decided and written in one transaction, under its locks. */
export const processRedemptions: ProcessBatch = async (ids, { database, catalogue }, locks) => {
  const { programmes } = await catalogue.read(new Set(), new Set());
  return (await fulfilRedemptions(database.sql, ids, { programmes, mintCode }, locks)).blocked;
};
