/** Groups in the order of their first members. */
export function groupBy<T, Key>(all: Iterable<T>, keyOf: (one: T) => Key): Map<Key, [T, ...T[]]> {
  const groups = new Map<Key, [T, ...T[]]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
