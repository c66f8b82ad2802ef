import type { TopologyFault } from "./fault.ts";
import { poolerFailures } from "./pooler-fail.ts";
import { primaryLosses } from "./primary-lose.ts";
import { queueDeafnesses } from "./queue-deafen.ts";
import { queueMoves } from "./queue-move.ts";

/** Every fault between servers: a line here adds those of a file to the deck `topology`. */
export const topologyFaults: readonly TopologyFault[] = [
  ...primaryLosses,
  ...poolerFailures,
  ...queueMoves,
  ...queueDeafnesses,
];
