import { dataViewNamed, isStockCounted, readRight, recordOf, reward, viewRight } from "@rewards/domain";
import {
  type Column,
  type ListedRecord,
  Lists,
  link,
  points,
  type RecordList,
  readLists,
  text,
  time,
  word,
} from "./list/list.tsx";
import { formatPoints } from "./page/elements.tsx";
import type { Page } from "./page/page.ts";
import { folderOf, idOfPath, RecordFacts, unknownRecord } from "./record/record.facts.tsx";
import { historyOf, titleOf } from "./record/record.page.tsx";

const rewardList = dataViewNamed("RewardList");
const record = recordOf(reward);

const isCounted = (found: ListedRecord): boolean => isStockCounted(String(found["RewardType"] ?? ""));

const stock = (head: string, field: string): Column => ({
  head,
  fields: [field, "RewardType"],
  show: (found) => (isCounted(found) ? formatPoints(found[field] ?? 0) : "not counted"),
  isNumber: true,
});

export const rewards: RecordList = {
  name: "rewards",
  title: "Latest first",
  question: { view: rewardList, latestBy: ["CreateDateTime"] },
  columns: [
    link("Reward", "Name"),
    word("ExternalID", "ExternalID"),
    text("Type", "RewardType"),
    points("Cost", "RewardCost"),
    stock("Stock left", "QuantityAvailable"),
    stock("Stock ever added", "RewardQuantity"),
    word("Status", "Status"),
  ],
};

/** All rewards with their stock. */
export const rewardsPage: Page = {
  path: folderOf(reward),
  menu: "Rewards",
  right: viewRight(rewardList),
  show: async (c, viewer, deps) => ({
    title: "Rewards",
    body: <Lists path={folderOf(reward)} lists={await readLists(c, viewer, deps, [rewards])} />,
  }),
};

export const vouchersOf = (id: string): RecordList => ({
  name: "vouchers",
  title: "Vouchers issued",
  question: { view: dataViewNamed("RedemptionItemList"), where: { Reward: id }, latestBy: ["CreateDateTime"] },
  columns: [
    link("Voucher", "VoucherCode"),
    points("Quantity", "Quantity"),
    word("Status", "Status"),
    time("Issued", "CreateDateTime"),
    time("Expires", "ExpirationDateTime"),
  ],
});

/** A reward with its stock and its vouchers. */
export const rewardPage: Page = {
  path: `${folderOf(reward)}/:id`,
  right: readRight(reward),
  async show(c, viewer, deps) {
    const { id, uuid } = idOfPath(c, reward);
    const found = await deps.views.find(record, uuid);
    if (!found) throw unknownRecord(reward);
    const lists = await readLists(c, viewer, deps, [vouchersOf(id), historyOf(id)]);
    const body = (
      <>
        {!isCounted(found) && <p class="note">Its stock is not counted: it is issued without limit.</p>}
        <RecordFacts definition={record} record={found} />
        <Lists path={`${folderOf(reward)}/${id}`} lists={lists} />
      </>
    );
    return { title: titleOf(reward, found), body };
  },
};
