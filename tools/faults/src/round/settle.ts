import { isEmpty, poll } from "@rewards/lab/poll";
import type { Sql } from "postgres";
import { type Finding, rowFinding } from "../check/finding.ts";
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
  let before = "";
  let unchanged = 0;
  const read = async () => {
    const open = await readOpen(sql);
    const now = open.map(({ id }) => id).join();
    unchanged = now === before ? unchanged + 1 : 0;
    before = now;
    // Nothing changes: simulate the passage of a minute.
    if (open.length > 0 && unchanged > 0 && unchanged % unchangedPolls === 0) await letTimePass(sql);
    return open;
  };
  const left = await poll(read, isEmpty, settleMsMax, pollMs);
  return left.map((open) => rowFinding("stuck", open.id, `${open.class} is still ${open.why}`, open));
}

/** Workers announce themselves every two seconds; after a fault of the queue, once they reach it again. */
const announcedMsMax = 60_000;

/** A round whose workers do not share the partitions of the queue proves nothing about them. */
export async function checkShares(sql: Sql, partitions: number): Promise<Finding[]> {
  if (partitions === 1) return [];
  const readSharing = () => sql`select from lease where starts_with(name, ${`worker ${partitions}/`})`;
  const sharing = await poll(readSharing, (rows) => !isEmpty(rows), announcedMsMax);
  if (!isEmpty(sharing)) return [];
  return [rowFinding("void", "partitions", `no worker shares ${partitions} partitions of the queue`)];
}
