import type { Sql, Tx } from "../client.ts";

type AuditOperation =
  | "dead-letter.list"
  | "dead-letter.inspect"
  | "dead-letter.replay"
  | "dead-letter.replay-all"
  | "dead-letter.discard"
  | "operator.refuse";

export interface AuditEntry {
  readonly actor: string;
  readonly operation: AuditOperation;
  /** The record concerned, where it is one. */
  readonly record?: { readonly class: string; readonly id: string };
  readonly reason?: string;
  readonly detail?: object;
}

/** Written in the transaction of what it tells of: neither is there without the other. */
export async function writeAudit(
  tx: Tx,
  { actor, operation, record, reason = "", detail = {} }: AuditEntry,
): Promise<void> {
  await tx`
    insert into audit_entry (actor, operation, class, record_id, reason, detail)
    values (${actor}, ${operation}, ${record?.class ?? null}, ${record?.id ?? null}, ${reason}, ${JSON.stringify(detail)}::text::jsonb)`;
}

/** Who called with a wrong operator token: nobody who has a name. */
const stranger = "stranger";

/** Notes calls with wrong operator tokens, which had no effect. */
export async function auditWrongToken(sql: Sql, detail: object): Promise<void> {
  await sql.begin((tx) => writeAudit(tx, { actor: stranger, operation: "operator.refuse", detail }));
}
