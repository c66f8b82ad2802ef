import type { Sql, Tx } from "../client.ts";

export interface LoadedMember {
  readonly id: string;
  readonly programBusinessId: string;
}

/** Members by ExternalID, with the BusinessID of their programme. */
export async function loadMembers(sql: Sql | Tx, externalIds: readonly string[]): Promise<Map<string, LoadedMember>> {
  const rows = await sql<{ id: string; external_id: string; program_business_id: string }[]>`
    select id, external_id, program_business_id from member where external_id = any(${[...new Set(externalIds)]}::text[])`;
  return new Map(rows.map((row) => [row.external_id, { id: row.id, programBusinessId: row.program_business_id }]));
}
