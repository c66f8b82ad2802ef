import { Client } from "undici";

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly count: number;
  /** The path and body of the n-th request. */
  readonly request: (n: number) => { readonly path: string; readonly body: unknown };
}

export interface LoadResult {
  readonly seconds: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Sorted. */
  readonly latenciesMs: readonly number[];
}

/** Closed loop: each connection sends its next request when the last is answered. */
export async function runLoad({ url, connections, count, request }: LoadOptions): Promise<LoadResult> {
  const statuses: Record<number, number> = {};
  const latenciesMs: number[] = [];
  let next = 0;
  const startedMs = performance.now();

  async function run(): Promise<void> {
    const client = new Client(url, { pipelining: 1 });
    while (next < count) {
      const { path, body } = request(next++);
      const sentMs = performance.now();
      const headers = { "content-type": "application/json" };
      const answer = await client.request({ path, method: "POST", headers, body: JSON.stringify(body) });
      await answer.body.dump();
      latenciesMs.push(performance.now() - sentMs);
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    }
    await client.close();
  }

  await Promise.all(Array.from({ length: connections }, run));
  return { seconds: (performance.now() - startedMs) / 1000, statuses, latenciesMs: latenciesMs.sort((a, b) => a - b) };
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
