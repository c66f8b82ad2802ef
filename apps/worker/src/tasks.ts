import { ledgerHeadWrite } from "./ledger-head/ledger-head.write.ts";
import { redemptionItemExpire } from "./redemption-item/redemption-item.expire.ts";
import type { ScheduledTask } from "./task.ts";

/** All scheduled tasks: one line here schedules a task. */
export const scheduledTasks: readonly ScheduledTask[] = [redemptionItemExpire, ledgerHeadWrite];
