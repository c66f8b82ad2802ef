import type { Sql } from "postgres";
import { shopProgramme } from "../servers/shop.rules.ts";
import type {
  EntryRow,
  Facts,
  ItemRow,
  MoveRow,
  PersonRow,
  RedemptionRow,
  RegularRow,
  SaleRow,
  TierChangeRow,
  TierRow,
  VersionRow,
} from "./facts.ts";

/** Reads whole tables: those of a round are small. */
export async function readFacts(sql: Sql): Promise<Facts> {
  const people = await sql<PersonRow[]>`select id, external_id as key, status from member`;
  const cards = await sql<{ key: string; id: string }[]>`select key, member as id from member_key where until is null`;
  const stores = await sql<{ key: string; id: string; participating: boolean }[]>`
    select store_code as key, id, is_participating as participating from store`;
  return {
    sales: await sql<SaleRow[]>`
      select s.id, external_id as key, status, confirmation_note as note, member_external_id as member, store_code as store,
        sale_items as items, least(s.sale_date_time, s.create_date_time) as sold, a.sale_id is not null as is_awaiting
      from sale s left join awaiting a on a.sale_id = s.id`,
    redemptions: await sql<RedemptionRow[]>`
      select id, origin as key, status, confirmation_note as note, member_external_id as member, redemption_items as lines
      from redemption`,
    items: await sql<ItemRow[]>`
      select i.id, redemption, i.status, voucher_key, expiration_date_time as expires, r.external_id as reward, quantity
      from redemption_item i join reward r on r.id = i.reward`,
    entries: await sql<EntryRow[]>`
      select coalesce(x.source_id, e.source_id) as source, x.id is not null as is_after_cancellation, m.external_id as member, c.position as currency, e.type, e.currency_awarded as amount,
        e.member_balance as balance, e.create_date_time as at,
        e.rules as version, case when e.type in ('Sale', 'Return') then e.why::json else '{}' end as why
      from ledger_entry e join member m on m.id = e.member join currency c on c.id = e.currency
      left join ledger_entry x on e.type = 'Expiry' and x.id = e.source_id and x.type = 'Cancellation'
      order by e.member, e.currency, e.sequence`,
    adjustments: await sql<Facts["adjustments"][number][]>`
      select a.id, m.external_id as member, c.position as currency, amount, a.create_user_id as user, a.sale
      from adjustment a join member m on m.id = a.member join currency c on c.id = a.currency`,
    payments: await sql<Facts["payments"][number][]>`
      select p.id, p.reference as key, m.external_id as member, p.points from payment p join member m on m.id = p.member`,
    givenBack: await sql<Facts["givenBack"][number][]>`select id, payment, points from payment_cancellation`,
    edits: await sql<{ key: string }[]>`
      select c ->> 'to' as key from history h, jsonb_array_elements(h.changes) c
      where h.action = 'Edit' and c ->> 'field' = 'Description'`,
    keys: await sql<{ key: string; path: string }[]>`select key, path from idempotency_key where method = 'PATCH'`,
    stock: await sql<Facts["stock"][number][]>`select reward_id as reward, added, available, issued from stock`,
    people,
    members: new Map([...people, ...cards].map(({ key, id }) => [key, id])),
    stores: new Map(stores.map((one) => [one.key, one])),
    segments: await sql<Facts["segments"][number][]>`select id, name as key, status from segment`,
    versions: await sql<VersionRow[]>`
      select v.version, v.in_force_from as since, v.rules::json as rules, v.tiers::json as tiers
      from earning_version v join programme p on p.id = v.program where p.business_id = ${shopProgramme} order by v.version`,
    regulars: await sql<RegularRow[]>`
      select m.external_id as key, r.since, r.until from segment_member r join member m on m.id = r.member order by r.since`,
    tiers: await sql<TierRow[]>`
      select m.external_id as member, b.tier, b.tier_period as month, b.tier_sums::text[] as sums
      from balance b join currency c on c.id = b.currency and c.position = 0 join programme p on p.id = c.program
        join member m on m.id = b.member where p.business_id = ${shopProgramme}`,
    tierChanges: await sql<TierChangeRow[]>`
      select m.external_id as member, t.from_tier as "from", t.to_tier as "to", t.sale
      from tier_change t join member m on m.id = t.member`,
    moves: await sql<MoveRow[]>`select noun, id, old, new, at from faults.move order by n`,
    setAside: await sql<Facts["setAside"][number][]>`select class, id, error from faults.set_aside`,
  };
}
