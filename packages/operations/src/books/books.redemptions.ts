import { textLiteral } from "@rewards/db";
import { cancellationType, redemption, redemptionItem } from "@rewards/domain";
import { elementsOf, firstCurrency, joinHolder, type Pass, shown, textList, togetherMax } from "./books.check.ts";

const { complete, cancel } = redemption.transitions;
const isCancelled = `status = ${textLiteral(cancel.to)}`;
/** It took points once, whatever was given back since. */
const isCompleted = `status in ${textList([complete.to, cancel.to])}`;
const openItems = textList(redemptionItem.transitions.cancel.from);
const cancelledItems = textLiteral(redemptionItem.transitions.cancel.to);

/** The cost of a reward; NULL if it is not a number, which breaks the check and not the query. */
const cost = `case when reward_cost = '' then 0 when reward_cost ~ '^[0-9]{1,11}([.][0-9]{1,4})?$' then reward_cost::numeric end`;

/** A line as text, with the voucher code that the caller gave, if any. A generated code is left out. */
const line = (reward: string, quantity: string, code: string) => `concat_ws(' ', ${quantity}, ${code}, ${reward})`;
const sorted = (text: string) => `array_agg(${text} order by ${text} collate "C")`;
const asked = line("l ->> 'RewardExternalID'", "l ->> 'Quantity'", "quote_literal(coalesce(l ->> 'VoucherCode', ''))");
const isGiven =
  "r.redemption_items @> jsonb_build_array(jsonb_build_object('VoucherCode', i.voucher_code)) and i.voucher_code <> ''";
const minted = line(
  "w.external_id",
  shown("i.quantity"),
  `quote_literal(case when ${isGiven} then i.voucher_code else '' end)`,
);

/** Joins each redemption with its items and its entries. */
const redemptions: Pass = {
  of: "redemptions",
  invariant: "I2",
  rows: `
    select r.id, r.status, r.version, coalesce(h.rows, 0) as rows,
      row(h.action, h.version, h.note, h.user_id, h.at) = row('Cancel', r.version, r.confirmation_note, r.update_user_id, r.update_date_time) as is_last_row,
      coalesce(i.open, 0) as open, coalesce(i.cancelled, 0) as cancelled, r.confirmation_note as note, coalesce(i.items, 0) as items, coalesce(i.priced, 0) as priced,
      coalesce(i.cost, 0) as cost, i.minted, coalesce(e.entries, 0) as entries, coalesce(e.amount, 0) as amount, c.name as currency,
      case when jsonb_typeof(r.redemption_items) = 'array' then jsonb_array_length(r.redemption_items) end as lines,
      (select ${sorted(asked)} from ${elementsOf("r.redemption_items")} l) as asked
    from redemption r
    left join (
      select i.redemption, count(*) as items, count(w.cost) as priced,
        count(*) filter (where i.status in ${openItems} and (i.expiration_date_time > r.update_date_time) is not false) as open, count(*) filter (where i.status = ${cancelledItems}) as cancelled, sum(i.quantity * w.cost) as cost, ${sorted(minted)} as minted
      from redemption_item i
      left join redemption r on r.id = i.redemption
      left join (select id, external_id, ${cost} as cost from reward) w on w.id = i.reward
      group by i.redemption
    ) i on i.redemption = r.id
    left join (
      select source_id, count(*) as entries, sum(currency_awarded) as amount from ledger_entry where type = 'Redemption' group by source_id
    ) e on e.source_id = r.id
    left join (
      select record_id, count(*) as rows, min(action) as action, min(version) as version, min(note) as note, min(user_id) as user_id, min(at) as at
      from history where class = ${textLiteral(redemption.class)} group by record_id
    ) h on h.record_id = r.id
    ${joinHolder("r.member_external_id")}${firstCurrency}`,
  names: { redemption: "id", status: "status" },
  checks: {
    "redemption.entry": {
      says: "A completed redemption took the cost of its items in one entry; other redemptions took nothing.",
      holds: `case when ${isCompleted} then priced = items and amount = -cost and entries = (cost > 0)::int else entries = 0 end`,
    },
    "redemption.items": {
      invariant: "I6",
      says: "A completed redemption has one item for each line; other redemptions have none.",
      holds: `items = case when ${isCompleted} then lines else 0 end`,
    },
    "redemption.lines": {
      invariant: "I6",
      says: "The items of a completed redemption match its lines: reward, quantity, and the code if the line has one.",
      holds: `not ${isCompleted} or minted = asked`,
    },
    "redemption.note": {
      says: "The note of a completed redemption names the cost of its items, in its programme's currency.",
      holds: `not ${isCompleted} or ${isCancelled} or note = 'Redeemed for ' || ${shown("cost")} || ' ' || currency || '.'`,
    },
    "redemption.cancelled": {
      invariant: "I7",
      says: "A cancelled redemption cancelled at least one of its items, and none of them is open. Its last row of history says so; other redemptions have no written history.",
      holds: `case when ${isCancelled} then cancelled > 0 and open = 0 and is_last_row and rows = 1 and version = 3 else rows = 0 end`,
    },
  },
};

/** Joins each item with the entries that paid for its redemption and gave its points back; either side may be missing. */
const cancellations: Pass = {
  of: "cancelled items",
  invariant: "I2",
  rows: `
    select coalesce(i.id, c.source_id) as id, i.status, i.quantity, i.cost, i.update_date_time as at, w.cost as reward_cost,
      coalesce(c.entries, 0) as entries, c.amount, row(c.member, c.currency) = row(p.member, p.currency) as is_of_payer, c.at as given_at
    from redemption_item i
    full join (
      select source_id, count(*) as entries, sum(currency_awarded) as amount, min(member::text)::uuid as member, min(currency::text)::uuid as currency,
        min(create_date_time) as at
      from ledger_entry where type = ${textLiteral(cancellationType)} and source_class = ${textLiteral(redemptionItem.class)} group by source_id
    ) c on c.source_id = i.id
    left join ledger_entry p on p.source_id = i.redemption and p.type = 'Redemption'
    left join (select id, ${cost} as cost from reward) w on w.id = i.reward`,
  names: { item: "id" },
  checks: {
    "voucher.cost": {
      says: "An item has the cost of its reward times its quantity.",
      holds: "status is null or cost = quantity * reward_cost",
    },
    "voucher.cancelled": {
      says: "A cancelled item gave its cost back in one entry, to the member who had paid it, in that currency and when it was cancelled. Other items gave nothing back.",
      holds: `case when status = ${cancelledItems} and cost > 0
        then entries = 1 and amount = cost and is_of_payer and given_at between at - ${togetherMax} and at + ${togetherMax} else entries = 0 end`,
    },
  },
};

export const redemptionPasses: readonly Pass[] = [redemptions, cancellations];
