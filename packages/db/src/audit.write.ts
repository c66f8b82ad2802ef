import type { Sql, Tx } from "./client.ts";
import type { Source } from "./object/object.types.ts";
import { type ColumnSource, columnOf, rowsFrom } from "./statement.ts";

/** An action whose definition has `isAudited`: the right that it needs, such as `member:adjust`. */
type AuditedAction = `${string}:${string}`;

/** A call was refused, and had no effect. */
type RefusalOperation = "operator.refuse" | "client.refuse" | "console.refuse" | "request.refuse" | "right.refuse";

/** A change of something that is not in Postgres. */
type ElsewhereOperation = "queue.pause" | "queue.resume";

type AuditOperation =
  | "dead-letter.list"
  | "dead-letter.inspect"
  | "dead-letter.replay"
  | "dead-letter.replay-all"
  | "dead-letter.discard"
  | "client.create"
  | "client.rotate"
  | "client.limit"
  | "client.revoke"
  | "token-key.publish"
  | "token.issue"
  | "token.revoke"
  | "user.create"
  | "user.password"
  | "user.provider"
  | "user.rights"
  | "user.bind"
  | "user.totp"
  | "user.disable"
  | "user.enable"
  | "console.log-in"
  | "console.log-out"
  | "console.end-sessions"
  | "programmes.apply"
  | "audit.export"
  | "view.export"
  | "audit.list"
  | ElsewhereOperation
  | "member.erase"
  | "member.export"
  | "member.rekey"
  | "sale.reprice"
  | "rules.recount"
  | "webhook.add"
  | "webhook.rotate"
  | "webhook.pause"
  | "webhook.resume"
  | "webhook.remove"
  | "webhook.replay"
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
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await writeAudits(tx, [entry]);
}

/** As `writeAudit`, for many entries in one statement. */
export async function writeAudits(sql: Sql | Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql.unsafe(
    insertion,
    columns.map(({ encode }) => encode(entries)),
    { prepare: true },
  );
}

const columns: readonly ColumnSource<AuditEntry>[] = [
  columnOf("actor", "text", ({ author }) => author.actor),
  columnOf("origin", "text", ({ author }) => author.origin ?? ""),
  columnOf("request_id", "text", ({ author }) => author.requestId ?? ""),
  columnOf("operation", "text", ({ operation }) => operation),
  columnOf("class", "text", ({ record }) => record?.class),
  columnOf("record_id", "uuid", ({ record }) => record?.id),
  columnOf("reason", "text", ({ reason }) => reason ?? ""),
  columnOf("detail", "jsonb", ({ detail }) => detail ?? {}),
];

const insertion = `insert into audit_entry (${columns.map(({ name }) => name).join(", ")})
  select * from ${rowsFrom(columns)}`;

/** Records calls that were refused and had no effect. */
export async function auditRefusal(
  sql: Sql,
  operation: RefusalOperation,
  author: Author,
  detail: object,
): Promise<void> {
  await sql.begin((tx) => writeAudit(tx, { author, operation, detail }));
}

/**
 * Makes a change elsewhere, and records it. If the change fails, there is no entry; if the entry cannot be written, there
 * is no change. `change` must end within a second or two.
 */
export async function auditChange(
  sql: Sql,
  entry: AuditEntry & { readonly operation: ElsewhereOperation },
  change: () => Promise<void>,
): Promise<void> {
  await sql.begin(async (tx) => {
    await writeAudit(tx, entry);
    await change();
  });
}
