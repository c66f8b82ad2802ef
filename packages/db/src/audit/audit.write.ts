import type { Sql, Tx } from "../client.ts";

type AuditOperation =
  | "dead-letter.list"
  | "dead-letter.inspect"
  | "dead-letter.replay"
  | "dead-letter.replay-all"
  | "dead-letter.discard"
  | "operator.refuse"
  | "client.create"
  | "client.rotate"
  | "client.revoke"
  | "client.refuse";

export interface AuditEntry {
  readonly actor: string;
  readonly operation: AuditOperation;
  /** The record concerned, if the operation is about one record. */
  readonly record?: { readonly class: string; readonly id: string };
  readonly reason?: string;
  readonly detail?: object;
}

/** Call it in the transaction of the audited operation, so that both commit or neither does. */
export async function writeAudit(
  tx: Tx,
  { actor, operation, record, reason = "", detail = {} }: AuditEntry,
): Promise<void> {
  await tx`
    insert into audit_entry (actor, operation, class, record_id, reason, detail)
    values (${actor}, ${operation}, ${record?.class ?? null}, ${record?.id ?? null}, ${reason}, ${JSON.stringify(detail)}::text::jsonb)`;
}

/** The actor of a call with a wrong credential, whose real name is unknown. */
const stranger = "stranger";

/** Records calls with wrong credentials. Such calls had no effect. */
export async function auditWrongCredential(
  sql: Sql,
  operation: "operator.refuse" | "client.refuse",
  detail: object,
): Promise<void> {
  await sql.begin((tx) => writeAudit(tx, { actor: stranger, operation, detail }));
}
