import type { Sql } from "@rewards/db";
import { hashSecret } from "./api-client/api-client.read.ts";

/** How long a person may take at the provider. */
const flowMsMax = 10 * 60_000;
/** Bounded, because anybody can begin a log-in. */
const flowsMax = 10_000;
const endedRowsMax = 1_000;

/** The values that check the answer of the identity provider. */
export interface FlowChecks {
  readonly nonce: string;
  readonly verifier: string;
}

interface Flow {
  readonly state: string;
  /** The token in the browser's cookie. */
  readonly token: string;
}

/**
 * Stores a log-in that begins, for ten minutes, and deletes some expired ones.
 * @returns false if too many are stored.
 */
export async function beginFlow(sql: Sql, { state, token }: Flow, { nonce, verifier }: FlowChecks): Promise<boolean> {
  const begun = await sql`
    with ended as (
      delete from console_flow where state_hash = any(array(
        select state_hash from console_flow where ends_at < clock_timestamp() limit ${endedRowsMax}))
    )
    insert into console_flow (state_hash, token_hash, nonce, verifier, ends_at)
    select ${hashSecret(state)}, ${hashSecret(token)}, ${nonce}, ${verifier},
      clock_timestamp() + ${flowMsMax} * interval '1 millisecond'
    where (select count(*) from (select from console_flow limit ${flowsMax}) open) < ${flowsMax}
    returning ends_at`;
  return begun.length > 0;
}

/** Takes a log-in, once; undefined if this browser began none with this state, or it was taken or has expired. */
export async function takeFlow(sql: Sql, { state, token }: Flow): Promise<FlowChecks | undefined> {
  const [checks] = await sql<FlowChecks[]>`
    delete from console_flow
    where state_hash = ${hashSecret(state)} and token_hash = ${hashSecret(token)} and ends_at > clock_timestamp()
    returning nonce, verifier`;
  return checks;
}
