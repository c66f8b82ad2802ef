import { textLiteral } from "@rewards/db";
import { addBalance, member, paymentCancellation, sale, unearnedStoreNote, unknownAction } from "@rewards/domain";
import {
  elementsOf,
  finalOf,
  firstCurrency,
  joinHolder,
  jsonOf,
  numberAt,
  type Pass,
  shown,
  textList,
  togetherMax,
} from "./books.check.ts";
import { isDetached } from "./books.keys.ts";
import { versionInForce } from "./books.versions.ts";

const adjustments: Pass = {
  of: "adjustments",
  invariant: "I2",
  rows: `
    select coalesce(a.id, e.source_id) as id, row(a.member, a.currency, a.amount, a.reason)
      = row(e.member, e.currency, e.currency_awarded, coalesce(${jsonOf("e.why")} ->> 'reason', '')) as is_posted
    from adjustment a full join (select * from ledger_entry where type = 'Adjustment') e on e.source_id = a.id`,
  names: { adjustment: "id" },
  checks: {
    "adjustment.entry": {
      says: "Each adjustment has one entry with its member, currency, amount and reason, and each such entry has its adjustment.",
      holds: "is_posted",
    },
  },
};

const balanceField = "Balance.";
const posting = [addBalance.name, "PayWithPoints", "CancelPayment"];
/** The columns that identify a change of a member's balance; equal changes are numbered. */
const change = ["member", "field", "was", "became"];
const counted = (order: string) => `row_number() over (partition by ${change.join(", ")} order by ${order}) as nth`;

const linesIn = (entry: string) => `coalesce(${jsonOf(`${entry}.why`)} -> 'lines', '[]')`;

/** Adjustments that name a sale, each with the sale, its own entry, and what an operator did. */
const repricings: Pass = {
  of: "repriced sales",
  invariant: "I2",
  rows: `
    select a.id, a.sale, s.status = ${textLiteral(sale.transitions.complete.to)} and not starts_with(s.confirmation_note, ${textLiteral(unearnedStoreNote)}) as is_completed,
      row(${finalOf("a.member")}, a.currency) = row(m.id, coalesce(e.currency, c.id)) as is_of_member, count(*) over (partition by a.sale) as times,
      x.rules = coalesce(e.rules, ${versionInForce("a.create_date_time")}) as is_by_rules,
      jsonb_array_length(${linesIn("x")}) > 0 and not exists (
        select from ${elementsOf(linesIn("x"))} l
        where ${linesIn("e")} @> l or (${numberAt(`s.sale_items -> (l #>> '{}')::int -> 'Quantity'`)} > 0) is not true) as are_new,
      (select count(*) from audit_entry where operation = 'sale.reprice' and record_id = a.sale and detail ->> 'adjustment' = a.id::text) = 1 as is_audited
    from adjustment a
    left join sale s on s.id = a.sale
    ${joinHolder("s.member_external_id")}
    ${firstCurrency}
    left join ledger_entry e on e.source_id = s.id and e.type = 'Sale'
    left join ledger_entry x on x.source_id = a.id and x.type = 'Adjustment'
    where a.sale is not null and not (s.id is null and ${isDetached("a.sale")})`,
  names: { adjustment: "id", sale: "sale" },
  checks: {
    "adjustment.sale": {
      says: "A sale is repriced at most once. It is completed, and its member gets the points. They are for purchases that had not counted, by the rules of the sale's own entry or of its time. An audit row names it.",
      holds: "is_completed and is_of_member and times = 1 and is_by_rules and are_new and is_audited",
    },
  },
};

/** The balance changes in the history of members that actions on one member write. */
const written = `
  select *, ${counted("version")} from (
    select h.record_id as member, h.version, h.user_id, h.at, c ->> 'field' as field, c ->> 'from' as was, c ->> 'to' as became
    from history h cross join lateral ${elementsOf("h.changes")} c
    where h.class = ${textLiteral(member.class)} and h.action in ${textList(posting)}
      and starts_with(c ->> 'field', ${textLiteral(balanceField)})
  ) h`;

/** What such an action posted to its member's balance: not what a merge or a repricing did. */
const posted = `
  select *, ${counted("sequence")} from (
    select e.member, e.sequence, e.source_id, s.create_user_id, s.create_date_time, ${textLiteral(balanceField)} || c.name as field,
      ${shown("e.member_balance - e.currency_awarded")} as was, ${shown("e.member_balance")} as became
    from ledger_entry e
    left join (
      select id, member, create_user_id, create_date_time, sale from adjustment
      union all select id, member, create_user_id, create_date_time, null from payment
      union all select id, member, create_user_id, create_date_time, null from payment_cancellation
    ) s on s.id = e.source_id
    left join currency c on c.id = e.currency
    where e.type in ('Adjustment', 'Payment') and s.sale is null
      or e.source_class = ${textLiteral(paymentCancellation.class)} and e.type in ('Cancellation', 'TransferIn') and (s.member <> e.member) is not true
  ) e`;

/** Joins each posted adjustment with its row of the member's history; either side may be missing. */
const histories: Pass = {
  of: "adjustments and payments, and the history of members",
  invariant: "I2",
  rows: `
    select coalesce(h.member, e.member) as member, coalesce(h.field, e.field, '') as field, coalesce(h.was, e.was) as was,
      coalesce(h.became, e.became) as became,
      h.member is null and exists (
        select from history u where u.record_id = e.member and u.action = ${textLiteral(unknownAction)}) as is_before_history,
      h.user_id = e.create_user_id and e.create_date_time between h.at - ${togetherMax} and h.at + ${togetherMax} as is_written
    from (${written}) h
    full join (${posted}) e on ${[...change, "nth"].map((column) => `e.${column} = h.${column}`).join(" and ")}`,
  names: { member: "member", field: "field", from: "was", to: "became" },
  checks: {
    "adjustment.history": {
      says: "Each adjustment that repriced no sale, each payment and each cancellation of one has one row in its member's history, with the balances before and after, the user and the time; no other row exists.",
      holds: "is_written or is_before_history",
    },
  },
};

export const adjustmentPasses: readonly Pass[] = [adjustments, repricings, histories];
