import type { Sql } from "postgres";
import type { SaleLine } from "../load/make.sale.ts";

export interface SaleRow {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly note: string;
  readonly member: string;
  readonly store: string;
  readonly items: readonly SaleLine[];
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
}

export interface EntryRow {
  readonly source: string;
  readonly member: string;
  /** The position of its currency in the programme. */
  readonly currency: number;
  readonly type: string;
  /** Text with four decimals. */
  readonly amount: string;
  readonly balance: string;
  readonly at: Date;
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
  readonly stock: readonly { reward: string; added: string; available: string; issued: string }[];
  /** UUIDs by key. */
  readonly members: ReadonlyMap<string, string>;
  readonly stores: ReadonlyMap<string, { readonly id: string; readonly participating: boolean }>;
  readonly segments: readonly { id: string; key: string; status: string }[];
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
        sale_items as items, a.sale_id is not null as is_awaiting
      from sale s left join awaiting a on a.sale_id = s.id`,
    redemptions: await sql<RedemptionRow[]>`
      select id, origin as key, status, confirmation_note as note, member_external_id as member, redemption_items as lines
      from redemption`,
    items: await sql<ItemRow[]>`
      select id, redemption, status, voucher_key, expiration_date_time as expires from redemption_item`,
    entries: await sql<EntryRow[]>`
      select source_id as source, m.external_id as member, c.position as currency, type, currency_awarded as amount,
        member_balance as balance, e.create_date_time as at
      from ledger_entry e join member m on m.id = e.member join currency c on c.id = e.currency
      order by e.member, e.currency, e.sequence`,
    adjustments: await sql<Facts["adjustments"][number][]>`
      select a.id, m.external_id as member, c.position as currency, amount, a.create_user_id as user, a.sale
      from adjustment a join member m on m.id = a.member join currency c on c.id = a.currency`,
    stock: await sql<Facts["stock"][number][]>`select reward_id as reward, added, available, issued from stock`,
    members: new Map(members.map(({ key, id }) => [key, id])),
    stores: new Map(stores.map((one) => [one.key, one])),
    segments: await sql<Facts["segments"][number][]>`select id, name as key, status from segment`,
    moves: await sql<MoveRow[]>`select noun, id, old, new, at from faults.move order by n`,
    setAside: await sql<Facts["setAside"][number][]>`select class, id, error from faults.set_aside`,
  };
}
