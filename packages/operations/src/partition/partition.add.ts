import type { Sql, Tx } from "@rewards/db";

/** How many months are made ahead of the present one. */
export const monthsAhead = 3;

/** The most early sales of a month that a worker moves. More are left to the command: callers wait for the move. */
export const movedMax = 10_000;

/**
 * Makes the missing partitions of this month and of the given number of months ahead. Early sales of such a month move
 * into it from the default partition.
 * @param limit of the sales that move, for each month.
 * @returns their names; none if another session changes partitions now.
 * @throws Postgres' error P0001 if the first missing month has more early sales than that.
 */
export async function addPartitions(sql: Sql | Tx, months: number, limit: number | null = null): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from add_sale_partitions(${months}, ${limit}) as a(name)`;
  return rows.map(({ name }) => name);
}
