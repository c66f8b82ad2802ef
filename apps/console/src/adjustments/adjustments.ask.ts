import { askAdjustment, ChangeRefusedError } from "@rewards/access";
import { type AdjustmentContent, consentDays, consentedReason, stringLengthMax } from "@rewards/domain";
import { type ActionCall, formIdField } from "../action/action.tsx";
import { InputError, PageError } from "../page/page.error.ts";

/** Asks for the consent of another user to an adjustment that the API refused without. @returns what the page says. */
export async function askConsent(
  { input, viewer, author, deps }: ActionCall,
  member: string,
  { AdjustBalances: { Amount: amount, Name: currency, Reason: reason = "" } }: AdjustmentContent,
): Promise<string> {
  if (reason === "") throw new InputError("Write a reason: somebody else must agree to this amount.");
  if (consentedReason(reason, viewer.name).length > stringLengthMax)
    throw new InputError("Write a shorter reason: your name is added to it.");
  const id = Buffer.from(input.get(formIdField) ?? "", "base64url").toString("hex");
  const by = { ...author, session: viewer.token ?? "" };
  await askAdjustment(deps.sql, { id, member, currency, amount, reason }, by).catch((error: unknown) => {
    if (!(error instanceof ChangeRefusedError)) throw error;
    throw new PageError(403, error.message, "Log in again, or ask an administrator for the right.");
  });
  return `Not posted yet: somebody else must agree within ${consentDays} days.`;
}
