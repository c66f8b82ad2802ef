import {
  actionRight,
  cancelVoucher,
  createRight,
  isGranted,
  type ObjectDefinition,
  readRight,
  redemption,
  redemptionItem,
  reward,
} from "@rewards/domain";
import type { Action, ActionCall } from "../action/action.tsx";
import { PageError } from "../page/page.error.ts";
import { folderOf, recordNamed, unknownRecord } from "../record/record.facts.tsx";
import { createRecord } from "./create.action.tsx";

type Shown = Readonly<Record<string, unknown>>;

/** What it reads and does besides the Cancel. */
const further = [readRight(redemptionItem), readRight(redemption), createRight(redemption)];

/** Ends a voucher and issues another one of the same reward. Sent again from any form, it does so once for a voucher. */
export const reissueAction: Action = {
  path: `${folderOf(redemptionItem)}/reissue`,
  right: actionRight(cancelVoucher),
  async ask(call) {
    const { item, path } = await itemOf(call);
    return {
      title: `Reissue: ${String(item["VoucherCode"])}?`,
      body: (
        <p>
          This voucher ends, and its {String(item["Cost"])} points go back. Then the member gets another one of the same
          reward, with another code and a new time to use it, for what the reward costs today.
        </p>
      ),
      kept: ["ID"],
      button: "Reissue",
      back: path,
    };
  },
  async perform(call) {
    const { viewer, deps } = call;
    const { id, item } = await itemOf(call);
    const [bought, chosen] = await Promise.all([
      read(call, redemption, item["Redemption"]),
      read(call, reward, item["Reward"]),
    ]);
    const keyOf = (step: string) => `console-reissue-${id}-${step}`;
    await deps.api.send(viewer, {
      method: "PATCH",
      path: `/objects/${id}/actions/${cancelVoucher.name}`,
      content: { Reason: "Reissued" },
      key: keyOf("cancel"),
    });
    const line = { RewardExternalID: chosen["ExternalID"], Quantity: String(item["Quantity"]) };
    const content = { MemberExternalID: bought["MemberExternalID"], RedemptionItems: [line] };
    const to = await createRecord(call, redemption, content, keyOf("issue"));
    return { to, notice: "The voucher has ended. The page shows whether the new one was issued." };
  },
};

/** @throws PageError 403 if a right for a later step is missing, 404 if there is no such voucher. */
async function itemOf(call: ActionCall) {
  const { input, viewer } = call;
  const lacking = further.find((right) => !isGranted(viewer.rights, right));
  if (lacking) throw new PageError(403, `${viewer.name} lacks the right ${lacking}.`, "Ask an administrator for it.");
  const id = input.get("ID") ?? "";
  const item = await read(call, redemptionItem, { ID: id });
  return { id, item, path: `${folderOf(redemptionItem)}/${id}` };
}

/** The record that a reference names. */
async function read({ deps }: ActionCall, definition: ObjectDefinition, reference: unknown): Promise<Shown> {
  const found = await recordNamed(deps, definition, reference);
  if (!found) throw unknownRecord(redemptionItem);
  return found;
}
