import type { Sql } from "../client.ts";
import { clientsMax } from "./api-client.write.ts";

/** A client as operators see it: without its secrets. Times are ISO texts, null if unset. */
export interface ListedClient {
  readonly clientID: string;
  readonly name: string;
  readonly rights: string;
  /** What it is limited to; null does not limit. */
  readonly programmes: readonly string[] | null;
  readonly stores: readonly string[] | null;
  readonly largestAdjustment: string | null;
  readonly status: "active" | "expired" | "revoked";
  readonly createdAt: string;
  readonly secretAt: string;
  readonly earlierUntil: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

type Row = { readonly [Name in keyof ListedClient]: unknown };

/** The latest clients first; those that are revoked last. */
export async function listClients(sql: Sql): Promise<ListedClient[]> {
  const rows = await sql<Row[]>`
    select id as "clientID", name, rights, programmes, stores, trim_scale(largest_adjustment)::text as "largestAdjustment",
      case when revoked_at is not null then 'revoked' when expires_at <= clock_timestamp() then 'expired' else 'active' end as status,
      created_at as "createdAt", secret_at as "secretAt",
      case when earlier_until > clock_timestamp() then earlier_until end as "earlierUntil",
      expires_at as "expiresAt", revoked_at as "revokedAt"
    from api_client order by revoked_at is not null, created_at desc, id limit ${clientsMax}`;
  const shown = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
  return rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)])) as unknown as ListedClient,
  );
}
