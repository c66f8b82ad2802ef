import { recordFailing } from "@rewards/db";
import { AppError, objectOfId } from "@rewards/domain";
import type { Answer, Client } from "./client.ts";
import { freshKey, saleContent } from "./fixtures.ts";
import type { Stack } from "./stack.ts";

export const operatorToken = "7b1d0e5c93f84a26b8d2e07f4c61a95d";
export const ops = "/ops/v1/dead-letters";
export const traceOfPlanted = "0af7651916cd43dd8448eb211c80319c";

/** Calls as an operator of this name. `headers` may add headers and replace the token. */
export function operatorOf(client: Client, name?: string, headers: Record<string, string> = {}) {
  const all = {
    authorization: `Bearer ${operatorToken}`,
    "content-type": "application/json",
    ...(name !== undefined && { "x-operator": name }),
    ...headers,
  };
  return (method: string, path: string, body?: unknown): Promise<Answer> =>
    client.sendRaw(method, `${ops}${path}`, body === undefined ? (undefined as never) : JSON.stringify(body), all);
}

/** Exports or erases people, as an operator named olga. */
export function onMembers(client: Client, name: "export" | "erase", body: object): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${operatorToken}`,
    "content-type": "application/json",
    "x-operator": "olga",
  };
  return client.sendRaw("POST", `/ops/v1/members/${name}`, JSON.stringify(body), headers);
}

/** Turns pending records into dead letters, as a worker does after their last attempt. */
export async function bury(
  { database: { sql } }: Pick<Stack, "database">,
  ids: readonly string[],
  reason: "Error_Record_Refused" | "Error_Processing_Failed" | "Error_Statement_Refused" = "Error_Record_Refused",
): Promise<void> {
  for (const id of ids) {
    const { definition, uuid } = objectOfId(id);
    const failure = { reason, error: "a check was violated", job: "17", trace: traceOfPlanted };
    const dead = await recordFailing(sql, definition.class, [uuid], failure, 1);
    if (dead.length !== 1) throw new AppError("Error_DeadLetter_Unknown");
  }
}

/** A record of each class that can become a dead letter. They stay pending while no worker runs. */
export async function createStaged(
  client: Client,
  basics: { member: string; store: string; product: string; reward: string },
) {
  const [saleId, redemptionId, segmentId] = await Promise.all([
    client.created("Sale", saleContent(basics)),
    client.created("Redemption", {
      MemberExternalID: basics.member,
      RedemptionItems: [{ Quantity: "1", RewardExternalID: basics.reward, VoucherCode: "" }],
    }),
    client.created("Segment", { Name: freshKey("segment") }),
  ]);
  return { saleId, redemptionId, segmentId };
}

/** What operators did, from the audit, oldest first, without calls that had a wrong token. */
export async function readAudit({ database: { sql } }: Pick<Stack, "database">, actor?: string) {
  const rows = await sql<{ actor: string; operation: string; reason: string }[]>`
    select actor, operation, reason from audit_entry where operation not in ('operator.refuse', 'token-key.publish') and (${actor ?? null}::text is null or actor = ${actor ?? null}) order by id`;
  return [...rows];
}
