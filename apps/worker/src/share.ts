import type { Rank } from "@rewards/db";
import type { Producer } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";

/** From two looks at a job that nobody takes. Then the worker whose share it is gets another chance. */
const neglectedMs = 30_000;

/**
 * The partitions that a worker takes jobs from. Each partition has one worker while there are no more workers than
 * partitions; then as many as possible have only one.
 */
export const shareOf = ({ index, count }: Rank, partitions: number): number[] =>
  count >= partitions
    ? [index % partitions]
    : Array.from({ length: partitions }, (_, partition) => partition).filter(
        (partition) => partition % count === index,
      );

export interface ShareOptions {
  readonly producer: Pick<Producer, "partitions" | "nextJob" | "isPaused">;
  /** The queues with partitions. */
  readonly names: readonly string[];
  readonly logger: Pick<Logger, "warn">;
}

/**
 * Follows which partitions a worker takes jobs from: its share, and for a while those in which the same job was next at
 * two looks. Their worker does not reach the queue, is of an earlier release, or hangs.
 */
export function createShare({ producer, names, logger }: ShareOptions) {
  const all = Array.from({ length: producer.partitions }, (_, partition) => partition);
  const nextBefore = new Map<string, string>();
  const neglectedUntilMs = new Map<number, number>();
  let own: readonly number[] | undefined;

  /** Whether a job of the queue was next in this partition at the last look too. */
  async function isStuck(name: string, partition: number): Promise<boolean> {
    const place = `${partition}:${name}`;
    const before = nextBefore.get(place);
    nextBefore.delete(place);
    // A partition that does not answer has no jobs to take.
    const next = await producer.nextJob(name, partition).catch(() => undefined);
    if (next === undefined) return false;
    nextBefore.set(place, next);
    return next === before && !(await producer.isPaused(name).catch(() => true));
  }

  async function look(partition: number): Promise<void> {
    const stuck = await Promise.all(names.map((name) => isStuck(name, partition)));
    if (!stuck.includes(true)) return;
    neglectedUntilMs.set(partition, performance.now() + neglectedMs);
    logger.warn(
      { partition, remedy: "if it repeats, look for a worker that hangs, or that does not reach the queue" },
      "no worker took jobs of a partition of the queue: this one takes them for a while",
    );
  }

  /** Call it every two seconds, with the rank if it is known. Without any, the share is every partition. */
  return async (rank: Rank | undefined): Promise<readonly number[]> => {
    if (rank) own = shareOf(rank, producer.partitions);
    const share = own ?? all;
    const isHelped = (partition: number) => (neglectedUntilMs.get(partition) ?? 0) > performance.now();
    const others = all.filter((partition) => !share.includes(partition));
    await Promise.all(others.filter((partition) => !isHelped(partition)).map(look));
    return [...share, ...others.filter(isHelped)];
  };
}
