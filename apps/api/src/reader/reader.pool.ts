import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { BroadcastChannel } from "node:worker_threads";
import { codeOf } from "@rewards/db";
import { AppError } from "@rewards/domain";
import { createFairGate, type FairGate, type Logger } from "@rewards/runtime";
import { Piscina } from "piscina";
import { networkOfSocket } from "../connections/address.ts";
import type { ApiContext } from "../context.ts";
import { takesGzip } from "../encoding.ts";
import { type ReadCall, type ReaderSettings, type ReadOutcome, type ReadTask, sharedNowMs } from "./read.call.ts";
import { respondHead, respondInSlices } from "./read.response.ts";

export interface ReadsOptions {
  readonly databaseUrl: string;
  readonly threadsMax: number;
  /** Reads under way in one thread; each has a connection to Postgres. */
  readonly threadReadsMax: number;
  /** From a read's arrival to its answer, what it waits included. */
  readonly viewMsMax: number;
  /** Of an answer's records. */
  readonly answerBytesMax: number;
  readonly logger: Pick<Logger, "warn">;
}

/** Reads run in threads of their own, so that none of them can hold the event loop that answers creates. */
export interface Reads {
  /**
   * Answers a read.
   * @throws AppError as the read itself does; 503 where too many wait, or where its time ran out.
   */
  answer(c: ApiContext, call: ReadCall): Promise<Response>;
  /** Resolves once a thread is up, so that the first caller does not wait for it. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

const waitingMax = 1_000;
/** Answers that callers have still to take, in all and of one address; what is under way comes on top. */
const untakenBytesMax = 50_331_648;
const untakenBytesOfAddressMax = 16_777_216;
/** The memory of JavaScript in one thread; a thread that needs more ends, and its reads are refused. */
const threadHeapMbMax = 128;
const threadYoungMbMax = 16;
const idleMsMax = 60_000;
const closeMsMax = 500;
/** A thread that is busy answers a little after the time; one that does not even then is not waited for. */
const overtimeMsMax = 1_000;

export function openReads(options: ReadsOptions): Reads {
  const cancelChannel = `reads ${randomUUID()}`;
  const pool = openPool(options, cancelChannel);
  // A thread that ends between two reads, or did not end in time, is replaced or dropped; unheard, it would end the process.
  pool.on("error", (err) => options.logger.warn({ err }, "a reader thread ended"));
  const cancelled = new BroadcastChannel(cancelChannel);
  cancelled.unref();
  const gate = openGate(options);
  let lastId = 0;

  async function run(task: Omit<ReadTask, "id">, gone: AbortSignal): Promise<ReadOutcome> {
    const id = ++lastId;
    const cancel = () => cancelled.postMessage(id);
    gone.addEventListener("abort", cancel, { once: true });
    try {
      return (await pool.run({ ...task, id })) as ReadOutcome;
    } catch (cause) {
      // What a caller can make a thread do is bounded; where it was too much all the same, it is overload and no fault.
      if (codeOf(cause) === "ERR_WORKER_OUT_OF_MEMORY")
        throw new AppError("Error_Service_Overloaded", undefined, { cause });
      throw cause;
    } finally {
      gone.removeEventListener("abort", cancel);
    }
  }

  return {
    async answer(c, call) {
      const endsAtMs = sharedNowMs() + options.viewMsMax;
      const key = networkOfSocket(c.env.incoming.socket);
      const ending = watchCall(c, options.viewMsMax);
      try {
        const release = await gate.enter(key, ending.late);
        const task = { call, takesGzip: takesGzip(c.env.incoming), endsAtMs };
        const running = run(task, ending.gone).finally(release);
        const outcome = await Promise.race([running, ending.overdue]);
        // Cancelled for that, and no fault to be logged.
        if (ending.gone.aborted) throw callerGone;
        if ("refused" in outcome) throw refusalOf(outcome);
        if (c.req.method === "HEAD") return respondHead(outcome);
        return respondInSlices(outcome, (bytes) => gate.hold(key, bytes));
      } finally {
        ending.settle();
      }
    },
    warmUp: () => pool.run(undefined, { name: "warmUp" }),
    async close() {
      cancelled.close();
      await pool.close({ force: true });
    },
  };
}

function openPool({ threadsMax, threadReadsMax, ...options }: ReadsOptions, cancelChannel: string): Piscina {
  const settings: ReaderSettings = {
    databaseUrl: options.databaseUrl,
    connectionsMax: threadReadsMax,
    viewMsMax: options.viewMsMax,
    answerBytesMax: options.answerBytesMax,
    cancelChannel,
  };
  return new Piscina({
    filename: fileURLToPath(new URL("./reader.thread.js", import.meta.url)),
    name: "read",
    minThreads: 1,
    maxThreads: threadsMax,
    concurrentTasksPerWorker: threadReadsMax,
    idleTimeout: idleMsMax,
    closeTimeout: closeMsMax,
    // Otherwise an idle thread would sleep without a look at its connections, and not see them end.
    atomics: "disabled",
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: threadHeapMbMax, maxYoungGenerationSizeMb: threadYoungMbMax },
  });
}

/** All that the gate lets in begins at once: what waits does so here, where its caller's turn and its time are known. */
function openGate({ threadsMax, threadReadsMax }: ReadsOptions): FairGate {
  const insideMax = threadsMax * threadReadsMax;
  return createFairGate({
    insideMax,
    insideOfKeyMax: Math.max(1, Math.floor((3 * insideMax) / 4)),
    waitingMax,
    waitingOfKeyMax: waitingMax / 2,
    heldMax: untakenBytesMax,
    heldOfKeyMax: untakenBytesOfAddressMax,
    onOverload: () => new AppError("Error_Service_Overloaded"),
  });
}

/** Shared errors: hundreds of callers may hang up at once, and making an error for each would delay the others. */
const timedOut = new AppError("Error_DataView_Timeout");
const callerGone = new AppError("Error_Body_Malformed", undefined, { reason: "the connection was closed" });

/** When a call ends without an answer: its time is over, or its caller is gone. */
interface CallEnd {
  readonly gone: AbortSignal;
  /** Either of both: for who still waits. */
  readonly late: AbortSignal;
  /** Rejects some time after the call's own time. */
  readonly overdue: Promise<never>;
  settle(): void;
}

function watchCall({ env: { outgoing } }: ApiContext, viewMsMax: number): CallEnd {
  const [gone, late] = [new AbortController(), new AbortController()];
  const onClose = () => {
    gone.abort();
    late.abort(callerGone);
  };
  outgoing.once("close", onClose);
  const timer = setTimeout(() => late.abort(timedOut), viewMsMax);
  let overtime: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    overtime = setTimeout(() => reject(timedOut), viewMsMax + overtimeMsMax);
  });
  // Nobody may be left who waits for it.
  overdue.catch(() => undefined);
  return {
    gone: gone.signal,
    late: late.signal,
    overdue,
    settle() {
      clearTimeout(timer);
      clearTimeout(overtime);
      outgoing.off("close", onClose);
    },
  };
}

function refusalOf({ refused, details, cause, causeCode }: Extract<ReadOutcome, { refused: unknown }>): AppError {
  if (cause instanceof Error && causeCode) Object.assign(cause, { code: causeCode });
  return new AppError(refused, details, { cause });
}
