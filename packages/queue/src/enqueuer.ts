import { setTimeout as sleep } from "node:timers/promises";
import { createSampledWarn, QueueFaultError, type QueueLogger, remedyOfQueue } from "./fault.ts";
import { type KeyOf, splitIds } from "./names.ts";
import type { Producer } from "./producer.ts";

export interface EnqueuerOptions {
  producer: Pick<Producer, "add" | "partitions">;
  /** Reads the keys of records that are pushed without; only asked if there are several partitions. */
  readKeys?: ReadKeys;
  /** Most IDs in one job. */
  jobIdsMax?: number;
  /** Most IDs waiting to be added, over all queues. */
  bufferedIdsMax: number;
  logger: QueueLogger;
}

/**
 * By ID, what keeps records together: those with the same key go to the same partition, and records without one to the
 * first. Undefined if no record of the queue has a key.
 */
export type ReadKeys = (name: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string> | undefined>;

/** What is known of pushed IDs. */
interface Pushed {
  /** The `traceparent` of their batch. */
  readonly trace?: string | undefined;
  /** Only asked if there are several partitions. */
  readonly keyOf?: KeyOf | undefined;
  /** Workers take them after all others. */
  readonly isBulk?: boolean;
}

export interface EnqueuerStats {
  bufferedIds: number;
  addedIds: number;
  /** IDs dropped because the buffer was full or the queue away. Recovery finds them among the pending rows. */
  droppedIds: number;
}

/** A job has no more causes than this. */
const tracesMax = 20;

/**
 * Least rest between two adds to a partition, ms. It grows by a twentieth of a millisecond for each ID of the last job, and
 * ends once the next job is full. A job costs Redis, Postgres and a worker the same for one sale as for a hundred, so more
 * sales in each leave more of the machine for the tills (ADR 3).
 */
const restMsMin = 10;
const restMsOfId = 0.05;

/** What goes to one partition of one queue; bulk IDs apart. */
interface Lane {
  readonly name: string;
  readonly partition: number;
  readonly isBulk: boolean;
  ids: string[];
  /** Of the IDs, bounded. */
  traces: string[];
  /** Whether a loop empties it. Adds to one partition run one after the other. */
  busy: boolean;
  /** Ends the rest between two adds. */
  endRest?: (() => void) | undefined;
}

/**
 * Turns pushed IDs into jobs: a job holds the IDs that arrived for its partition while the job before it was added and
 * during the rest after it. Partitions do not wait for each other.
 */
export class Enqueuer {
  private readonly options: Required<EnqueuerOptions>;
  private readonly warnFull: (fields: object) => void;
  private readonly warnFailed: (fields: object) => void;
  private readonly lanes = new Map<string, Lane>();
  private readonly counts: EnqueuerStats = { bufferedIds: 0, addedIds: 0, droppedIds: 0 };
  private idleResolvers: (() => void)[] = [];
  /** Pushes whose keys are being read. */
  private reading = 0;

  constructor(options: EnqueuerOptions) {
    this.options = { jobIdsMax: 200, readKeys: async () => undefined, ...options };
    this.warnFull = createSampledWarn(options.logger, "enqueue buffer full, IDs are left to recovery");
    this.warnFailed = createSampledWarn(options.logger, "enqueue failed, IDs are left to recovery");
  }

  /** Never throws and never waits: the request has been answered, and the record is durable. */
  push(name: string, ids: readonly string[], pushed: Pushed = {}): void {
    const taken = this.takeRoom(name, ids);
    if (taken.length === 0) return;
    if (this.options.producer.partitions === 1) this.fill(name, 0, taken, pushed);
    else if (pushed.keyOf) this.spread(name, taken, pushed.keyOf, pushed);
    else void this.readAndSpread(name, taken, pushed);
  }

  /** Resolves when nothing is buffered or being added, or after `deadlineMs`; the rest is dropped. */
  async drain(deadlineMs: number): Promise<void> {
    if (!this.isBusy()) return;
    const stop = new AbortController();
    const idle = new Promise<void>((resolve) => this.idleResolvers.push(resolve));
    await Promise.race([idle, sleep(deadlineMs, undefined, { signal: stop.signal }).catch(() => {})]);
    stop.abort();
    for (const lane of this.lanes.values()) {
      this.counts.droppedIds += lane.ids.length;
      this.counts.bufferedIds -= lane.ids.length;
      lane.ids.length = 0;
    }
  }

  stats(): EnqueuerStats {
    return { ...this.counts };
  }

  /** As many of the IDs as the buffer has room for. */
  private takeRoom(name: string, ids: readonly string[]): readonly string[] {
    const { bufferedIdsMax } = this.options;
    const room = Math.max(0, bufferedIdsMax - this.counts.bufferedIds);
    const taken = ids.length <= room ? ids : ids.slice(0, room);
    this.counts.bufferedIds += taken.length;
    if (taken.length < ids.length) {
      this.counts.droppedIds += ids.length - taken.length;
      this.warnFull({ queue: name, bufferedIdsMax, droppedIds: this.counts.droppedIds });
    }
    return taken;
  }

  private async readAndSpread(name: string, ids: readonly string[], pushed: Pushed): Promise<void> {
    this.reading += 1;
    // Without keys all go to the first partition. It is slower if another worker has the members' other sales.
    const keys = await this.options.readKeys(name, ids).catch(() => undefined);
    this.reading -= 1;
    this.spread(name, ids, (id) => keys?.get(id), pushed);
  }

  private spread(name: string, ids: readonly string[], keyOf: KeyOf, pushed: Pushed): void {
    for (const [partition, part] of splitIds(ids, keyOf, this.options.producer.partitions))
      this.fill(name, partition, part, pushed);
  }

  private fill(name: string, partition: number, ids: readonly string[], { trace, isBulk = false }: Pushed): void {
    const lane = this.laneOf(name, partition, isBulk);
    for (const id of ids) lane.ids.push(id);
    if (trace !== undefined && lane.traces.length < tracesMax) lane.traces.push(trace);
    if (!lane.busy) void this.empty(lane);
    else if (lane.ids.length >= this.options.jobIdsMax) lane.endRest?.();
  }

  private laneOf(name: string, partition: number, isBulk: boolean): Lane {
    const place = `${partition}:${name}:${isBulk}`;
    const lane = this.lanes.get(place) ?? { name, partition, isBulk, ids: [], traces: [], busy: false };
    this.lanes.set(place, lane);
    return lane;
  }

  private async empty(lane: Lane): Promise<void> {
    const { jobIdsMax } = this.options;
    lane.busy = true;
    while (lane.ids.length > 0) {
      const ids = lane.ids.splice(0, jobIdsMax);
      this.counts.bufferedIds -= ids.length;
      const { traces } = lane;
      // A batch may be cut into several jobs, and all of them are of its trace.
      if (lane.ids.length === 0) lane.traces = [];
      await this.addOrDrop(lane, ids, traces);
      if (lane.ids.length < jobIdsMax) await rest(lane, ids.length);
    }
    lane.busy = false;
    if (this.isBusy()) return;
    for (const resolve of this.idleResolvers) resolve();
    this.idleResolvers = [];
  }

  private async addOrDrop({ name, partition, isBulk }: Lane, ids: string[], traces: string[]): Promise<void> {
    try {
      await this.options.producer.add(name, ids, [...traces], partition, isBulk);
      this.counts.addedIds += ids.length;
    } catch (err) {
      this.counts.droppedIds += ids.length;
      const fault = new QueueFaultError(err);
      this.warnFailed({ err: fault, queue: name, droppedIds: this.counts.droppedIds, remedy: remedyOfQueue(fault) });
    }
  }

  private isBusy(): boolean {
    return this.reading > 0 || [...this.lanes.values()].some(({ busy }) => busy);
  }
}

export const createEnqueuer = (options: EnqueuerOptions) => new Enqueuer(options);

/** Resolves when the rest after a job with so many IDs is over, or when the lane's `endRest` is called. */
function rest(lane: Lane, jobIds: number): Promise<void> {
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
