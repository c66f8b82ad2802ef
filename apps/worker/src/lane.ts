import { setTimeout as sleep } from "node:timers/promises";
import { createGoodsCache } from "@rewards/db";
import { remedyOf } from "@rewards/operations";
import { createSampledWarn } from "@rewards/queue";
import { createBatcher } from "@rewards/runtime";
import {
  type Batch,
  halveOnFailure,
  openBatch,
  type Process,
  postponeDeferred,
  processHeld,
  setApart,
  settleWith,
} from "./batch.ts";
import type { StageRun } from "./stages.ts";

/** Records that the lane takes up at a time, to settle them in slices. */
const rowsMax = 20;
/** More stay postponed, and come again. Each one that waits is postponed again in time, which bounds that statement. */
const waitingRowsMax = 5_000;
/** How long the lane waits for other batches before a piece of its work: if they never end, it works on all the same. */
const giveWayMsMax = 100;
/** How often waiting records are postponed again: before they are due. */
const postponeEveryMs = 10_000;

/** The records of a stage that cost too much for a batch with others. */
export interface StageLane {
  /** Takes them over and returns at once; a crash leaves them postponed. Those that wait here already come once. */
  readonly take: Process;
  /** Resolves once none waits or is in flight. */
  drain(): Promise<void>;
}

/**
 * Settles the expensive records of a stage, one slice at a time, next to its batches: before each piece of work it lets
 * running batches end.
 * @param others resolves once no batch of the stage waits or is in flight.
 */
export function createLane(run: StageRun, patience: Batch["patience"], others: () => Promise<void>): StageLane {
  const { stage, logger, signal } = run;
  const waiting = new Set<string>();
  const goods = createGoodsCache();
  const warn = createSampledWarn(
    logger,
    "expensive records failed: they stay pending, and recovery enqueues them again",
  );
  let idle: Promise<void> | undefined;
  let postponedAtMs = performance.now();

  async function giveWay(): Promise<void> {
    signal.throwIfAborted();
    idle ??= others().finally(() => {
      idle = undefined;
    });
    await Promise.race([idle, sleep(giveWayMsMax, undefined, { ref: false })]);
    if (performance.now() - postponedAtMs < postponeEveryMs) return;
    postponedAtMs = performance.now();
    await setApart({ run, ids: [...waiting] }, "turn");
  }

  const batches = createBatcher<Batch, void>({
    rowsMax,
    waitingRowsMax,
    weigh: ({ ids }) => ids.length,
    onOverload: () => new Error("more expensive records than a worker holds"),
    async run(taken) {
      const jobs = [...new Set(taken.flatMap((batch) => batch.jobs))];
      const deps = { ...run.deps, lane: { giveWay, goods } };
      const all = openBatch({ run: { ...run, deps }, jobs, patience, onDeferred: postponeDeferred }, taken);
      await giveWay();
      await halveOnFailure(all, settleWith(processHeld));
      return taken.map(() => ({ status: "fulfilled", value: undefined }));
    },
  });

  return {
    async take(batch) {
      await postponeDeferred(batch);
      const ids = batch.ids.filter((id) => !waiting.has(id));
      if (ids.length === 0 || batches.size() + ids.length > waitingRowsMax) return;
      for (const id of ids) waiting.add(id);
      batches
        .add({ ...batch, ids })
        .catch((err) => {
          if (!signal.aborted) warn({ class: stage.definition.class, err, remedy: remedyOf(err) });
        })
        .finally(() => {
          for (const id of ids) waiting.delete(id);
          if (waiting.size === 0) goods.clear();
        });
    },
    drain: () => batches.drain(),
  };
}
