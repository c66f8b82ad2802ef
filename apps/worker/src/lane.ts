import { setTimeout as sleep } from "node:timers/promises";
import { createGoodsCache } from "@rewards/db";
import { remedyOf } from "@rewards/operations";
import { createSampledWarn } from "@rewards/queue";
import {
  halveOnFailure,
  openBatch,
  type Process,
  postponeDeferred,
  processHeld,
  setApart,
  settleWith,
} from "./batch.ts";
import type { Patience } from "./patience.ts";
import type { StageJob, StageRun } from "./stages.ts";

/** Records that the lane takes up at a time, to settle them in slices. */
const atOnceMax = 4;
/** More stay postponed, and come again. Each one that waits is postponed again in time, which bounds that statement. */
const waitingMax = 5_000;
/** How long the lane waits for other batches before a piece of its work: if they never end, it works on all the same. */
const giveWayMsMax = 100;
/** Longest rest after a piece; else it is as long as the piece took, so half of the time is for other batches. */
const restMsMax = 250;
/** How often waiting records are postponed again: before they are due. */
const postponeEveryMs = 10_000;

/** The records of a stage that cost too much for a batch with others. */
export interface StageLane {
  /** Takes them over and returns at once; a crash leaves them postponed. Those that wait here already come once. */
  readonly take: Process;
  /** Resolves once none waits or is in flight. */
  drain(): Promise<void>;
}

/** Each rest is as long as the work since the last one took. */
function createRests(others: () => Promise<void>, now: () => number) {
  let startedMs = now();
  let idle: Promise<void> | undefined;
  async function rest(): Promise<void> {
    await within(Math.min(now() - startedMs, restMsMax));
    startedMs = now();
  }
  /** And then until no other batch runs. */
  async function restUntilIdle(): Promise<void> {
    await rest();
    idle ??= others().finally(() => {
      idle = undefined;
    });
    await Promise.race([idle, within(giveWayMsMax)]);
    startedMs = now();
  }
  return { rest, restUntilIdle };
}

const within = (ms: number) => sleep(ms, undefined, { ref: false });

/**
 * Settles the expensive records of a stage, one slice at a time, next to its batches: before each piece of work it lets
 * running batches end.
 * @param others resolves once no batch of the stage waits or is in flight.
 * @param now ms that only grow.
 */
export function createLane(
  run: StageRun,
  patience: Patience,
  others: () => Promise<void>,
  now: () => number,
): StageLane {
  const { stage, logger, signal } = run;
  /** The jobs of each record that waits or is in flight. */
  const waiting = new Map<string, readonly StageJob[]>();
  const goods = createGoodsCache();
  const warn = createSampledWarn(logger, "expensive records failed: recovery enqueues them again");
  const { rest, restUntilIdle } = createRests(others, now);
  let working: Promise<void> | undefined;
  let postponedAtMs = now();

  async function giveWay(): Promise<void> {
    signal.throwIfAborted();
    await restUntilIdle();
    if (now() - postponedAtMs < postponeEveryMs) return;
    postponedAtMs = now();
    await setApart({ run, ids: [...waiting.keys()] }, "turn");
  }

  const from = {
    run: { ...run, deps: { ...run.deps, lane: { giveWay, rest, goods } } },
    patience,
    onDeferred: postponeDeferred,
  };

  async function settleSome(): Promise<void> {
    const some = [...waiting].slice(0, atOnceMax);
    const ids = some.map(([id]) => id);
    const jobs = [...new Set(some.flatMap(([, of]) => of))];
    try {
      await giveWay();
      await halveOnFailure(openBatch({ ...from, jobs }, [{ ids }]), settleWith(processHeld));
    } catch (err) {
      if (!signal.aborted) warn({ class: stage.definition.class, err, remedy: remedyOf(err) });
    } finally {
      for (const id of ids) waiting.delete(id);
    }
  }

  async function work(): Promise<void> {
    while (waiting.size > 0) await settleSome();
    goods.clear();
    working = undefined;
  }

  return {
    async take(batch) {
      await postponeDeferred(batch);
      const ids = batch.ids.filter((id) => !waiting.has(id));
      if (ids.length === 0 || waiting.size + ids.length > waitingMax) return;
      for (const id of ids) waiting.set(id, batch.jobs);
      working ??= work();
    },
    drain: async () => working,
  };
}
