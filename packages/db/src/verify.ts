import type { Sql } from "./client.ts";

/** A query that returns the rows that break an invariant of the books; none, where all is well. */
const checks = {
  "I1 balance = sum of entries = last MemberBalance": `
    select coalesce(b.member, e.member) as member from balance b
    full join (select member, currency, sum(currency_awarded) as total, max(sequence) as last, count(*) as entries from ledger_entry group by member, currency) e
      on e.member = b.member and e.currency = b.currency
    left join ledger_entry l on l.member = b.member and l.currency = b.currency and l.sequence = b.sequence
    where b.id is null or b.balance <> coalesce(e.total, 0) or b.sequence <> coalesce(e.last, 0) or b.sequence <> coalesce(e.entries, 0)
      or (b.sequence > 0 and (l.member_balance <> b.balance or l.hash <> b.last_hash))`,
  "I1 each MemberBalance and time follows from the entry before": `
    select id from (
      select id, member_balance, currency_awarded, create_date_time, awarded_after,
        lag(member_balance, 1, 0) over chain as balance_before, lag(awarded_after, 1, 0) over chain as awarded_before,
        lag(create_date_time) over chain as time_before
      from ledger_entry window chain as (partition by member, currency order by sequence)) e
    where member_balance <> balance_before + currency_awarded or awarded_after <> awarded_before + greatest(currency_awarded, 0) or create_date_time < time_before`,
  "I1 hashes chain": `
    select id from (
      select *, lag(encode(hash, 'hex'), 1, '') over (partition by member, currency order by sequence) as before from ledger_entry) e
    where hash <> sha256(convert_to(concat_ws('|', 'v1', member, currency, sequence, type, source_id, currency_awarded, member_balance,
      (extract(epoch from create_date_time) * 1000)::bigint, before), 'UTF8'))`,
  "I2 a settled sale has its entries once, an unsettled one none": `
    select s.id from sale s where s.status <> 'Resolved-Completed' and exists (select from ledger_entry e where e.source_id = s.id)`,
  "I3 every record is settled, pending, awaiting or a dead letter": `
    select id from sale s where status in ('Pending-Ready To Process', 'Pending-Awaiting Reference')
      and not exists (select from pending p where p.class = 'SaleCase' and p.id = s.id) and not exists (select from dead_letter d where d.class = 'SaleCase' and d.id = s.id) and not exists (select from awaiting a where a.sale_id = s.id)
    union all select id from redemption r where status = 'Open-Ready To Process' and not exists (select from pending p where p.class = 'RedemptionCase' and p.id = r.id) and not exists (select from dead_letter d where d.class = 'RedemptionCase' and d.id = r.id)
    union all select id from segment g where status = 'New-Segment Case creation' and not exists (select from pending p where p.class = 'SegmentCase' and p.id = g.id) and not exists (select from dead_letter d where d.class = 'SegmentCase' and d.id = g.id)
    union all select sale_id from awaiting a join sale s on s.id = a.sale_id where s.status <> 'Pending-Awaiting Reference'
    union all select p.id from pending p left join sale s on s.id = p.id where p.class = 'SaleCase' and (s.id is null or s.status like 'Resolved-%')
    union all select p.id from pending p left join redemption r on r.id = p.id where p.class = 'RedemptionCase' and (r.id is null or r.status like 'Resolved-%')
    union all select d.id from dead_letter d where not (
      exists (select from sale s where s.id = d.id and s.status not like 'Resolved-%') or exists (select from redemption r where r.id = d.id and r.status = 'Open-Ready To Process')
        or exists (select from segment g where g.id = d.id and g.status = 'New-Segment Case creation'))
      or exists (select from pending p where p.class = d.class and p.id = d.id) or exists (select from awaiting a where a.sale_id = d.id)
    union all select f.id from failing f where not exists (select from pending p where p.class = f.class and p.id = f.id)`,
  "I4 stock: added = available + issued = available + what its items took": `
    select s.reward_id from stock s join reward r on r.id = s.reward_id
    left join (select reward, sum(quantity) as taken from redemption_item group by reward) i on i.reward = s.reward_id
    where s.available < 0 or s.added <> s.available + s.issued or (r.reward_type in ('stock_control', '') and s.issued <> coalesce(i.taken, 0))`,
  "I5 what is available sums to max(balance, 0)": `
    select b.member from balance b
    join (select e.member, e.currency, sum(case when e.currency_awarded <= 0 then 0
        else least(e.currency_awarded, greatest(0, e.awarded_after - (b.awarded - b.balance))) end) as available
      from ledger_entry e join balance b on b.member = e.member and b.currency = e.currency group by e.member, e.currency) a
      on a.member = b.member and a.currency = b.currency
    where a.available <> greatest(b.balance, 0)`,
  "I6 a completed redemption has one item a line": `
    select r.id from redemption r left join (select redemption, count(*) as items from redemption_item group by redemption) i on i.redemption = r.id
    where coalesce(i.items, 0) <> case when r.status = 'Resolved-Completed' then jsonb_array_length(r.redemption_items) else 0 end`,
} as const;

export interface Finding {
  readonly invariant: string;
  readonly broken: number;
  readonly firstId: string;
}

/** Checks the invariants of the books by SQL alone, whatever wrote them. Read-only; reads whole tables. */
export async function verifyBooks(sql: Sql): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [invariant, query] of Object.entries(checks)) {
    const rows = await sql.unsafe<Record<string, string>[]>(query);
    if (rows[0]) findings.push({ invariant, broken: rows.length, firstId: String(Object.values(rows[0])[0]) });
  }
  return findings;
}
