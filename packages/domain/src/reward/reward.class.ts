import { defineClass } from "../class.ts";
import { defineListView } from "../data-view.list.ts";
import { defineKeyView } from "../data-view.ts";
import { recordOf } from "../record.ts";
import { addRewardStock, deleteReward } from "./reward.actions.ts";
import { reward } from "./reward.object.ts";

export const rewardClass = defineClass({
  object: reward,
  actions: [addRewardStock, deleteReward],
  views: [
    defineKeyView("GetRewardByBusinessKeys", recordOf(reward), "ExternalID"),
    defineListView("RewardList", recordOf(reward)),
  ],
});
