import type { Sql, Tx } from "../client.ts";

/** How many months are made ahead of the present one. */
export const monthsAhead = 3;

/**
 * Makes the missing partitions of this month and of the given number of months ahead.
 * @returns their names; none if `sale` has no partitions, or if another session changes them now.
 */
export async function addPartitions(sql: Sql | Tx, months: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from add_sale_partitions(${months}) as a(name)`;
  return rows.map(({ name }) => name);
}

/** Lets go of a change that was left alone until its boundary is near. Returns whether there was one. */
export async function dropStaleBoundary(sql: Sql | Tx): Promise<boolean> {
  const [row] = await sql<{ isDropped: boolean }[]>`select drop_stale_boundary() as "isDropped"`;
  return row?.isDropped === true;
}
