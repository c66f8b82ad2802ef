import type { Scope } from "@rewards/domain";
import type { Sql } from "../client.ts";

/** A client that may call, as an API keeps it in memory. */
export interface StoredClient {
  readonly id: string;
  readonly rights: string;
  readonly scope: Scope;
  readonly secretHash: Buffer;
  readonly earlierHash: Buffer | null;
  readonly earlierUntil: Date | null;
  readonly expiresAt: Date | null;
}

export interface StoredClients {
  readonly version: string;
  readonly clients: readonly StoredClient[];
}

/** Changes with every change of clients. One cheap query, which every API repeats every two seconds. */
export async function readClientsVersion(sql: Sql): Promise<string> {
  const [row] = await sql<{ version: string }[]>`
    select coalesce((select max(revision) from api_client), 0)::text as version`;
  return row?.version ?? "";
}

/** All clients that are not revoked. The version is read first: a change meanwhile is read again. */
export async function readClients(sql: Sql): Promise<StoredClients> {
  const version = await readClientsVersion(sql);
  const clients = await sql<StoredClient[]>`
    select id, rights, secret_hash as "secretHash", earlier_hash as "earlierHash", earlier_until as "earlierUntil",
      expires_at as "expiresAt", jsonb_strip_nulls(jsonb_build_object('programmes', programmes, 'stores', stores,
        'largestAdjustment', trim_scale(largest_adjustment)::text)) as scope
    from api_client where revoked_at is null`;
  return { version, clients };
}
