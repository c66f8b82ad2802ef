import { countedRewardType, redemption, redemptionItem } from "@rewards/domain";
import { textLiteral } from "../literal.ts";
import { type Pass, textList } from "./books.check.ts";

const countedTypes = textList([countedRewardType, ""]);

/** Each reward beside its stock and beside what its items took; either side may be missing. */
const stock: Pass = {
  of: "rewards",
  rows: `
    select coalesce(r.id, s.reward_id) as id, r.id is not null and s.reward_id is not null as is_whole,
      s.added, s.available, s.issued, r.reward_type in ${countedTypes} as is_counted, coalesce(i.taken, 0) as taken
    from reward r
    full join stock s on s.reward_id = r.id
    left join (select reward, sum(quantity) as taken from redemption_item group by reward) i on i.reward = coalesce(r.id, s.reward_id)`,
  names: { reward: "id" },
  checks: {
    "stock.reward": {
      invariant: "I4",
      says: "A reward has its row of stock, and a row its reward.",
      holds: "is_whole",
    },
    "stock.sum": {
      invariant: "I4",
      says: "Added is available and issued; available is never below 0.",
      holds: "added = available + issued and available >= 0",
    },
    "stock.items": {
      invariant: "I4",
      says: "Issued is what the reward's items took; of a reward that is not counted none is kept.",
      holds: "case when is_counted then issued = taken else added = 0 and issued = 0 end",
    },
  },
};

const isCompleted = `status = ${textLiteral(redemption.transitions.complete.to)}`;
/** A cost that is no number breaks the check, not the query. */
const cost = `case when reward_cost = '' then 0 when reward_cost ~ '^[0-9]{1,11}([.][0-9]{1,4})?$' then reward_cost::numeric end`;

/** Each redemption beside its items and its entries. */
const redemptions: Pass = {
  of: "redemptions",
  rows: `
    select r.id, r.status, coalesce(i.items, 0) as items, coalesce(i.priced, 0) as priced, coalesce(i.cost, 0) as cost,
      coalesce(e.entries, 0) as entries, coalesce(e.amount, 0) as amount,
      case when jsonb_typeof(r.redemption_items) = 'array' then jsonb_array_length(r.redemption_items) end as lines
    from redemption r
    left join (
      select i.redemption, count(*) as items, count(w.cost) as priced, sum(i.quantity * w.cost) as cost
      from redemption_item i left join (select id, ${cost} as cost from reward) w on w.id = i.reward group by i.redemption
    ) i on i.redemption = r.id
    left join (
      select source_id, count(*) as entries, sum(currency_awarded) as amount from ledger_entry where type = 'Redemption' group by source_id
    ) e on e.source_id = r.id`,
  names: { redemption: "id", status: "status" },
  checks: {
    "redemption.entry": {
      invariant: "I2",
      says: "A completed redemption took the cost of its items, in one entry; any other took nothing.",
      holds: `case when ${isCompleted} then priced = items and amount = -cost and entries = (cost > 0)::int else entries = 0 end`,
    },
    "redemption.items": {
      invariant: "I6",
      says: "A completed redemption has one item a line; any other has none.",
      holds: `items = case when ${isCompleted} then lines else 0 end`,
    },
  },
};

const { use, expire } = redemptionItem.transitions;
const isOpen = `status in ${textList(expire.from)}`;
/** The domain's `normaliseVoucherCode`, in SQL. Of ASCII alone: beyond it Postgres and JavaScript differ in what upper case is. */
const voucherKey = String.raw`translate(upper(regexp_replace(voucher_code collate "C", '[\s-]', '', 'g')), 'OIL', '011')`;
const isAscii = String.raw`voucher_code collate "C" ~ '^[\x01-\x7f]*$'`;

const items: Pass = {
  of: "vouchers",
  rows: `
    select i.*, r.status as redemption_status, w.id as reward_id, x.at as listed_at,
      count(*) over (partition by i.voucher_key) as namesakes
    from redemption_item i
    left join redemption r on r.id = i.redemption
    left join reward w on w.id = i.reward
    left join expiring x on x.item_id = i.id`,
  names: { item: "id", voucher: "voucher_code" },
  checks: {
    "voucher.unique": { invariant: "I6", says: "No two vouchers have one normalised code.", holds: "namesakes = 1" },
    "voucher.key": {
      invariant: "I6",
      says: "The normalised code is that of the code shown.",
      holds: `not ${isAscii} or voucher_key = ${voucherKey}`,
    },
    "voucher.redemption": {
      invariant: "I6",
      says: "A voucher belongs to a completed redemption and to a reward.",
      holds: `redemption_status = ${textLiteral(redemption.transitions.complete.to)} and reward_id is not null`,
    },
    "voucher.used": {
      invariant: "I6",
      says: "A used voucher was used before its expiry.",
      holds: `status <> ${textLiteral(use.to)} or expiration_date_time is null or update_date_time <= expiration_date_time`,
    },
    "voucher.expired": {
      invariant: "I6",
      says: "An expired voucher had an expiry, and expired after it.",
      holds: `status <> ${textLiteral(expire.to)} or update_date_time >= expiration_date_time`,
    },
    "voucher.listed": {
      invariant: "I6",
      says: "An open voucher with an expiry is listed to expire then.",
      holds: `not ${isOpen} or expiration_date_time is not distinct from listed_at`,
    },
  },
};

const expiring: Pass = {
  of: "vouchers listed to expire",
  rows: "select x.item_id, i.status from expiring x left join redemption_item i on i.id = x.item_id",
  names: { item: "item_id" },
  checks: {
    "expiring.item": { invariant: "I6", says: "What is listed to expire is an open voucher.", holds: isOpen },
  },
};

export const rewardPasses: readonly Pass[] = [stock, redemptions, items, expiring];
