import { dataViewNamed, isStockCounted, readRight, recordOf, reward } from "@rewards/domain";
import { link, points, pointsIfAny, status, time, word } from "./list/list.columns.tsx";
import { listPageOf } from "./list/list.page.tsx";
import { type Column, type ListedRecord, Lists, type RecordList, readLists } from "./list/list.tsx";
import { formatPoints } from "./page/elements.tsx";
import type { Page } from "./page/page.ts";
import { folderOf, RecordFacts, recordAt } from "./record/record.facts.tsx";
import { historyOf, RecordLead } from "./record/record.page.tsx";
import { RecordTools } from "./record-action/record.action.tsx";

const record = recordOf(reward);

const isCounted = (found: ListedRecord): boolean => isStockCounted(String(found["RewardType"] ?? ""));

const stock = (head: string, field: string): Column => ({
  head,
  fields: [field, "RewardType"],
  show: (found) => (isCounted(found) ? formatPoints(found[field] ?? 0) : "not counted"),
  isNumber: true,
});

/** All rewards with their stock. */
export const rewardsPage = listPageOf({
  definition: reward,
  view: dataViewNamed("RewardList"),
  menu: "Rewards",
  columns: [
    link("Reward", "Name"),
    word("Key", "ExternalID"),
    status,
    pointsIfAny("Price", "RewardCost"),
    stock("Stock left", "QuantityAvailable"),
    stock("Ever added", "RewardQuantity"),
    time("Ends", "RewardExpiration"),
  ],
});

export const vouchersOf = (id: string): RecordList => ({
  name: "vouchers",
  title: "Vouchers issued",
  question: { view: dataViewNamed("RedemptionItemList"), where: { Reward: id }, latestBy: ["CreateDateTime"] },
  columns: [
    link("Voucher", "VoucherCode"),
    points("Quantity", "Quantity"),
    status,
    time("Issued", "CreateDateTime"),
    time("Expires", "ExpirationDateTime"),
  ],
});

/** A reward with its stock and its vouchers. */
export const rewardPage: Page = {
  path: `${folderOf(reward)}/:id`,
  right: readRight(reward),
  async show(c, viewer, deps) {
    const { id, found } = await recordAt(c, deps, reward);
    const lists = await readLists(c, viewer, deps, [vouchersOf(id), historyOf(id)]);
    const body = (
      <>
        {!isCounted(found) && found["Status"] === reward.initial && (
          <p class="note">Its stock is not counted: it is issued without limit.</p>
        )}
        <RecordFacts definition={record} record={found} />
        <Lists path={`${folderOf(reward)}/${id}`} lists={lists} />
      </>
    );
    return {
      title: String(found["Name"]),
      lead: <RecordLead of={reward} record={found} />,
      tools: <RecordTools of={reward} record={found} viewer={viewer} />,
      body,
    };
  },
};
