import type { Sql } from "@rewards/db";
import { redemptionItem, statusesOf } from "@rewards/domain";
import { formatCount } from "@rewards/runtime";
import { StatusPill } from "../record/status.tsx";

/** The latest are counted, so that a page takes the same time however many were issued. */
const countedMax = 20_000;

export interface VoucherCount {
  readonly status: string;
  readonly count: number;
}

/** The vouchers issued since the beginning of a day, by their status now: of the latest `countedMax`. */
export async function countVouchers(sql: Sql, from: string, timeZone: string): Promise<VoucherCount[]> {
  const rows = await sql<VoucherCount[]>`
    select status, count(*)::int as count from (
      select case when status like 'Open-%' and expiration_date_time <= now() then 'Resolved-Expired' else status end as status
      from redemption_item where create_date_time >= ${from}::text::date::timestamp at time zone ${timeZone}
      order by create_date_time desc, id desc limit ${countedMax}
    ) latest group by status`;
  return [...rows];
}

/** What became of the vouchers of a period. */
export const Vouchers = ({ counts }: { readonly counts: readonly VoucherCount[] }) => {
  const all = statusesOf(redemptionItem);
  const countOf = (status: string) => counts.find((one) => one.status === status)?.count ?? 0;
  const isCut = counts.reduce((sum, { count }) => sum + count, 0) >= countedMax;
  return (
    <section class="card" aria-labelledby="vouchers">
      <h2 id="vouchers">Vouchers of this period, now</h2>
      <dl class="lines">
        {all.map((status) => (
          <div>
            <dt>
              <StatusPill noun={redemptionItem.noun} status={status} />
            </dt>
            <dd class="number">{formatCount(countOf(status))}</dd>
          </div>
        ))}
      </dl>
      {isCut && <p class="note">Of the latest {formatCount(countedMax)} vouchers.</p>}
    </section>
  );
};
