import { type Database, expireItems, expireRowsMax, sweepExpired, sweepTiers, tellExpiring } from "@rewards/db";
import { writeDays, writeHeads } from "@rewards/operations";

/** What a task works with. */
interface TaskDeps {
  readonly database: Database;
  /** Whether this worker had sales or redemptions in the last second: what can wait then takes less of the time. */
  readonly isBusy: () => boolean;
}

/** A scheduled task: a BullMQ job scheduler of the same name, so that one worker at a time runs it. */
interface ScheduledTask {
  /** The name of its queue and of its scheduler. */
  readonly name: string;
  readonly everyMs: number;
  /** Must be safe to run twice, also concurrently. */
  readonly run: (deps: TaskDeps) => Promise<void>;
}

/** Expires open vouchers whose expiry has passed. */
const redemptionItemExpire: ScheduledTask = {
  name: "redemption_item.expire",
  everyMs: 10_000,
  async run({ database: { sql } }) {
    let expired = await expireItems(sql);
    while (expired === expireRowsMax) expired = await expireItems(sql);
  },
};

/** Longer sweeps go on at the next run, so that heads and totals are not delayed. */
const sweepMsMax = 48_000;

/**
 * Writes what follows from past entries: the head of each hour that is over, within a minute after the grace period,
 * the totals of days and stores, the Expiry entries of points that have expired, the tiers that ran out, and the events of points that
 * soon expire. Other runs write nothing. One task for all, because a queue costs connections.
 */
export const ledgerHeadWrite: ScheduledTask = {
  name: "ledger_head.write",
  everyMs: 60_000,
  async run({ database, isBusy }) {
    const endMs = performance.now() + sweepMsMax;
    const sweep = async () => {
      await sweepExpired(database, { runMsMax: sweepMsMax, isBusy });
      await sweepTiers(database.sql, { runMsMax: Math.max(0, endMs - performance.now()) });
    };
    const runs = await Promise.allSettled([
      writeHeads(database.scans)
        .finally(() => writeDays(database.scans))
        .finally(() => tellExpiring(database.scans, Math.max(0, endMs - performance.now()))),
      sweep(),
    ]);
    const failed = runs.find(({ status }) => status === "rejected");
    if (failed) throw (failed as PromiseRejectedResult).reason;
  },
};

/** All scheduled tasks: one line here schedules a task. */
export const scheduledTasks: readonly ScheduledTask[] = [redemptionItemExpire, ledgerHeadWrite];
