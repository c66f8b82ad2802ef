import type { Sql } from "@rewards/db";
import { dataViewNamed, formatId, sale, viewRight } from "@rewards/domain";
import { Table, Time } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { folderOf, KeyLink, RecordLink } from "../record/record.facts.tsx";

const rowsMax = 200;

interface WaitingSale {
  readonly id: string;
  readonly receipt: string;
  readonly acceptedAt: Date;
  readonly member: string | null;
  readonly store: string | null;
  readonly original: string | null;
}

/** Sales that wait for a record, the oldest first. */
const readWaiting = (sql: Sql) => sql<WaitingSale[]>`
  select s.id, s.external_id as receipt, s.create_date_time as "acceptedAt", a.member, a.store, a.original
  from (select * from awaiting order by sale_id limit ${rowsMax}) a join sale s on s.id = a.sale_id order by a.sale_id`;

/** What sales wait for: members and stores that nobody has registered, and the original sales of returns. */
export const waitingSalesPage: Page = {
  path: `${folderOf(sale)}/waiting`,
  right: viewRight(dataViewNamed("SaleList")),
  async show(_, __, { read }) {
    const sales = await read(readWaiting);
    return {
      title: "Sales that wait",
      lead: "They go on by themselves as soon as what they wait for is registered, and earn then.",
      body: (
        <section class="list">
          {sales.length === 0 ? (
            <p class="note">None.</p>
          ) : (
            <Table
              caption="Sales that wait, the oldest first"
              head={["Receipt", "Accepted", "Member", "Store", "Original sale"]}
              rows={sales.map((one) => [
                <RecordLink id={formatId(sale.idPrefix, one.id)}>{one.receipt}</RecordLink>,
                <Time at={one.acceptedAt.toISOString()} />,
                ...[one.member, one.store, one.original].map((key) => (key === null ? "–" : <KeyLink value={key} />)),
              ])}
            />
          )}
          {sales.length === rowsMax && <p class="note">The oldest {rowsMax} are shown.</p>}
        </section>
      ),
    };
  },
};
