import type { Sql, Tx } from "../client.ts";

/** The IDs of the keys that stored data needs. */
export async function readPersonalKeyIds(sql: Sql | Tx): Promise<string[]> {
  return (await sql<{ id: string }[]>`select id from personal_key order by id`).map(({ id }) => id);
}

/** Records that data is stored under this key. Until the transaction ends, nobody can remove the record. */
export async function holdKey(tx: Tx, id: string): Promise<void> {
  const held = await tx`select id from personal_key where id = ${id} for key share`;
  if (held.length > 0) return;
  await tx`insert into personal_key (id) values (${id}) on conflict do nothing`;
  await holdKey(tx, id);
}
