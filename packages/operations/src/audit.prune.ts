import type { Sql } from "@rewards/db";

/** One slice: at one each ten seconds, 43 million entries a day. */
export const prunedRowsMax = 5_000;

/**
 * Deletes the oldest entries of the audit that concern nothing in force and are older than `days`, 5,000 at most. Those of
 * points, money, people and rights stay for ever.
 * @returns how many were deleted: 5,000 if there may be more.
 * @throws Postgres' error, also if one is younger than 30 days.
 */
export async function pruneAudit(sql: Sql, days: number): Promise<number> {
  const [row] = await sql<[{ pruned: number }]>`select prune_audit(${days}, ${prunedRowsMax})::float8 as pruned`;
  return row.pruned;
}
