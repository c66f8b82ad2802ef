import type { Rank } from "@rewards/operations";
import { type Producer, partitionNumbers } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";

/**
 * A partition is stuck if the same job is next at this many looks in a row. They are two seconds apart and so take longer
 * than a batch waits for a lock: a worker whose batches all wait for one takes no job meanwhile.
 */
const looksMin = 4;
/** How long another worker takes a stuck partition. Then the worker whose share it is gets another chance. */
const neglectedMs = 30_000;

/**
 * The partitions that a worker takes jobs from. Each partition has one worker while there are no more workers than
 * partitions; then as many as possible have only one.
 */
export const shareOf = ({ index, count }: Rank, partitions: number): number[] =>
  count >= partitions
    ? [index % partitions]
    : partitionNumbers(partitions).filter((partition) => partition % count === index);

export interface ShareOptions {
  readonly producer: Pick<Producer, "partitions" | "nextJob" | "isPaused">;
  /** The queues with partitions. */
  readonly names: readonly string[];
  readonly logger: Pick<Logger, "warn">;
}

/**
 * Follows which partitions a worker takes jobs from: its share, and for a while those in which the same job was next at
 * several looks. Their worker does not reach the queue, or hangs.
 */
export function createShare({ producer, names, logger }: ShareOptions) {
  const all = partitionNumbers(producer.partitions);
  const seen = new Map<string, { readonly job: string; readonly looks: number }>();
  const neglectedUntilMs = new Map<number, number>();
  let own: readonly number[] | undefined;

  /** Whether a job of the queue is next in this partition at one look after the other. */
  async function isStuck(name: string, partition: number): Promise<boolean> {
    const place = `${partition}:${name}`;
    const before = seen.get(place);
    seen.delete(place);
    // A partition that does not answer has no jobs to take.
    const job = await producer.nextJob(name, partition).catch(() => undefined);
    if (job === undefined || (await producer.isPaused(name).catch(() => true))) return false;
    const looks = before?.job === job ? before.looks + 1 : 1;
    seen.set(place, { job, looks });
    return looks >= looksMin;
  }

  async function look(others: readonly number[]): Promise<void> {
    const stuck = await Promise.all(
      others.map(async (partition) =>
        (await Promise.all(names.map((name) => isStuck(name, partition)))).includes(true),
      ),
    );
    const partitions = others.filter((_, index) => stuck[index]);
    if (partitions.length === 0) return;
    for (const partition of partitions) neglectedUntilMs.set(partition, performance.now() + neglectedMs);
    logger.warn(
      { partitions, remedy: "if it repeats, look for a worker that hangs, or that does not reach the queue" },
      "no worker took jobs of partitions of the queue: this one takes them for a while",
    );
  }

  /** Call it every two seconds, with the rank if it is known. Without any, the share is every partition. */
  return async (rank: Rank | undefined): Promise<readonly number[]> => {
    if (rank) own = shareOf(rank, producer.partitions);
    const share = own ?? all;
    const isHelped = (partition: number) => (neglectedUntilMs.get(partition) ?? 0) > performance.now();
    const others = all.filter((partition) => !share.includes(partition));
    // Without a rank, Postgres or the queue is away: then nobody takes jobs, and nobody needs help.
    if (rank) await look(others.filter((partition) => !isHelped(partition)));
    else seen.clear();
    return [...share, ...others.filter(isHelped)];
  };
}
