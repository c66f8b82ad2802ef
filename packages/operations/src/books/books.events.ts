import type { Pass } from "./books.check.ts";

/** The latest records that are looked up in the log. */
const latest = 10_000;

/** The rows of the log. A row that waits for its number has none yet. */
const rows: Pass = {
  of: "rows of the log of events",
  invariant: "I8",
  rows: `
    select e.id, e.size, cardinality(e.ids) as ids, coalesce(jsonb_array_length(e.data), e.size) as data,
      e.first is null or e.first < h.kept_from or e.first + e.size = coalesce(lead(e.first) over (order by e.first), h.last + 1) as is_next
    from event e cross join event_head h`,
  names: { row: "id" },
  checks: {
    "event.number": {
      says: "Events are numbered without a gap, up to the last number that was given.",
      holds: "is_next",
    },
    "event.size": {
      says: "Each row of the log has as many events as it says, at most 1,000.",
      holds: "size = ids and size = data and size between 1 and 1000",
    },
  },
};

/** The latest records that are younger than the log and than the writing of the kind, with the events about each. */
const toldOnce = (kind: string, from: string): string => `
  select '${kind}' as kind, r.id, coalesce(t.events, 0) as events
  from (${from} order by id desc limit ${latest}) r
  join event_kind k on k.kind = '${kind}' and r.create_date_time > k.since + interval '1 minute'
  left join told t on t.kind = '${kind}' and t.id = r.id
  where r.create_date_time > (select min(at) from event)`;

const records: Pass = {
  of: "the latest records in the log of events",
  invariant: "I8",
  rows: `
    with told as materialized (
      select e.kind, u.id, count(*) as events from event e cross join unnest(e.ids) u(id)
      where e.kind in ('sale.completed', 'balance.changed') and e.at > clock_timestamp() - interval '1 day'
      group by e.kind, u.id)
    ${toldOnce("sale.completed", "select id, create_date_time from sale where status = 'Resolved-Completed' and create_date_time > clock_timestamp() - interval '1 day'")}
    union all
    ${toldOnce("balance.changed", "select id, create_date_time from ledger_entry where create_date_time > clock_timestamp() - interval '1 day'")}`,
  names: { kind: "kind", id: "id" },
  checks: {
    "event.once": {
      says: `Of the latest ${latest.toLocaleString("en")} completed sales and entries of a day, each has one event, if its kind is written.`,
      holds: "events = 1",
    },
  },
};

export const eventPasses: readonly Pass[] = [rows, records];
