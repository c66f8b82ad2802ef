import { writeHeads } from "@rewards/db";
import type { ScheduledTask } from "../task.ts";

/** Writes the heads of the days that are finished: a few seconds after midnight and the grace, nothing the rest of the day. */
export const ledgerHeadWrite: ScheduledTask = {
  name: "ledger_head.write",
  everyMs: 3_600_000,
  async run({ sql }) {
    await writeHeads(sql);
  },
};
