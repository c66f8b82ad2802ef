import { objects } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";

/** Tables that grow with use; programmes, currencies and the catalogue's version do not. */
const growing: ReadonlySet<string> = new Set([
  ...objects.map(({ noun }) => noun),
  ...["balance", "ledger_entry", "adjustment", "pending", "failing", "awaiting", "expiring", "stock"],
  ...["dead_letter", "audit_entry", "history", "idempotency_key"],
]);

/** A node of a plan as EXPLAIN (FORMAT JSON) gives it. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Filter?: string;
  /** Of EXPLAIN ANALYZE: rows of an index only scan that had to be looked up in the table. */
  readonly "Heap Fetches"?: number;
  readonly "Parent Relationship"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The plan of a statement whose parameters nobody knows yet, as the service's sessions make it. */
export async function explain(text: string, sql: Sql | Tx): Promise<PlanNode> {
  const [row] = await sql.unsafe<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }[]>(
    `explain (generic_plan, format json) ${text}`,
  );
  const plan = row?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error(`no plan of ${text}`);
  return plan;
}

/** Every node of a plan. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Nodes that ask for no more rows than they are asked for. */
const passing = /^(Limit|Nested Loop|Subquery Scan|Result|Index Scan|Index Only Scan)$/;

/**
 * Where a plan reads all of a growing table: by a scan of the table, or of an index without a condition. In the order of
 * an index and up to a limit it reads no more than that.
 */
export function fullScans(node: PlanNode, table = "", isLimited = false): string[] {
  const type = node["Node Type"];
  const relation = node["Relation Name"] ?? table;
  const isBounded = passing.test(type) && node.Filter === undefined && (isLimited || type === "Limit");
  const below = (node.Plans ?? []).flatMap((child) =>
    fullScans(
      child,
      type === "Bitmap Heap Scan" ? relation : "",
      isBounded && ["Outer", "Subquery"].includes(child["Parent Relationship"] ?? ""),
    ),
  );
  const isScan = /Scan$/.test(type) && growing.has(relation);
  const isWhole = type === "Seq Scan" || (/Index/.test(type) && node["Index Cond"] === undefined && !isBounded);
  return isScan && isWhole ? [`${type} on ${relation}`, ...below] : below;
}

/** Where a plan goes through a whole list for each row of another: its time grows with the square of the batch. */
export function listLoops(node: PlanNode): string[] {
  const children = node.Plans ?? [];
  const inner = children.find((child) => child["Parent Relationship"] === "Inner");
  const isLoop =
    node["Node Type"] === "Nested Loop" && /^(Function Scan|Materialize)$/.test(inner?.["Node Type"] ?? "");
  return [...(isLoop ? [`Nested Loop over ${inner?.["Node Type"]}`] : []), ...children.flatMap(listLoops)];
}
