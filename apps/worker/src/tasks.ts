import { ledgerHeadWrite } from "./ledger-head/ledger-head.write.ts";
import { redemptionItemExpire } from "./redemption-item/redemption-item.expire.ts";
import type { ScheduledTask } from "./task.ts";

/** Everything that is done by the clock: one line here schedules it. */
export const scheduledTasks: readonly ScheduledTask[] = [redemptionItemExpire, ledgerHeadWrite];
