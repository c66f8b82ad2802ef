import type { Campaign } from "@rewards/lab/replay/campaign";
import type { Level, TierCount } from "@rewards/lab/replay/tier";
import type { Sql } from "postgres";
import type { SaleLine } from "../load/make.sale.ts";
import { shopProgramme } from "../servers/shop.rules.ts";

export interface SaleRow {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly note: string;
  readonly member: string;
  readonly store: string;
  readonly items: readonly SaleLine[];
  /** When it counts as made. */
  readonly sold: Date;
  readonly is_awaiting: boolean;
}

export interface RedemptionRow {
  readonly id: string;
  /** The Origin: identifies every redemption of the suite. */
  readonly key: string;
  readonly status: string;
  readonly note: string;
  readonly member: string;
  readonly lines: readonly { Quantity: string; RewardExternalID: string; VoucherCode: string }[];
}

interface ItemRow {
  readonly id: string;
  readonly redemption: string;
  readonly status: string;
  readonly voucher_key: string;
  readonly expires: Date | null;
  /** The ExternalID of its reward, and how many of it. */
  readonly reward: string;
  readonly quantity: string;
}

export interface EntryRow {
  /** Of an Expiry after a Cancellation: that of the Cancellation. */
  readonly source: string;
  readonly is_after_cancellation?: boolean;
  readonly member: string;
  /** The position of its currency in the programme. */
  readonly currency: number;
  readonly type: string;
  /** Text with four decimals. */
  readonly amount: string;
  readonly balance: string;
  readonly at: Date;
  /** The version of the rules; null if the entry is of no sale. */
  readonly version: number | null;
  readonly why: {
    readonly rules?: readonly { readonly id: string }[];
    readonly sums?: readonly { readonly key: string; readonly before: number; readonly value: number }[];
    readonly tier?: string;
  };
}

/** The rules and the tiers of the programme from a time on. */
export interface VersionRow {
  readonly version: number;
  /** Null: since ever. */
  readonly since: Date | null;
  readonly rules: readonly VersionRule[];
  readonly tiers: Tiers | null;
}

export interface Tiers {
  readonly period: "month";
  readonly counts: TierCount;
  /** The lowest first. */
  readonly levels: readonly Level[];
}

/** `to` is a local time, from which on the rule does not count. */
export type VersionRule = Campaign & { readonly to?: string };

/** A time that a member was in the segment. */
interface RegularRow {
  readonly key: string;
  readonly since: Date;
  readonly until: Date | null;
}

/** The tier of a member of the programme, as its balance has it. */
export interface TierRow {
  readonly member: string;
  readonly tier: string | null;
  /** The newest month in which anything counted; null if nothing did yet. */
  readonly month: string | null;
  /** Of that month and of the two before it. Texts with four decimals. */
  readonly sums: readonly string[] | null;
}

/** A change of a member's tier. */
export interface TierChangeRow {
  readonly member: string;
  readonly from: string | null;
  readonly to: string | null;
  /** The UUID of the sale; null if the tier ran out, or was counted anew. */
  readonly sale: string | null;
}

export interface MoveRow {
  readonly noun: string;
  readonly id: string;
  readonly old: string;
  readonly new: string;
  readonly at: Date;
}

/** Everything that a round's database contains at its end. */
export interface Facts {
  readonly sales: readonly SaleRow[];
  readonly redemptions: readonly RedemptionRow[];
  readonly items: readonly ItemRow[];
  /** Those of a balance follow each other in the order of their sequence. */
  readonly entries: readonly EntryRow[];
  readonly adjustments: readonly {
    id: string;
    member: string;
    currency: number;
    amount: string;
    user: string;
    /** The UUID of the sale that was repriced. */
    sale: string | null;
  }[];
  readonly payments: readonly { id: string; key: string; member: string; points: string }[];
  readonly givenBack: readonly { id: string; payment: string; points: string }[];
  /** What each edit of a description made of it. */
  readonly edits: readonly { readonly key: string }[];
  /** The Idempotency-Keys of actions. */
  readonly keys: readonly { readonly key: string; readonly path: string }[];
  readonly stock: readonly { reward: string; added: string; available: string; issued: string }[];
  /** UUIDs by key. */
  readonly members: ReadonlyMap<string, string>;
  readonly stores: ReadonlyMap<string, { readonly id: string; readonly participating: boolean }>;
  readonly segments: readonly { id: string; key: string; status: string }[];
  /** The first one first. */
  readonly versions: readonly VersionRow[];
  readonly regulars: readonly RegularRow[];
  readonly tiers: readonly TierRow[];
  readonly tierChanges: readonly TierChangeRow[];
  readonly moves: readonly MoveRow[];
  readonly setAside: readonly { class: string; id: string; error: string }[];
}

/** Reads whole tables: those of a round are small. */
export async function readFacts(sql: Sql): Promise<Facts> {
  const members = await sql<{ key: string; id: string }[]>`select external_id as key, id from member`;
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
    members: new Map(members.map(({ key, id }) => [key, id])),
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
