import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { rowFinding } from "../check/book.ts";
import type { Finding } from "../check/finding.ts";
import { letTimePass } from "./time.ts";

const pollMs = 60;
/** A standing backlog is looked at for so long before time is made to pass. */
const standingPolls = 5;

interface Open {
  readonly class: string;
  readonly id: string;
  readonly why: string;
}

/** What is still to be done: pending records, and sales that wait for a member and a store that are both there. */
async function readOpen(sql: Sql): Promise<Open[]> {
  return sql<Open[]>`
    select class, id, 'pending' as why from pending
    union all
    select 'SaleCase', a.sale_id, 'awaiting what is there' from awaiting a join sale s on s.id = a.sale_id
    where exists (select from member m where m.external_id = s.member_external_id)
      and exists (select from store t where t.store_code = s.store_code)
    order by 1, 2`;
}

/** Waits until nothing is left to do; what is left after `settleMsMax` is a finding. */
export async function settleAll(sql: Sql, settleMsMax: number): Promise<Finding[]> {
  const endsMs = performance.now() + settleMsMax;
  let before = "";
  let stood = 0;
  for (;;) {
    const open = await readOpen(sql);
    if (open.length === 0) return [];
    if (performance.now() > endsMs) return open.map(describe);
    const now = open.map(({ id }) => id).join();
    stood = now === before ? stood + 1 : 0;
    before = now;
    // Nothing moves: a minute goes by at once.
    if (stood > 0 && stood % standingPolls === 0) await letTimePass(sql);
    await delay(pollMs);
  }
}

const describe = (open: Open) => rowFinding("stuck", open.id, `${open.class} is still ${open.why}`, open);
