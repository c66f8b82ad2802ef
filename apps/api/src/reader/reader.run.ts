import type { BroadcastChannel } from "node:worker_threads";
import { codeOf } from "@rewards/db";
import { AppError } from "@rewards/domain";
import type { ReplicaFence } from "@rewards/operations";
import type { FairGate } from "@rewards/runtime";
import type { Piscina } from "piscina";
import type { CallEnd } from "../gates.ts";
import type { Quota } from "../limits/quota.ts";
import type { ReadOutcome, ReadTask } from "./read.call.ts";

/** A read under way. */
export interface Reading {
  /** By which callers take turns. */
  readonly key: string;
  readonly task: Omit<ReadTask, "id" | "fence">;
  readonly ending: CallEnd;
  readonly quota: Quota | undefined;
}

/** Answers reads alone, each in its caller's turn, and cancels those whose caller has gone or whose time is over. */
export function openRunner(pool: Piscina, channel: BroadcastChannel, gate: FairGate) {
  let lastId = 0;

  async function run(task: Omit<ReadTask, "id">, late: AbortSignal): Promise<ReadOutcome> {
    const id = ++lastId;
    const cancel = () => channel.postMessage(id);
    late.addEventListener("abort", cancel, { once: true });
    try {
      return (await pool.run({ ...task, id })) as ReadOutcome;
    } catch (cause) {
      // What a caller can make a thread do is bounded. If it still exceeds the heap, that is overload, not a fault.
      if (codeOf(cause) === "ERR_WORKER_OUT_OF_MEMORY")
        throw new AppError("Error_Service_Overloaded", undefined, { cause });
      throw cause;
    } finally {
      late.removeEventListener("abort", cancel);
    }
  }

  return async ({ key, task, ending, quota }: Reading, fence: () => ReplicaFence | undefined): Promise<ReadOutcome> => {
    const leave = await gate.enter(key, ending.late);
    const startedMs = performance.now();
    try {
      // Again: many calls of one caller may have waited together.
      quota?.demand("readMs");
      return await run({ ...task, fence: fence() }, ending.late);
    } finally {
      leave();
      quota?.use("readMs", Math.ceil(performance.now() - startedMs));
    }
  };
}
