import { createHmac } from "node:crypto";
import type { Sql } from "@rewards/db";
import { consoleKeyPrefix } from "@rewards/domain";
import { hashSecret } from "../api-client/api-client.read.ts";

/**
 * Lets the console call the API for the user of a session, for a minute.
 * @returns the key that the calls carry. The session's token cannot be computed from it.
 */
export async function allowCalls(sql: Sql, token: string): Promise<string> {
  const key = consoleKeyPrefix + createHmac("sha256", token).update("call").digest("base64url");
  await sql`
    update console_session set call_hash = ${hashSecret(key)}, call_until = clock_timestamp() + interval '1 minute'
    where token_hash = ${hashSecret(token)} and not is_code_due`;
  return key;
}
