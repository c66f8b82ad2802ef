import {
  AppError,
  addedNote,
  formatId,
  groupBy,
  isSurrogate,
  member,
  membersUnknown,
  removedNote,
  type SegmentMembersContent,
} from "@rewards/domain";
import type { Fragment, Tx } from "../client.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import type { Effect, EffectCall, Effects, EffectWriter } from "../object/object.types.ts";

/** Adds members who are not in the segment. */
export const addMembers: EffectWriter = async (tx, calls) => {
  const named = await lockMembers(tx, calls);
  const { members, segments } = pairsOf(named);
  const now = await readNow(tx);
  // Within one millisecond, a member who was removed is in it again as if it had stayed.
  const added = await tx<MembershipRow[]>`
    insert into segment_member (member, segment, since)
    select g.member, g.segment, greatest(${now}::timestamptz,
      (select max(p.until) from segment_member p where p.member = g.member and p.segment = g.segment))
    from unnest(${members}::uuid[], ${segments}::uuid[]) as g(member, segment)
    where (select true from segment_member o where o.member = g.member and o.segment = g.segment and o.until is null limit 1) is not true
    order by g.member, g.segment
    on conflict (member, segment, since) do update set until = null returning member, segment`;
  return effectsOf(named, added, addedNote);
};

/** Ends the time of those members who are in the segment: a statement a call, for which Postgres reads only its members. */
export const removeMembers: EffectWriter = async (tx, calls) => {
  const named = await lockMembers(tx, calls);
  const removed: MembershipRow[] = [];
  for (const [segment, members] of named)
    if (!(members instanceof AppError))
      removed.push(...(await endMemberships(tx, tx`segment = ${segment} and member = any(${[...members]}::uuid[])`)));
  return effectsOf(named, removed, removedNote);
};

interface MembershipRow {
  readonly member: string;
  readonly segment: string;
}

/** By the ID of the segment: the UUIDs of the members that its call names, or the refusal of the call. */
type NamedMembers = ReadonlyMap<string, readonly string[] | AppError>;

function pairsOf(named: NamedMembers) {
  const pairs = [...named].flatMap(([segment, members]) =>
    members instanceof AppError ? [] : members.map((member) => ({ member, segment })),
  );
  return { members: pairs.map(({ member }) => member), segments: pairs.map(({ segment }) => segment) };
}

/** The audit names who changed, by their public IDs: at most the members of one call. */
function effectsOf(
  named: NamedMembers,
  rows: readonly MembershipRow[],
  noteOf: (changed: number, unchanged: number) => string,
): Effects {
  const changed = groupBy(rows, ({ segment }) => segment);
  return new Map(
    [...named].map(([segment, members]): [string, Effect | AppError] => {
      if (members instanceof AppError) return [segment, members];
      const ids = (changed.get(segment) ?? []).map(({ member: id }) => formatId(member.idPrefix, id));
      return [segment, { changes: [], note: noteOf(ids.length, members.length - ids.length), audit: { members: ids } }];
    }),
  );
}

/** Ends what the condition finds, in one order for all callers, so that they do not deadlock. @returns what it ended. */
export async function endMemberships(tx: Tx, where: Fragment): Promise<readonly MembershipRow[]> {
  const now = await readNow(tx);
  return tx<MembershipRow[]>`
    with locked as (select member, segment from segment_member where until is null and ${where} order by member, segment for update)
    update segment_member set until = greatest(since, ${now}::timestamptz)
    where until is null and ${where}
      and member = any(array(select member from locked)) and segment = any(array(select segment from locked))
    returning member, segment`;
}

const readNow = async (tx: Tx) => new Date(await readClock(tx)).toISOString();

interface KeyedMember {
  readonly id: string;
  readonly key: string;
  readonly programme: string;
}

/**
 * The members that calls name, by ExternalID or card, locked in the order of their IDs. An erasure waits until the calls are done. A call is
 * refused with 422 if one of its members does not exist for the caller, is erased, or was merged into another.
 */
async function lockMembers(tx: Tx, calls: readonly EffectCall[]): Promise<NamedMembers> {
  const keysOf = ({ content }: EffectCall) => (content as SegmentMembersContent).MemberExternalIDs;
  const keys = [...new Set(calls.flatMap(keysOf))];
  const members = await tx<KeyedMember[]>`
    select id, external_id as key, program_business_id as programme from member
    where external_id = any(${keys}::text[]) order by id for key share`;
  const byKey = new Map(members.map((row) => [row.key, row]));
  const others = keys.filter((key) => !byKey.has(key));
  const holders = await tx<KeyedMember[]>`
    select m.id, k.key, m.program_business_id as programme from member_key k join member m on m.id = k.member
    where k.key = any(${others}::text[]) and k.until is null
      and m.id = any(array(select member from member_key where key = any(${others}::text[]))) -- So that all are looked up.
    order by m.id for key share of k, m`;
  for (const row of holders) byKey.set(row.key, row);
  return new Map(
    calls.map((call) => {
      const { programmes } = call.scope ?? {};
      const found = keysOf(call).map((key) => {
        const row = isSurrogate(key) ? undefined : byKey.get(key);
        return row && (programmes?.includes(row.programme) ?? true) ? row.id : undefined;
      });
      const unknown = found.flatMap((id, position) => (id === undefined ? [position] : []));
      return [call.id, unknown.length > 0 ? membersUnknown(unknown) : [...new Set(found)].flatMap((id) => id ?? [])];
    }),
  );
}
