import {
  addedNote,
  formatId,
  member,
  membersUnknown,
  refuseErased,
  removedNote,
  type SegmentMembersContent,
} from "@rewards/domain";
import type { Fragment, Tx } from "../client.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import type { ActionCall, EffectWriter } from "../object/object.types.ts";

/** Adds members who are not in the segment. */
export const addMembers: EffectWriter = async (tx, _record, call) => {
  const members = await lockMembers(tx, call);
  const now = await readNow(tx);
  // Within one millisecond, a member who was removed is in it again as if it had stayed.
  const added = await tx<MemberRow[]>`
    insert into segment_member (member, segment, since)
    select g.member, ${call.id}, greatest(${now}::timestamptz,
      (select max(p.until) from segment_member p where p.member = g.member and p.segment = ${call.id}))
    from unnest(${members}::uuid[]) as g(member)
    where not exists (select from segment_member o where o.member = g.member and o.segment = ${call.id} and o.until is null)
    order by g.member
    on conflict (member, segment, since) do update set until = null returning member`;
  return { changes: [], note: addedNote(added.length, members.length - added.length), audit: auditOf(added) };
};

/** Ends the time of those members who are in the segment. */
export const removeMembers: EffectWriter = async (tx, _record, call) => {
  const members = await lockMembers(tx, call);
  const removed = await endMemberships(tx, tx`segment = ${call.id} and member = any(${members}::uuid[])`);
  return { changes: [], note: removedNote(removed.length, members.length - removed.length), audit: auditOf(removed) };
};

interface MemberRow {
  readonly member: string;
}

/** Who changed, by their public IDs: at most the members of one call. */
const auditOf = (rows: readonly MemberRow[]) => ({
  members: rows.map(({ member: id }) => formatId(member.idPrefix, id)),
});

/** Ends what the condition finds, in one order for all callers, so that they do not deadlock. @returns what it ended. */
export async function endMemberships(tx: Tx, where: Fragment): Promise<readonly MemberRow[]> {
  const now = await readNow(tx);
  return tx<MemberRow[]>`
    with locked as (select member, segment from segment_member where until is null and ${where} order by member, segment for update)
    update segment_member set until = greatest(since, ${now}::timestamptz)
    where until is null and ${where}
      and member = any(array(select member from locked)) and segment = any(array(select segment from locked))
    returning member`;
}

const readNow = async (tx: Tx) => new Date(await readClock(tx)).toISOString();

/**
 * The UUIDs of the members that a call names, in order. An erasure waits until the call is done.
 * @throws AppError 422 if one does not exist for the caller, or is erased.
 */
async function lockMembers(tx: Tx, { content, scope }: ActionCall): Promise<string[]> {
  const { MemberExternalIDs: keys } = content as SegmentMembersContent;
  const rows = await tx<{ id: string; external_id: string; programme: string }[]>`
    select id, external_id, program_business_id as programme from member where external_id = any(${keys}::text[])
    order by id for key share`;
  const isOfScope = (programme: string) => scope?.programmes?.includes(programme) ?? true;
  const found = rows.filter(({ external_id: key, programme }) => isOfScope(programme) && !refuseErased(key));
  const known = new Set(found.map(({ external_id: key }) => key));
  const unknown = keys.flatMap((key, position) => (known.has(key) ? [] : [position]));
  if (unknown.length > 0) throw membersUnknown(unknown);
  return found.map(({ id }) => id);
}
