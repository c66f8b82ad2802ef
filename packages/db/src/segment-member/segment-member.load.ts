import { type Membership, type RuleSet, segment } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";

/** By member. */
export type Memberships = ReadonlyMap<string, readonly Membership[]>;

const none: Memberships = new Map();

/** Who buys, and when the sale counts as made, ms. */
export interface Purchase {
  readonly memberId: string;
  readonly soldAtMs: number;
}

/**
 * When the members of these purchases were in the segments that the rules name, as far as it matters between the first
 * purchase and the last. Without such rules it sends nothing.
 */
export async function loadMemberships(
  sql: Sql | Tx,
  purchases: readonly Purchase[],
  rules: Iterable<RuleSet>,
): Promise<Memberships> {
  const names = new Set([...rules].flatMap((set) => [...(set.segment?.byValue.keys() ?? [])]));
  if (names.size === 0 || purchases.length === 0) return none;
  const times = purchases.map(({ soldAtMs }) => soldAtMs).sort((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)].map((ms) => new Date(ms as number).toISOString()) as [string, string];
  const rows = await sql<{ member: string; name: string; since: Date; until: Date | null }[]>`
    select m.member, s.name, m.since, least(m.until, s.ended) as until
    from segment_member m cross join lateral (
      select name, case when status = ${segment.transitions.deactivate.to} then update_date_time end as ended
      from segment where id = m.segment offset 0
    ) s
    where m.member = any(${[...new Set(purchases.map(({ memberId }) => memberId))]}::uuid[])
      and m.segment = any(array(select id from segment where name = any(${[...names]}::text[])))
      and m.since <= ${last}::timestamptz and coalesce(least(m.until, s.ended), 'infinity') > ${first}::timestamptz`;
  const found = new Map<string, Membership[]>();
  for (const { member, name, since, until } of rows) {
    const ofMember = found.get(member) ?? [];
    ofMember.push({ segment: name, sinceMs: since.getTime(), untilMs: until?.getTime() ?? Number.POSITIVE_INFINITY });
    found.set(member, ofMember);
  }
  return found;
}
