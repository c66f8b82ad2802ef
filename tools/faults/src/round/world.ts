import type { LabPostgres, LabServer } from "@rewards/lab/servers";
import type { QueueBackend } from "@rewards/queue";
import type { Sql } from "postgres";
import type { Rule } from "../check/book.ts";
import type { Fleet } from "../fleet/fleet.start.ts";
import type { Listeners } from "../listen/listen.run.ts";
import type { Load } from "../load/load.run.ts";

/** Everything that a fault can act on. */
export interface World {
  readonly backend: QueueBackend;
  /** The servers that all rounds share; a topology brings others. */
  readonly postgres: LabPostgres;
  readonly redis: LabServer | undefined;
  /** For the database's owner. */
  readonly databaseUrl: string;
  readonly queueUrl: string;
  /** The suite's sessions on the round's database, which bypass every proxy. */
  readonly sql: Sql;
  readonly fleet: Fleet;
  readonly load: Load;
  /** Those who listen to events. */
  readonly listeners: Listeners;
  /** As in the round's options. */
  readonly patience: number;
  /** How long a round waits for each thing that must happen in it. */
  readonly waitMsMax: number;
  /** Adds a rule to this round's check. */
  expect(rule: Rule): void;
  /** Reports how long a part of the service took to come back after its servers were right, ms. */
  measure(back: Back): void;
}

export interface Back {
  readonly what: "accepting" | "posting";
  readonly ms: number;
}
