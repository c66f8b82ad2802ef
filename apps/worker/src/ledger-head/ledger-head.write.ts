import { writeHeads } from "@rewards/db";
import type { ScheduledTask } from "../task.ts";

/** Writes the head of each hour that is over, within five minutes after the grace period. Other runs write nothing. */
export const ledgerHeadWrite: ScheduledTask = {
  name: "ledger_head.write",
  everyMs: 300_000,
  async run({ scans }) {
    await writeHeads(scans);
  },
};
