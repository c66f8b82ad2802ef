import { countedRewardType, createRight, dataViewNamed, redemption } from "@rewards/domain";
import type { Action } from "../action/action.tsx";
import type { ListedRecord } from "../list/list.tsx";
import { createRecord } from "../record-action/create.action.tsx";
import { memberOf } from "./member.desk.ts";

const rewardsMax = 200;

const isGone = (reward: ListedRecord) =>
  reward["RewardType"] === countedRewardType && Number(reward["QuantityAvailable"] ?? 0) <= 0;

/** A redemption for a member, as the app of the programme would send it. */
export const issueVoucherAction: Action = {
  path: "/members/issue-voucher",
  right: createRight(redemption),
  async ask(call) {
    const { input, viewer, deps } = call;
    const { name, path } = await memberOf(call);
    const { data } = await deps.views.ask(viewer, {
      view: dataViewNamed("RewardList"),
      where: { Status: "Open-Active" },
      select: ["Name", "ExternalID", "RewardCost", "RewardType", "QuantityAvailable"],
      rowsMax: rewardsMax,
    });
    return {
      title: `Issue voucher: ${name}?`,
      body: (
        <>
          <p>
            A worker takes the price from the balance and one from the stock, and issues the vouchers: all or nothing.
          </p>
          <label for="reward">Reward</label>
          <select id="reward" name="reward" required>
            {data.map((reward) => (
              <option value={String(reward["ExternalID"])} selected={reward["ExternalID"] === input.get("reward")}>
                {`${String(reward["Name"])}, ${String(reward["RewardCost"] || 0)} points${isGone(reward) ? ", none left" : ""}`}
              </option>
            ))}
          </select>
          <label for="quantity">Quantity</label>
          <input id="quantity" name="quantity" value={input.get("quantity") ?? "1"} maxlength={9} inputmode="numeric" />
        </>
      ),
      kept: ["ID"],
      button: "Issue voucher",
      back: path,
    };
  },
  async perform(call) {
    const { input } = call;
    const { key } = await memberOf(call);
    const line = { RewardExternalID: input.get("reward") ?? "", Quantity: input.get("quantity") ?? "" };
    const to = await createRecord(call, redemption, { MemberExternalID: key, RedemptionItems: [line] });
    return { to, notice: "Accepted. The page shows whether it was done." };
  },
};
