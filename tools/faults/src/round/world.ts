import type { LabPostgres, LabServer } from "@rewards/lab/servers";
import type { QueueBackend } from "@rewards/queue";
import type { Sql } from "postgres";
import type { Rule } from "../check/book.ts";
import type { Fleet } from "../fleet/fleet.start.ts";
import type { Load } from "../load/load.run.ts";

/** Everything that a fault can act on. */
export interface World {
  readonly backend: QueueBackend;
  readonly postgres: LabPostgres;
  readonly redis: LabServer | undefined;
  /** For the database's owner. */
  readonly databaseUrl: string;
  readonly queueUrl: string;
  /** The suite's sessions on the round's database, which bypass every proxy. */
  readonly sql: Sql;
  readonly fleet: Fleet;
  readonly load: Load;
  /** As in the suite's options. */
  readonly patience: number;
  /** Adds a rule to this round's check. */
  expect(rule: Rule): void;
}
