import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { BroadcastChannel } from "node:worker_threads";
import { AppError } from "@rewards/domain";
import type { GateUse, Logger, PersonalKeySetting } from "@rewards/runtime";
import { Piscina } from "piscina";
import { takesGzip } from "../answer.ts";
import { type ApiContext, callerGone, turnOf } from "../call.ts";
import { awaitReplica, openReadGate, type ReplicaUse, watchCall } from "../gates.ts";
import type { PersonalData } from "../personal.ts";
import { laneCallsMax, laneNameOf, openLanePool } from "./lane.pool.ts";
import { type ReadAnswer, type ReadCall, type ReaderSettings, type ReadOutcome, replicaOut } from "./read.call.ts";
import { openRunner, type Reading } from "./reader.run.ts";
import { respondHead, respondInSlices } from "./slices.ts";
import { readProcessed, type Waits, waitMsOf } from "./waits.ts";

export interface ReadsOptions {
  readonly databaseUrl: string;
  readonly replica?: ReplicaUse | undefined;
  readonly threadsMax: number;
  /** Concurrent reads in one thread; each has a connection to Postgres. */
  readonly threadReadsMax: number;
  /** From a read's arrival to its response, waiting included. */
  readonly viewMsMax: number;
  /** The most bytes of a response's records. */
  readonly answerBytesMax: number;
  readonly personalKeys?: PersonalKeySetting | undefined;
  readonly personal: Pick<PersonalData, "isSealed" | "reason">;
  readonly waits: Pick<Waits, "processed">;
  /** Whether creates are under way: reads leave time to them. */
  readonly isCreating: () => boolean;
  readonly logger: Pick<Logger, "warn">;
}

/** Runs reads in separate threads, so that none of them can block the event loop that answers creates. */
export interface Reads {
  /**
   * Answers a read.
   * @param admitAgain for a call that waits: as `readProcessed` has it.
   * @throws AppError like the read itself; 503 if too many wait or its time ran out.
   */
  answer(c: ApiContext, call: ReadCall, admitAgain?: () => Promise<void>): Promise<Response>;
  /** Resolves once a thread is up, so that the first caller does not wait for it. */
  warmUp(): Promise<void>;
  /** The reads that are answered alone, and those that are answered in batches. */
  readonly uses: Readonly<Record<"reads" | "lane", () => GateUse>>;
  /** Reads that were answered, by who answered them. */
  readonly answered: Readonly<Record<"primary" | "replica", number>>;
  /** The replica cannot be used any more: its reads under way go to the primary. */
  leaveReplica(): void;
  close(): Promise<void>;
}

/** The JavaScript heap of one thread. A thread that needs more ends, and its reads are refused. */
const threadHeapMbMax = 128;
const threadYoungMbMax = 16;
const closeMsMax = 500;

export function openReads(options: ReadsOptions): Reads {
  const cancelChannel = `reads ${randomUUID()}`;
  const pool = openPool(options, cancelChannel);
  // A thread that ends between two reads is replaced, and one that did not end in time is dropped. Without a listener,
  // this event would end the process.
  pool.on("error", (err) => options.logger.warn({ err }, "a reader thread ended"));
  const channel = openChannel(cancelChannel);
  const gate = openReadGate(options.threadsMax * options.threadReadsMax);
  const runAlone = openRunner(pool, channel, gate);
  const lane = openLanePool((tasks) => pool.run(tasks, { name: "readBatch" }), options.isCreating);
  const answered = { primary: 0, replica: 0 };

  /** In a batch if that can be, and otherwise alone. */
  async function run(c: ApiContext, reading: Reading): Promise<ReadOutcome> {
    // What a call waited for is perhaps not on the replica yet.
    const isWaiting = waitMsOf(reading.task.call) > 0;
    const fence = await awaitReplica(c, isWaiting ? undefined : options.replica?.watch);
    const name = laneNameOf(reading.task.call, reading.task.scope);
    const outcome = name && (await lane.answer(name, { ...reading, task: { ...reading.task, fence: fence() } }));
    return outcome || runAlone(reading, fence);
  }

  async function read(c: ApiContext, call: ReadCall): Promise<ReadAnswer> {
    const { quota } = c.env.outgoing;
    quota?.demand("readMs");
    const ending = watchCall(c, options.viewMsMax);
    try {
      const task = taskOf(c, call, options.personal);
      const outcome = await Promise.race([run(c, { key: turnOf(c), task, ending, quota }), ending.overdue]);
      // Cancelled because the caller has gone: not a fault to log.
      if (ending.late.reason === callerGone) throw callerGone;
      if ("refused" in outcome) throw refusalOf(outcome);
      answered[outcome.isOfReplica ? "replica" : "primary"] += 1;
      if (outcome.isMiss === false) quota?.giveBack("voucherMisses");
      return outcome;
    } finally {
      ending.settle();
    }
  }

  return {
    answered,
    leaveReplica: () => channel.postMessage(replicaOut),
    async answer(c, call, admitAgain = async () => undefined) {
      const answer = await readProcessed(options.waits, c, call, () => read(c, call), admitAgain);
      if (c.req.method === "HEAD") return respondHead(answer);
      return respondInSlices(answer, (bytes) => gate.hold(turnOf(c), bytes));
    },
    warmUp: () => pool.run(undefined, { name: "warmUp" }),
    uses: { reads: () => gate.use(), lane: () => lane.use() },
    close: () => pool.close({ force: true }),
  };
}

/** It stays open, because callers may also hang up while the threads end. It does not keep the process alive. */
function openChannel(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  channel.unref();
  return channel;
}

function taskOf({ env }: ApiContext, call: ReadCall, personal: ReadsOptions["personal"]) {
  const { user, scope, rights } = env.caller;
  const sealing = { isSealed: personal.isSealed(), isKeyMissing: personal.reason() !== undefined };
  return { call, user, rights: rights.text, scope, ...sealing, takesGzip: takesGzip(env.incoming) };
}

function openPool({ threadsMax, threadReadsMax, ...options }: ReadsOptions, cancelChannel: string): Piscina {
  const settings: ReaderSettings = {
    databaseUrl: options.databaseUrl,
    replicaUrl: options.replica?.url,
    connectionsMax: threadReadsMax,
    viewMsMax: options.viewMsMax,
    answerBytesMax: options.answerBytesMax,
    personalKeys: options.personalKeys,
    cancelChannel,
  };
  return new Piscina({
    filename: fileURLToPath(new URL("./reader.thread.js", import.meta.url)),
    name: "read",
    // All from the start: one thread has room for every batch, so that no second one would ever begin.
    minThreads: threadsMax,
    maxThreads: threadsMax,
    concurrentTasksPerWorker: threadReadsMax + laneCallsMax,
    closeTimeout: closeMsMax,
    // Otherwise an idle thread would sleep without checking its connections and not notice their end.
    atomics: "disabled",
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: threadHeapMbMax, maxYoungGenerationSizeMb: threadYoungMbMax },
  });
}

function refusalOf({ refused, details, cause, causeCode }: Extract<ReadOutcome, { refused: unknown }>): AppError {
  if (cause instanceof Error && causeCode) Object.assign(cause, { code: causeCode });
  return new AppError(refused, details, { cause });
}
