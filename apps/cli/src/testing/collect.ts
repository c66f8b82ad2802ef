export async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const one of all) collected.push(one);
  return collected;
}
