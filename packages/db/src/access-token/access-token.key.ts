import type { Sql } from "../client.ts";
import type { StoredTokenKey } from "../credential/credential.state.ts";

/**
 * Publishes the public key of an API for `validMs`. Also removes keys and revocations that have expired. The latest
 * revocation stays: it holds the revision that the next one must exceed.
 */
export async function publishTokenKey(sql: Sql, { id, publicKey }: StoredTokenKey, validMs: number): Promise<void> {
  await sql`
    with expired as (
      delete from token_key where expires_at <= clock_timestamp()
    ), ended as (
      delete from revoked_token
      where expires_at <= clock_timestamp() and revision < (select max(revision) from revoked_token)
    )
    insert into token_key (id, public_key, expires_at)
    values (${id}, ${JSON.stringify(publicKey)}::text::jsonb, clock_timestamp() + ${validMs} * interval '1 millisecond')`;
}
