/** IDs of a stage that a worker has in hand at most, in all partitions together, if jobs are as large as the last ones. */
const idsHeldMax = 4_000;
/** Enough for the largest jobs, which have 200 IDs. */
const jobsHeldMin = 20;
const jobsHeldMax = 200;
/** The share of the last job in the mean. */
const weight = 0.05;

/**
 * How many jobs of a stage a worker has in hand. A batch holds what the worker has in hand, so with few small jobs batches
 * are small, and a worker far from Postgres falls behind. With many large ones, other workers would get none.
 */
export interface JobsHeld {
  /** A job with so many IDs came. */
  note(ids: number): void;
  /** From 20, for jobs of 200 IDs, to 200. */
  max(): number;
}

export function createJobsHeld(): JobsHeld {
  let mean = idsHeldMax / jobsHeldMin;
  return {
    note(ids) {
      mean += (ids - mean) * weight;
    },
    max: () => Math.min(jobsHeldMax, Math.max(jobsHeldMin, Math.floor(idsHeldMax / mean))),
  };
}
