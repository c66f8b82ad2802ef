import type { LabPostgres, LabServer } from "@rewards/lab/servers";
import type { QueueBackend } from "@rewards/queue";
import type { Sql } from "postgres";
import type { Rule } from "../check/book.ts";
import type { Fleet } from "../fleet/fleet.start.ts";
import type { Load } from "../load/load.run.ts";

/** All that a fault can take hold of. */
export interface World {
  readonly backend: QueueBackend;
  readonly postgres: LabPostgres;
  readonly redis: LabServer | undefined;
  /** As the owner. */
  readonly databaseUrl: string;
  readonly queueUrl: string;
  /** The suite's own sessions on the round's database, past every proxy. */
  readonly sql: Sql;
  readonly fleet: Fleet;
  readonly load: Load;
  /** Adds a rule to the check of this round. */
  expect(rule: Rule): void;
}
