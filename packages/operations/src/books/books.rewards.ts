import { textLiteral } from "@rewards/db";
import { countedRewardType, redemption, redemptionItem, reward, unknownAction } from "@rewards/domain";
import { elementsOf, joinHolder, type Pass, shown, textList, togetherMax } from "./books.check.ts";

const { use, expire, cancel } = redemptionItem.transitions;
const countedTypes = textList([countedRewardType, ""]);

/** The last RewardQuantity in each reward's history, if any. A reward with unknown changes need not have begun at 0. */
const additions = `
  select h.record_id as id, bool_or(h.action = ${textLiteral(unknownAction)}) as is_unknown,
    (array_agg(c ->> 'to' order by h.version desc) filter (where c ->> 'field' = 'RewardQuantity'))[1] as last
  from history h left join lateral ${elementsOf("h.changes")} c on true where h.class = ${textLiteral(reward.class)} group by h.record_id`;

/** Joins each reward with its stock, its history and the quantity of its items; either side may be missing. */
const stock: Pass = {
  of: "rewards",
  invariant: "I4",
  rows: `
    select coalesce(r.id, s.reward_id) as id, r.id is not null and s.reward_id is not null as is_whole,
      s.added, s.available, s.issued, r.reward_type in ${countedTypes} as is_counted, coalesce(i.taken, 0) as taken,
      ${shown("s.added")} = coalesce(h.last, '0') or h.last is null and h.is_unknown as is_recorded
    from reward r
    full join stock s on s.reward_id = r.id
    left join (select reward, sum(quantity) as taken from redemption_item where status <> ${textLiteral(cancel.to)} group by reward) i on i.reward = coalesce(r.id, s.reward_id)
    left join (${additions}) h on h.id = r.id`,
  names: { reward: "id" },
  checks: {
    "stock.reward": { says: "A reward has one stock row, and a stock row has its reward.", holds: "is_whole" },
    "stock.sum": {
      says: "Added is the sum of available and issued; available is never below 0.",
      holds: "added = available + issued and available >= 0",
    },
    "stock.history": {
      says: "Added is the stock after the last change in the reward's history.",
      holds: "is_recorded",
    },
    "stock.items": {
      says: "Issued is the quantity of the reward's items that were not cancelled; if a reward's stock is not counted, added and issued are 0.",
      holds: "case when is_counted then issued = taken else added = 0 and issued = 0 end",
    },
  },
};

const isOpen = `status in ${textList(expire.from)}`;
/** The domain's `normaliseVoucherCode` in SQL. Only for ASCII: Postgres and JavaScript differ in other upper case. */
const voucherKey = String.raw`translate(upper(regexp_replace(voucher_code collate "C", '[\s-]', '', 'g')), 'OIL', '011')`;
const isAscii = String.raw`voucher_code collate "C" ~ '^[\x01-\x7f]*$'`;

/** The expiry of an item created at `at`: the domain's `expiryOf` in SQL. Days that are not a number give no expiry. */
const expiryOf = (at: string) => `least(w.reward_expiration, case when w.days_available ~ '^[0-9]{1,5}$'
  then least(${at} + w.days_available::int * interval '24 hours', '9999-12-31 23:59:59.999Z') end)`;

const items: Pass = {
  of: "vouchers",
  invariant: "I6",
  rows: `
    select i.*, r.status as redemption_status, m.external_id as redemption_member, w.id as reward_id, w.name as reward_name, x.at as listed_at,
      ${expiryOf("i.create_date_time")} as latest, ${expiryOf(`i.create_date_time - ${togetherMax}`)} as earliest,
      count(*) over (partition by i.voucher_key) as namesakes
    from redemption_item i
    left join redemption r on r.id = i.redemption
    ${joinHolder("r.member_external_id")}
    left join reward w on w.id = i.reward
    left join expiring x on x.item_id = i.id`,
  names: { item: "id", voucher: "voucher_code" },
  checks: {
    "voucher.unique": { says: "No two vouchers have the same normalised code.", holds: "namesakes = 1" },
    "voucher.key": {
      says: "A voucher's normalised code derives from its code.",
      holds: `not ${isAscii} or voucher_key = ${voucherKey}`,
    },
    "voucher.redemption": {
      says: "A voucher belongs to a redemption that was completed, and perhaps cancelled, and to a reward.",
      holds: `redemption_status in ${textList([redemption.transitions.complete.to, redemption.transitions.cancel.to])} and reward_id is not null`,
    },
    "voucher.member": {
      says: "A voucher belongs to the member of its redemption.",
      holds: "member_external_id = redemption_member",
    },
    "voucher.reward": {
      says: "A voucher has the name of its reward, and expires as the reward defines.",
      holds: `name = reward_name and case when latest is null then expiration_date_time is null
        else expiration_date_time between earliest and latest end`,
    },
    "voucher.used": {
      says: "A used voucher was used before its expiry.",
      holds: `status <> ${textLiteral(use.to)} or expiration_date_time is null or update_date_time <= expiration_date_time`,
    },
    "voucher.expired": {
      says: "An expired voucher had an expiry, and expired after it.",
      holds: `status <> ${textLiteral(expire.to)} or update_date_time >= expiration_date_time`,
    },
    "voucher.listed": {
      says: "An open voucher with an expiry is listed to expire at that time.",
      holds: `not ${isOpen} or expiration_date_time is not distinct from listed_at`,
    },
  },
};

const expiring: Pass = {
  of: "vouchers listed to expire",
  invariant: "I6",
  rows: "select x.item_id, i.status from expiring x left join redemption_item i on i.id = x.item_id",
  names: { item: "item_id" },
  checks: {
    "expiring.item": { says: "A voucher that is listed to expire is open.", holds: isOpen },
  },
};

export const rewardPasses: readonly Pass[] = [stock, items, expiring];
