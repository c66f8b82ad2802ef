import type { Pass } from "./books.check.ts";

/** Joins the totals of days with the entries that are counted; either side may be missing. */
const days: Pass = {
  of: "totals of days",
  invariant: "I1",
  rows: `
    select coalesce(d.currency, e.currency) as currency, coalesce(d.day, e.day) as day, coalesce(d.type, e.type) as type,
      d.count, d.sum, e.count as entries, e.total
    from ledger_day d
    full join (
      select e.currency, (e.create_date_time at time zone m.time_zone)::date as day, e.type, count(*) as count, sum(e.currency_awarded) as total
      from ledger_entry e join ledger_day_mark m on m.currency = e.currency
      where e.create_date_time < m.until
      group by 1, 2, 3
    ) e on e.currency = d.currency and e.day = d.day and e.type = d.type`,
  names: { currency: "currency", day: "day", type: "type" },
  checks: {
    "day.sum": {
      says: "The totals of a day, currency and type are the number and the sum of its entries, as far as they are counted.",
      holds: "count = entries and sum = total",
    },
  },
};

export const dayPasses: readonly Pass[] = [days];
