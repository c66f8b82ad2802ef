import { freeUnused, lockKeys, memberByKey, type Tx } from "@rewards/db";

interface Person {
  readonly memberId: string | null;
  /** The member, and those that were merged into it. */
  readonly memberIds: readonly string[];
  /** The member's ExternalID, and then its cards, also removed ones; without a member, the key that was asked for. */
  readonly keys: readonly string[];
}

/** The person whom a key finds: by the ExternalID of a member, or by one of its cards. */
export async function readPerson(tx: Tx, asked: string): Promise<Person> {
  const rows = await tx<{ id: string; key: string }[]>`
    with person as (select m.id from (select ${asked}::text as key) asked cross join ${tx.unsafe(memberByKey("asked.key", "past"))} m)
    select id, external_id as key from member where id in (select id from person)
    union all select member, key from member_key where member in (select id from person)`;
  const [first] = rows;
  if (!first) return { memberId: null, memberIds: [], keys: [asked] };
  const merged = await tx<{ id: string }[]>`
    select id from member where id in (select member from balance where merged_into = ${first.id}) order by id`;
  return { memberId: first.id, memberIds: [first.id, ...merged.map(({ id }) => id)], keys: rows.map(({ key }) => key) };
}

/**
 * Locks all keys of a person, and then the member and those that were merged into it. Nobody adds a card to the member,
 * merges another one into it, or registers one of the keys, from then on.
 */
export async function lockPerson(tx: Tx, asked: string): Promise<Person> {
  for (let locked: readonly string[] = [asked]; ; ) {
    await lockKeys(tx, "member", locked);
    await freeUnused(tx, locked);
    const before = await readPerson(tx, asked);
    for (const id of before.memberIds) await tx`select from member where id = ${id} for update`;
    const person = await readPerson(tx, asked);
    if (person.keys.every((key) => locked.includes(key)) && person.memberIds.length === before.memberIds.length)
      return person;
    locked = person.keys;
  }
}
