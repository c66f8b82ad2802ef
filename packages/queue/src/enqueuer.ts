import { setTimeout as sleep } from "node:timers/promises";
import { createSampledWarn, type QueueLogger } from "./log.ts";
import type { Producer } from "./producer.ts";

export interface EnqueuerOptions {
  producer: Pick<Producer, "add" | "backend">;
  /** Most IDs in one job. */
  jobIdsMax?: number;
  /** Most IDs waiting to be added, over all queues. */
  bufferedIdsMax: number;
  /** Rest between two adds to a queue, ms; on Postgres a job costs the database 1 to 3 ms, so there it is 10. */
  addPauseMs?: number;
  logger: QueueLogger;
}

export interface EnqueuerStats {
  bufferedIds: number;
  addedIds: number;
  /** IDs dropped because the buffer was full or the queue away. Recovery finds them among the pending rows. */
  droppedIds: number;
}

export interface Enqueuer {
  /** `trace`: the `traceparent` of their batch. Never throws and never waits: the request has been answered, and the record is durable. */
  push(name: string, ids: readonly string[], trace?: string): void;
  /** Resolves when nothing is buffered or being added, or after `deadlineMs`; the rest is dropped. */
  drain(deadlineMs: number): Promise<void>;
  stats(): EnqueuerStats;
}

/** A job has no more causes than this. */
const laneTracesMax = 20;

interface Lane {
  ids: string[];
  /** Of the IDs, bounded. */
  traces: string[];
  /** Whether a loop empties it. Adds to one queue run one after the other. */
  busy: boolean;
}

/** Turns pushed IDs into jobs: a job holds the IDs that arrived while the job before it was being added. */
export function createEnqueuer(options: EnqueuerOptions): Enqueuer {
  return new BufferedEnqueuer(options);
}

class BufferedEnqueuer implements Enqueuer {
  private readonly options: Required<EnqueuerOptions>;
  private readonly warnFull: (fields: object) => void;
  private readonly warnFailed: (fields: object) => void;
  private readonly lanes = new Map<string, Lane>();
  private readonly counts: EnqueuerStats = { bufferedIds: 0, addedIds: 0, droppedIds: 0 };
  private idleResolvers: (() => void)[] = [];

  constructor(options: EnqueuerOptions) {
    const addPauseMs = options.producer.backend === "postgres" ? 10 : 0;
    this.options = { jobIdsMax: 200, addPauseMs, ...options };
    this.warnFull = createSampledWarn(options.logger, "enqueue buffer full, IDs are left to recovery");
    this.warnFailed = createSampledWarn(options.logger, "enqueue failed, IDs are left to recovery");
  }

  push(name: string, ids: readonly string[], trace?: string): void {
    const { bufferedIdsMax } = this.options;
    const room = Math.max(0, bufferedIdsMax - this.counts.bufferedIds);
    const taken = ids.length <= room ? ids : ids.slice(0, room);
    if (taken.length < ids.length) {
      this.counts.droppedIds += ids.length - taken.length;
      this.warnFull({ queue: name, bufferedIdsMax, droppedIds: this.counts.droppedIds });
    }
    if (taken.length === 0) return;
    const lane = this.laneOf(name);
    for (const id of taken) lane.ids.push(id);
    if (trace !== undefined && lane.traces.length < laneTracesMax) lane.traces.push(trace);
    this.counts.bufferedIds += taken.length;
    if (!lane.busy) void this.empty(name, lane);
  }

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

  private laneOf(name: string): Lane {
    let lane = this.lanes.get(name);
    if (lane === undefined) {
      lane = { ids: [], traces: [], busy: false };
      this.lanes.set(name, lane);
    }
    return lane;
  }

  private async empty(name: string, lane: Lane): Promise<void> {
    const { jobIdsMax, addPauseMs } = this.options;
    lane.busy = true;
    while (lane.ids.length > 0) {
      const ids = lane.ids.splice(0, jobIdsMax);
      this.counts.bufferedIds -= ids.length;
      const { traces } = lane;
      // A batch may be cut into several jobs, and all of them are of its trace.
      if (lane.ids.length === 0) lane.traces = [];
      await this.addOrDrop(name, ids, traces);
      if (addPauseMs > 0) await sleep(addPauseMs);
    }
    lane.busy = false;
    if (this.isBusy()) return;
    for (const resolve of this.idleResolvers) resolve();
    this.idleResolvers = [];
  }

  private async addOrDrop(name: string, ids: string[], traces: string[]): Promise<void> {
    try {
      await this.options.producer.add(name, ids, [...traces]);
      this.counts.addedIds += ids.length;
    } catch (err) {
      this.counts.droppedIds += ids.length;
      this.warnFailed({ err, queue: name, droppedIds: this.counts.droppedIds });
    }
  }

  private isBusy(): boolean {
    for (const lane of this.lanes.values()) if (lane.busy) return true;
    return false;
  }
}
