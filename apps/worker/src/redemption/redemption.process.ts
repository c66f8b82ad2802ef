import { randomBytes } from "node:crypto";
import { fulfilRedemptions } from "@rewards/db";
import { decideRedemption, mintVoucherCode, redemption, voucherRandomBytes } from "@rewards/domain";
import type { Stage } from "../stage.ts";

const mintCode = () => mintVoucherCode(randomBytes(voucherRandomBytes));

/** The stage of a redemption: balance, stock and vouchers, all or nothing. */
export const redemptionFulfil: Stage = {
  definition: redemption,
  rowsMax: 100,
  async process(ids, { database, catalogue }, locks) {
    const { programmes } = await catalogue.read(new Set(), new Set());
    const deps = { programmes, mintCode, decide: decideRedemption };
    return (await fulfilRedemptions(database.sql, ids, deps, locks)).blocked;
  },
};
