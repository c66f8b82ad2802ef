import { named } from "../list.ts";
import type { ProcessFault } from "./fault.ts";
import { goingOnFaults } from "./going-on.ts";
import { importFaults } from "./import.ts";
import { memberFaults } from "./member.ts";
import { connectionFaults, postgresFaults } from "./postgres.ts";
import { apiFaults, workerFaults } from "./process.ts";
import { queueFaults } from "./queue.ts";
import { balanceFaults, voucherFaults } from "./race.ts";
import { recordFaults } from "./record.ts";
import { repeatFaults } from "./repeat.ts";
import { shortageFaults } from "./shortage.ts";
import { stockFaults } from "./stock.ts";
import { systemFaults } from "./system.ts";
import { webhookFaults } from "./webhook.ts";

/** Every fault of processes and single servers: a row of these tables. A seed deals them by this order. */
export const faults: readonly ProcessFault[] = named({
  ...workerFaults,
  ...queueFaults,
  ...apiFaults,
  ...postgresFaults,
  ...shortageFaults,
  ...connectionFaults,
  ...repeatFaults,
  ...balanceFaults,
  ...stockFaults,
  ...voucherFaults,
  ...memberFaults,
  ...recordFaults,
  ...systemFaults,
  ...goingOnFaults,
  ...webhookFaults,
  ...importFaults,
});
