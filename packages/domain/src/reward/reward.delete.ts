import { defineAction } from "../action.ts";
import { reward } from "./reward.object.ts";

/** The vouchers of a deleted reward stay valid. */
export const deleteReward = defineAction({
  name: "DeleteObject",
  target: reward,
  transition: "delete",
  answer: { shape: ["data.objectInfo.status"], note: "Reward deleted." },
});
