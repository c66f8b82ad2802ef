import { objects } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";

/** Tables that grow with use. Programmes, currencies and the catalogue's version do not. */
const growing: ReadonlySet<string> = new Set([
  ...objects.map(({ noun }) => noun),
  ...[
    "balance",
    "tally",
    "segment_member",
    "tier_change",
    "ledger_entry",
    "adjustment",
    "pending",
    "failing",
    "awaiting",
    "expiring",
    "stock",
    "store_total",
    "activity_day",
  ],
  ...["dead_letter", "audit_entry", "history", "idempotency_key", "pipeline_minute", "sale_key", "sale_digest"],
]);

/** The table of a partition. */
const tableOf = (relation: string) =>
  relation.replace(/^sale_(?:default|\d{4}_\d{2})$/, "sale").replace(/^(sale_key|ledger_entry)_\d+$/, "$1");

/** Replaces the names of partitions' indexes in a text by those of the indexes that they belong to. */
export async function namingWholes(sql: Sql | Tx): Promise<(text: string) => string> {
  const rows = await sql<{ part: string; whole: string }[]>`
    select inhrelid::regclass::text as part, inhparent::regclass::text as whole
    from pg_inherits join pg_index on indexrelid = inhrelid`;
  const wholes = new Map(rows.map(({ part, whole }) => [part, whole]));
  return (text) => text.replace(/\w+/g, (word) => wholes.get(word) ?? word);
}

/** A node of a plan as EXPLAIN (FORMAT JSON) gives it. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Filter?: string;
  /** Of EXPLAIN ANALYZE: rows of an index-only scan that had to be read from the table. */
  readonly "Heap Fetches"?: number;
  readonly "Parent Relationship"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The plan of a statement for unknown parameters, as the service's sessions make it. */
export async function explain(text: string, sql: Sql | Tx): Promise<PlanNode> {
  const [row] = await sql.unsafe<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }[]>(
    `explain (generic_plan, format json) ${text}`,
  );
  const plan = row?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error(`no plan of ${text}`);
  return plan;
}

/** The plan of a statement for these parameters, as a session without cached plans makes it. */
export async function explainCall(
  { text, parameters }: { readonly text: string; readonly parameters: readonly unknown[] },
  sql: Sql | Tx,
): Promise<PlanNode> {
  const [row] = await sql.unsafe<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }[]>(
    `explain (format json) ${text}`,
    parameters as never[],
  );
  const plan = row?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error(`no plan of ${text}`);
  return plan;
}

/** Every node of a plan. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Nodes that read no more rows than their parent requests. */
const passing = /^(Limit|Append|Merge Append|Nested Loop|Subquery Scan|Result|Index Scan|Index Only Scan)$/;

/**
 * The nodes of a plan that read a whole growing table: scans of the table, or of an index without a condition. An index
 * scan under a limit reads no more than the limit, so it is not listed.
 */
export function fullScans(node: PlanNode, table = "", isLimited = false): string[] {
  const type = node["Node Type"];
  const relation = node["Relation Name"] ?? table;
  const isBounded = passing.test(type) && node.Filter === undefined && (isLimited || type === "Limit");
  const below = (node.Plans ?? []).flatMap((child) =>
    fullScans(
      child,
      type === "Bitmap Heap Scan" ? relation : "",
      isBounded && ["Outer", "Subquery", "Member"].includes(child["Parent Relationship"] ?? ""),
    ),
  );
  const isScan = /Scan$/.test(type) && growing.has(tableOf(relation));
  const isWhole = type === "Seq Scan" || (/Index/.test(type) && node["Index Cond"] === undefined && !isBounded);
  return isScan && isWhole ? [`${type} on ${relation}`, ...below] : below;
}

/** The nodes that read a whole list for each row of another one: their time grows with the square of the batch. */
export function listLoops(node: PlanNode): string[] {
  const children = node.Plans ?? [];
  const inner = children.find((child) => child["Parent Relationship"] === "Inner");
  const isLoop =
    node["Node Type"] === "Nested Loop" && /^(Function Scan|Materialize)$/.test(inner?.["Node Type"] ?? "");
  return [...(isLoop ? [`Nested Loop over ${inner?.["Node Type"]}`] : []), ...children.flatMap(listLoops)];
}
