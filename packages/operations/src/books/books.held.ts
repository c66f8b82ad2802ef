import { textLiteral } from "@rewards/db";
import { amountMax, deletedStatus, formatAmount } from "@rewards/domain";
import { elementsOf, numberAt } from "./books.check.ts";
import { roundedPoints } from "./books.sources.ts";
import { versionInForce, versionWhenPlanned } from "./books.versions.ts";

/** A worker may park a return by the catalogue of some time ago. */
const catalogueGrace = "interval '1 hour'";
const isBefore = (at: string) => `${at} < s.update_date_time - ${catalogueGrace}`;

const amount = `abs(${numberAt("l -> 'TotalAmount'")})`;
const atMost = (points: string) => `least(${formatAmount(amountMax)}, ${points})`;

/**
 * Of a return `s` in `awaiting`: what its lines that name sales come to at the rate of the version `v`, all of them and those that
 * count by the present catalogue; and whether the version of the rules, the store and the products are those by which it was parked.
 */
export const heldColumns = `
      ${atMost(roundedPoints("coalesce(h.linked, 0)"))} as held_most,
      ${atMost(roundedPoints("case when t.is_participating then coalesce(h.counting, 0) else 0 end"))} as held_now,
      coalesce(v.version = ${versionWhenPlanned("s.update_date_time")}, false) as is_by_this_rate,
      coalesce(${isBefore("t.update_date_time")} and h.are_before, false) as is_by_this_catalogue`;

/** For rows with the sale `s` and its programme `p`. */
export const heldJoins = `
    left join earning_version v on v.program = p.id and v.version = ${versionInForce("s.update_date_time")}
    left join store t on t.store_code = s.store_code
    left join lateral (
      select sum(${amount}) as linked, sum(${amount}) filter (where g.is_counting) as counting, bool_and(coalesce(g.is_before, false)) as are_before
      from ${elementsOf("s.sale_items")} l
      left join lateral (
        select bool_or(incentivizable and status <> ${textLiteral(deletedStatus)}) as is_counting, bool_and(${isBefore("update_date_time")}) as is_before
        from product where product_code = l ->> 'ProductCode'
      ) g on true
      where l ? 'OriginalSaleExternalID'
    ) h on true`;

const isKnown = "original is not null and is_by_this_rate and is_by_this_catalogue";

export const heldCheck = {
  says: "A return that waits for a sale holds of its member what its lines that name sales come to at the programme's rate, in the programme's first currency. No other sale holds points.",
  holds: `case when held is null then num_nonnulls(holder, currency) = 0 and (not (${isKnown}) or held_now = 0)
    else held > 0 and holder = member_id and currency = first_currency and (held <= held_most or not is_by_this_rate)
      and (not (${isKnown}) or held = held_now) end`,
};
