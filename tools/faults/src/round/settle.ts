import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { rowFinding } from "../check/book.ts";
import type { Finding } from "../check/finding.ts";
import { letTimePass } from "./time.ts";

const pollMs = 60;
/** Polls without a change before the suite simulates the passage of time. */
const unchangedPolls = 5;

interface Open {
  readonly class: string;
  readonly id: string;
  readonly why: string;
}

/** Open work: pending records, and sales that wait although their member, store and original exist. */
async function readOpen(sql: Sql): Promise<Open[]> {
  return sql<Open[]>`
    select class, id, 'pending' as why from pending
    union all
    select 'SaleCase', a.sale_id, 'awaiting what is there' from awaiting a join sale s on s.id = a.sale_id
    where exists (select from member m where m.external_id = s.member_external_id)
      and exists (select from store t where t.store_code = s.store_code)
      and (a.original is null or exists (select from sale o where o.external_id = a.original and o.status like 'Resolved-%'))
    order by 1, 2`;
}

/** Waits until no work is open; what is left after `settleMsMax` is a finding. */
export async function settleAll(sql: Sql, settleMsMax: number): Promise<Finding[]> {
  const endsMs = performance.now() + settleMsMax;
  let before = "";
  let unchanged = 0;
  for (;;) {
    const open = await readOpen(sql);
    if (open.length === 0) return [];
    if (performance.now() > endsMs) return open.map(describe);
    const now = open.map(({ id }) => id).join();
    unchanged = now === before ? unchanged + 1 : 0;
    before = now;
    // Nothing changes: simulate the passage of a minute.
    if (unchanged > 0 && unchanged % unchangedPolls === 0) await letTimePass(sql);
    await delay(pollMs);
  }
}

const describe = (open: Open) => rowFinding("stuck", open.id, `${open.class} is still ${open.why}`, open);
