import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@rewards/db";
import type { Enqueuer, Producer } from "@rewards/queue";
import { endsWithin, type Logger, type Shutdown } from "@rewards/runtime";
import { flushMsMax } from "./connections/close.ts";
import type { Gateway } from "./gateway.ts";
import type { Reads } from "./reader/reader.pool.ts";
import type { Listening } from "./server.ts";

export interface StopOptions {
  readonly server: Pick<Listening, "endWithAnswers" | "close">;
  readonly gateway: Pick<Gateway, "drain">;
  readonly enqueuer: Pick<Enqueuer, "drain">;
  readonly producer: Pick<Producer, "close">;
  readonly reads: Pick<Reads, "close">;
  readonly database: Pick<Database, "close">;
  /** How long to serve on, ms, so that whoever balances load finds the process unready before it stops to listen. */
  readonly graceMs: number;
  /** Called at once: from then on the process is unready. */
  readonly onStop: () => void;
  readonly logger: Pick<Logger, "warn">;
}

/** An insert that is under way once its callers have their answers. */
const insertsMsMax = 300;
const enqueuesMsMax = 2_000;
/** For connections to the queue and to Postgres, at once; what is not closed then is dropped, and loses nothing. */
const serversMsMax = 1_100;
const spareMs = 200;
/** What all steps after the answers may take together. */
const afterAnswersMs = flushMsMax + insertsMsMax + serversMsMax + 2 * spareMs;

/**
 * The steps of stopping, the entrance first. Each is bounded, so that a server which is frozen holds up none of them for
 * long; a step throws where it gave up what was accepted, and the process then exits with 1.
 */
export function addStopSteps(shutdown: Pick<Shutdown, "add">, options: StopOptions): void {
  const { server, gateway, enqueuer, producer, reads, database, graceMs, logger } = options;
  shutdown.add("grace", async () => {
    options.onStop();
    server.endWithAnswers();
    await delay(graceMs);
  });
  shutdown.add("requests", async (leftMs) => {
    const givenUp = await server.close(Math.max(0, leftMs - afterAnswersMs));
    if (givenUp > 0) throw new Error(`${givenUp} requests were answered 503: their work did not end in time`);
  });
  shutdown.add("inserts", async () => {
    if (!(await endsWithin(insertsMsMax, gateway.drain())))
      throw new Error("inserts were given up: it is not known whether their rows are stored");
  });
  // Recovery finds in `pending` what is left in the buffer.
  shutdown.add("enqueues", (leftMs) =>
    enqueuer.drain(Math.max(0, Math.min(enqueuesMsMax, leftMs - serversMsMax - spareMs))),
  );
  shutdown.add("queue and database", async () => {
    if (!(await endsWithin(serversMsMax, Promise.all([producer.close(), reads.close(), database.close()]))))
      logger.warn("connections to the queue or the database did not close in time, and are dropped");
  });
}
