import type { Sql, Tx } from "../client.ts";

/**
 * Makes the missing partitions of this month and of the given number of months ahead.
 * @returns their names; none if `sale` has no partitions, or if another session changes them now.
 */
export async function addPartitions(sql: Sql | Tx, months: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from add_sale_partitions(${months}) as a(name)`;
  return rows.map(({ name }) => name);
}
