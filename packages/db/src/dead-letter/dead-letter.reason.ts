import type { DeadLetterReason } from "@rewards/domain";
import { codeOf, faultKind } from "../fault.ts";
import { StatusMovedError } from "../object/object.settle.ts";
import { VoucherTakenError } from "../redemption-item/redemption-item.insert.ts";

/** A code without a digit, such as EPIPE, comes from the operating system. */
const sqlState = /^(?=.*\d)[\dA-Z]{5}$/;

/** The stable code of an error that the record causes, and not the infrastructure. */
export function deadLetterReasonOf(error: unknown): DeadLetterReason {
  if (error instanceof StatusMovedError || error instanceof VoucherTakenError) return "Error_Record_Contended";
  if (faultKind(error) === "data") return "Error_Record_Refused";
  return sqlState.test(codeOf(error)) ? "Error_Statement_Refused" : "Error_Processing_Failed";
}
