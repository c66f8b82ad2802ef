import type { Scope } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";

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

/** All clients that are not revoked. */
export function readClients(sql: Sql | Tx): Promise<StoredClient[]> {
  return sql<StoredClient[]>`
    select id, rights, secret_hash as "secretHash", earlier_hash as "earlierHash", earlier_until as "earlierUntil",
      expires_at as "expiresAt", jsonb_strip_nulls(jsonb_build_object('programmes', programmes, 'stores', stores,
        'largestAdjustment', trim_scale(largest_adjustment)::text)) as scope
    from api_client where revoked_at is null`;
}
