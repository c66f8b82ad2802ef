import { textLiteral } from "@rewards/db";
import { redemption } from "@rewards/domain";
import { elementsOf, firstCurrency, type Pass, shown } from "./books.check.ts";

const isCompleted = `status = ${textLiteral(redemption.transitions.complete.to)}`;
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
    select r.id, r.status, r.confirmation_note as note, coalesce(i.items, 0) as items, coalesce(i.priced, 0) as priced,
      coalesce(i.cost, 0) as cost, i.minted, coalesce(e.entries, 0) as entries, coalesce(e.amount, 0) as amount, c.name as currency,
      case when jsonb_typeof(r.redemption_items) = 'array' then jsonb_array_length(r.redemption_items) end as lines,
      (select ${sorted(asked)} from ${elementsOf("r.redemption_items")} l) as asked
    from redemption r
    left join (
      select i.redemption, count(*) as items, count(w.cost) as priced, sum(i.quantity * w.cost) as cost, ${sorted(minted)} as minted
      from redemption_item i
      left join redemption r on r.id = i.redemption
      left join (select id, external_id, ${cost} as cost from reward) w on w.id = i.reward
      group by i.redemption
    ) i on i.redemption = r.id
    left join (
      select source_id, count(*) as entries, sum(currency_awarded) as amount from ledger_entry where type = 'Redemption' group by source_id
    ) e on e.source_id = r.id
    left join member m on m.external_id = r.member_external_id${firstCurrency}`,
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
      holds: `not ${isCompleted} or note = 'Redeemed for ' || ${shown("cost")} || ' ' || currency || '.'`,
    },
  },
};

export const redemptionPasses: readonly Pass[] = [redemptions];
