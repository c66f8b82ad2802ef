import type { Membership, RuleSet } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";

/** By member. */
export type Memberships = ReadonlyMap<string, readonly Membership[]>;

const none: Memberships = new Map();

/** When these members were in the segments that the rules name. Without such rules it sends nothing. */
export async function loadMemberships(
  sql: Sql | Tx,
  memberIds: readonly string[],
  rules: Iterable<RuleSet>,
): Promise<Memberships> {
  const names = new Set([...rules].flatMap(({ segment }) => [...(segment?.byValue.keys() ?? [])]));
  if (names.size === 0 || memberIds.length === 0) return none;
  const rows = await sql<{ member: string; name: string; since: Date; until: Date | null }[]>`
    select m.member, (select name from segment s where s.id = m.segment) as name, m.since, m.until from segment_member m
    where m.member = any(${[...new Set(memberIds)]}::uuid[])
      and m.segment = any(array(select s.id from segment s where s.name = any(${[...names]}::text[])))`;
  const found = new Map<string, Membership[]>();
  for (const { member, name: segment, since, until } of rows) {
    const one = { segment, sinceMs: since.getTime(), untilMs: until?.getTime() ?? Number.POSITIVE_INFINITY };
    found.set(member, [...(found.get(member) ?? []), one]);
  }
  return found;
}
