import { hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Sql, Tx } from "@rewards/db";
import { type Scope, type ShownScope, showScope } from "@rewards/domain";

/** APIs hold all clients in memory: `create_client` refuses more. */
export const clientsMax = 10_000;
const secretBytes = 32;
const hashBytes = 32;
const idLength = 16;
const idSymbols = "0123456789abcdefghjkmnpqrstvwxyz";

/** 256 random bits. */
export const makeSecret = () => randomBytes(secretBytes).toString("base64url");

/** The hash that is stored. A slow hash would add nothing: nobody can try 2^256 secrets. */
export const hashSecret = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** Each call of a client needs the hash of a secret. A new buffer for each would cost more than the hash. */
const given = Buffer.alloc(hashBytes);

/** Whether this is the hash of the secret. Compares in constant time. */
export function isHashOf(secret: string, stored: Buffer): boolean {
  given.write(hash("sha256", secret, "binary"), "binary");
  return timingSafeEqual(given, stored);
}

/** 80 random bits, in symbols that cannot be confused. */
export function makeClientId(): string {
  return Array.from({ length: idLength }, () => idSymbols[randomInt(idSymbols.length)]).join("");
}

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
      expires_at as "expiresAt", scope
    from api_client where revoked_at is null`;
}

/** A client as operators see it: without its secrets. Times are ISO texts, null if unset. */
export interface ListedClient extends ShownScope {
  readonly clientID: string;
  readonly name: string;
  readonly rights: string;
  readonly status: "active" | "expired" | "revoked";
  readonly createdAt: string;
  readonly secretAt: string;
  readonly earlierUntil: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** The latest clients first; those that are revoked last. */
export async function listClients(sql: Sql): Promise<ListedClient[]> {
  const rows = await sql<({ readonly scope: Scope } & Readonly<Record<string, unknown>>)[]>`
    select id as "clientID", name, rights, scope,
      case when revoked_at is not null then 'revoked' when expires_at <= clock_timestamp() then 'expired' else 'active' end as status,
      created_at as "createdAt", secret_at as "secretAt",
      case when earlier_until > clock_timestamp() then earlier_until end as "earlierUntil",
      expires_at as "expiresAt", revoked_at as "revokedAt"
    from api_client order by revoked_at is not null, created_at desc, id limit ${clientsMax}`;
  const shown = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
  return rows.map(({ scope, ...row }) => {
    const columns = Object.entries(row).map(([name, value]) => [name, shown(value)]);
    return { ...Object.fromEntries(columns), ...showScope(scope) } as ListedClient;
  });
}
