import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@rewards/db";
import type { MinuteKeeper, ReplicaWatch } from "@rewards/operations";
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
  readonly minutes: MinuteKeeper;
  readonly producer: Pick<Producer, "close">;
  readonly reads: Pick<Reads, "close">;
  readonly replica?: Pick<ReplicaWatch, "stop"> | undefined;
  readonly database: Pick<Database, "close">;
  /** How long to keep serving, in ms, so that load balancers see the process as unready before it stops listening. */
  readonly graceMs: number;
  /** Called first: from then on the process is unready. */
  readonly onStop: () => void;
  readonly logger: Pick<Logger, "warn">;
}

/** For inserts in progress after their callers have their responses. */
const insertsMsMax = 300;
const enqueuesMsMax = 2_000;
/** For closing the connections to the queue and Postgres, in parallel. Dropping the rest then loses nothing but counts. */
const serversMsMax = 1_100;
/** The part of `serversMsMax` for writing the last counts of the rollup. */
const countsMsMax = 700;
const spareMs = 200;
/** The most time that all steps after the responses may take together. */
const afterAnswersMs = flushMsMax + insertsMsMax + serversMsMax + 2 * spareMs;

/**
 * Adds the stop steps; the entrance stops first. Each step is bounded, so that a frozen server cannot delay it for
 * long. A step throws if it gave up accepted work; the process then exits with 1.
 */
export function addStopSteps(shutdown: Pick<Shutdown, "add">, options: StopOptions): void {
  const { server, gateway, enqueuer, minutes, producer, reads, replica, database, graceMs, logger } = options;
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
      throw new Error("inserts were given up: their rows may or may not be stored");
  });
  // Recovery finds IDs left in the buffer in `pending`.
  shutdown.add("enqueues", (leftMs) =>
    enqueuer.drain(Math.max(0, Math.min(enqueuesMsMax, leftMs - serversMsMax - spareMs))),
  );
  shutdown.add("queue and database", async () => {
    const counted = minutes.stop(countsMsMax).then(() => database.close());
    if (!(await endsWithin(serversMsMax, Promise.all([producer.close(), reads.close(), replica?.stop(), counted]))))
      logger.warn(
        "stopping before all connections to the queue and the database closed: nothing is lost, the servers end them",
      );
  });
}
