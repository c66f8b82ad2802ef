import type { JsonWebKey } from "node:crypto";
import type { Sql } from "../client.ts";

/** APIs hold all keys in memory. An API that restarts again and again leaves a key at each start. */
const keysMax = 10_000;

/** The public part of a key that signs access tokens. */
export interface StoredTokenKey {
  readonly id: string;
  readonly publicKey: JsonWebKey;
}

/** Shows an API whether its copy of the credentials is current. */
export interface CredentialState {
  /** The latest revisions of the clients and of the revoked tokens; 0 if their table is empty. */
  readonly clientsRevision: number;
  readonly revokedRevision: number;
  /** The keys of tokens that may still be valid. They are so few that they need no revision. */
  readonly tokenKeys: readonly StoredTokenKey[];
}

/** One cheap statement, since every API repeats it every 1.5 seconds. */
export async function readCredentialState(sql: Sql): Promise<CredentialState> {
  const [row] = await sql<[CredentialState]>`
    select (select coalesce(max(revision), 0)::float8 from api_client) as "clientsRevision",
      (select coalesce(max(revision), 0)::float8 from revoked_token) as "revokedRevision",
      (select coalesce(jsonb_agg(to_jsonb(latest)), '[]') from (
        select id, public_key as "publicKey" from token_key
        where expires_at > clock_timestamp() order by created_at desc limit ${keysMax}
      ) latest) as "tokenKeys"`;
  return row;
}
