/** As many items as `count` says. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The rows of a table, with their names. */
export const named = <Row>(rows: Readonly<Record<string, Row>>): readonly (Row & { readonly name: string })[] =>
  Object.entries(rows).map(([name, row]) => ({ name, ...row }));
