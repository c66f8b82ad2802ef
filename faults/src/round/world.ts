import type { QueueBackend } from "@rewards/queue";
import type { Sql } from "postgres";
import type { Rule } from "../check/book.ts";
import type { Load } from "../load/load.run.ts";
import type { FaultPostgres, FaultServer } from "../servers/servers.start.ts";
import type { Subject } from "../subject/subject.start.ts";

/** All that a fault can take hold of. */
export interface World {
  readonly backend: QueueBackend;
  readonly postgres: FaultPostgres;
  readonly redis: FaultServer | undefined;
  /** As the owner. */
  readonly databaseUrl: string;
  readonly queueUrl: string;
  /** The suite's own sessions on the round's database, past every proxy. */
  readonly sql: Sql;
  readonly subject: Subject;
  readonly load: Load;
  /** Adds a rule to the check of this round. */
  expect(rule: Rule): void;
}
