import { defineAction } from "../action.ts";
import type { ErrorCode } from "../error.table.ts";
import { refuseErased } from "../person/person.surrogate.ts";
import { redemptionItem } from "./redemption-item.object.ts";

/** Refuses a voucher from the instant of its expiry on, even before the scheduled expiry has reached it. */
export function refuseExpired(item: Readonly<Record<string, unknown>>, nowMs: number): ErrorCode | undefined {
  const expiresAt = item["ExpirationDateTime"];
  return expiresAt instanceof Date && expiresAt.getTime() <= nowMs ? "Error_Voucher_Expired" : undefined;
}

/** Nobody can use a voucher of an erased member, not even by its ID. */
const refuseVoucher = (item: Readonly<Record<string, unknown>>, nowMs: number) =>
  refuseErased(item["MemberExternalID"]) ?? refuseExpired(item, nowMs);
const refusals = ["Error_Member_Erased", "Error_Voucher_Expired"] as const;

export const lockVoucher = defineAction({
  name: "Lock",
  target: redemptionItem,
  transition: "lock",
  right: "lock",
  guard: refuseVoucher,
  refusals,
  answer: { shape: ["data.objectInfo.status", "data.objectInfo.ID"], note: "Voucher locked." },
});

export const useVoucher = defineAction({
  name: "Use",
  target: redemptionItem,
  transition: "use",
  right: "use",
  guard: refuseVoucher,
  refusals,
  effect: "end-expiry",
  answer: { shape: ["data.objectInfo.status", "data.objectInfo.ID", "confirmationNote"], note: "Voucher used." },
});
