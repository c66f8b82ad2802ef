import { textLiteral } from "@rewards/db";
import { addBalance, member, unknownAction } from "@rewards/domain";
import { elementsOf, type Pass, shown, togetherMax } from "./books.check.ts";

const adjustments: Pass = {
  of: "adjustments",
  invariant: "I2",
  rows: `
    select coalesce(a.id, e.source_id) as id, row(a.member, a.currency, a.amount) = row(e.member, e.currency, e.currency_awarded) as is_posted
    from adjustment a full join (select * from ledger_entry where type = 'Adjustment') e on e.source_id = a.id`,
  names: { adjustment: "id" },
  checks: {
    "adjustment.entry": {
      says: "Each adjustment has one entry with its member, currency and amount, and each such entry has its adjustment.",
      holds: "is_posted",
    },
  },
};

const balanceField = "Balance.";
/** The columns that identify a change of a member's balance; equal changes are numbered. */
const change = ["member", "field", "was", "became"];
const counted = (order: string) => `row_number() over (partition by ${change.join(", ")} order by ${order}) as nth`;

/** The balance changes in the history of members. Only AddBalance writes them. */
const written = `
  select *, ${counted("version")} from (
    select h.record_id as member, h.version, h.user_id, h.at, c ->> 'field' as field, c ->> 'from' as was, c ->> 'to' as became
    from history h cross join lateral ${elementsOf("h.changes")} c
    where h.class = ${textLiteral(member.class)} and h.action = ${textLiteral(addBalance.name)}
      and starts_with(c ->> 'field', ${textLiteral(balanceField)})
  ) h`;

const posted = `
  select *, ${counted("sequence")} from (
    select e.member, e.sequence, e.source_id, a.create_user_id, a.create_date_time, ${textLiteral(balanceField)} || c.name as field,
      ${shown("e.member_balance - e.currency_awarded")} as was, ${shown("e.member_balance")} as became
    from ledger_entry e
    left join adjustment a on a.id = e.source_id
    left join currency c on c.id = e.currency
    where e.type = 'Adjustment'
  ) e`;

/** Joins each posted adjustment with its row of the member's history; either side may be missing. */
const histories: Pass = {
  of: "adjustments and the history of members",
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
      says: "Each adjustment has one row in its member's history, with the balances before and after, the user and the time; no other row exists.",
      holds: "is_written or is_before_history",
    },
  },
};

export const adjustmentPasses: readonly Pass[] = [adjustments, histories];
