/**
 * A row as operators read it: its times are ISO 8601 in UTC. `Shown` must have the names and types of the columns; it is
 * not checked.
 */
export const showRow = <Shown>(row: object): Shown =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as Shown;
