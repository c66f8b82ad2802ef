import { writeHeads } from "@rewards/db";
import type { ScheduledTask } from "../task.ts";

/** Writes the heads of the hours that are over: one within five minutes after the grace, nothing at the other runs. */
export const ledgerHeadWrite: ScheduledTask = {
  name: "ledger_head.write",
  everyMs: 300_000,
  async run({ scans }) {
    await writeHeads(scans);
  },
};
