/** A job has no more causes than this. */
const tracesMax = 20;

/**
 * Least rest between two adds to a partition, ms. It grows by a twentieth of a millisecond for each ID of the last job, and
 * ends once the next job is full. A job costs Redis, Postgres and a worker the same for one sale as for a hundred, so more
 * sales in each leave more of the machine for the tills (ADR 3).
 */
const restMsMin = 10;
const restMsOfId = 0.05;

/** What goes to one partition of one queue. */
export interface Lane {
  readonly name: string;
  readonly partition: number;
  ids: string[];
  /** Of the IDs, bounded. */
  traces: string[];
  /** Whether a loop empties it. Adds to one partition run one after the other. */
  busy: boolean;
  /** Ends the rest between two adds. */
  endRest?: (() => void) | undefined;
}

export const openLane = (name: string, partition: number): Lane => ({
  ...{ name, partition },
  ...{ ids: [], traces: [], busy: false },
});

/** Adds IDs, and the trace of their batch. */
export function pushToLane(lane: Lane, ids: readonly string[], trace: string | undefined): void {
  for (const id of ids) lane.ids.push(id);
  if (trace !== undefined && lane.traces.length < tracesMax) lane.traces.push(trace);
}

/** Resolves when the rest after a job with so many IDs is over, or when the lane's `endRest` is called. */
export function rest(lane: Lane, jobIds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      lane.endRest = undefined;
      resolve();
    };
    const timer = setTimeout(end, restMsMin + restMsOfId * jobIds);
    lane.endRest = end;
  });
}
