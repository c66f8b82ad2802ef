import type { Sql, Tx } from "../client.ts";
import type { Source } from "../object/object.types.ts";

/** An action whose definition has `isAudited`: the right that it needs, such as `member:adjust`. */
type AuditedAction = `${string}:${string}`;

/** A call was refused, and had no effect. */
type RefusalOperation = "operator.refuse" | "client.refuse" | "console.refuse" | "right.refuse";

type AuditOperation =
  | "dead-letter.list"
  | "dead-letter.inspect"
  | "dead-letter.replay"
  | "dead-letter.replay-all"
  | "dead-letter.discard"
  | "client.create"
  | "client.rotate"
  | "client.revoke"
  | "token.issue"
  | "token.revoke"
  | "user.create"
  | "user.password"
  | "user.provider"
  | "user.bind"
  | "user.totp"
  | "user.disable"
  | "user.enable"
  | "console.log-in"
  | "console.log-out"
  | "programmes.apply"
  | "audit.export"
  | "member.erase"
  | "member.export"
  | "member.rekey"
  | RefusalOperation
  | AuditedAction;

/** Who does something, and from where. */
export interface Author extends Source {
  /** A client's ID, a user's name, or the name that an operator gave. */
  readonly actor: string;
}

export interface AuditEntry {
  readonly author: Author;
  readonly operation: AuditOperation;
  /** The record concerned, if the operation is about one record. */
  readonly record?: { readonly class: string; readonly id: string };
  readonly reason?: string;
  readonly detail?: object;
}

/** Call it in the transaction of the audited operation, so that both commit or neither does. */
export async function writeAudit(
  tx: Tx,
  { author: { actor, origin = "", requestId = "" }, operation, record, reason = "", detail = {} }: AuditEntry,
): Promise<void> {
  await tx`
    insert into audit_entry (actor, origin, request_id, operation, class, record_id, reason, detail)
    values (${actor}, ${origin}, ${requestId}, ${operation}, ${record?.class ?? null}, ${record?.id ?? null}, ${reason}, ${JSON.stringify(detail)}::text::jsonb)`;
}

/** Records calls that were refused and had no effect. */
export async function auditRefusal(
  sql: Sql,
  operation: RefusalOperation,
  author: Author,
  detail: object,
): Promise<void> {
  await sql.begin((tx) => writeAudit(tx, { author, operation, detail }));
}
