import { apiStops } from "./api-stop.ts";
import { backlogs } from "./backlog-pile.ts";
import { balanceHolds } from "./balance-hold.ts";
import { balanceRaces } from "./balance-race.ts";
import { clockSteps } from "./clock-step.ts";
import { asynchronousCommits } from "./commit-async.ts";
import { connectionSilences } from "./connection-silence.ts";
import { currencyAdditions } from "./currency-add.ts";
import { databaseRestores } from "./database-restore.ts";
import type { Fault } from "./fault.ts";
import { jobRepeats } from "./job-repeat.ts";
import { keyRepeats } from "./key-repeat.ts";
import { orderShuffles } from "./order-shuffle.ts";
import { orphanWaits } from "./orphan-wait.ts";
import { postgresFailures } from "./postgres-fail.ts";
import { postgresShortages } from "./postgres-full.ts";
import { apiKills, workerKills } from "./process-kill.ts";
import { queueLosses } from "./queue-lose.ts";
import { recordFailures } from "./record-fail.ts";
import { returnRaces } from "./return-race.ts";
import { stockRaces } from "./stock-race.ts";
import { voucherRaces } from "./voucher-race.ts";
import { workerStops } from "./worker-stop.ts";

/** Every fault: a line here adds those of a file to the deck. */
export const faults: readonly Fault[] = [
  ...workerKills,
  ...workerStops,
  ...queueLosses,
  ...apiKills,
  ...apiStops,
  ...postgresFailures,
  ...postgresShortages,
  ...connectionSilences,
  ...asynchronousCommits,
  ...keyRepeats,
  ...jobRepeats,
  ...orderShuffles,
  ...balanceRaces,
  ...returnRaces,
  ...stockRaces,
  ...voucherRaces,
  ...recordFailures,
  ...clockSteps,
  ...currencyAdditions,
  ...backlogs,
  ...databaseRestores,
  ...orphanWaits,
  ...balanceHolds,
];
