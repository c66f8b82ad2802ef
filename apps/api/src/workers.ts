import { type Database, faultKind, readUnattended } from "@rewards/db";
import { createReport, type Logger } from "@rewards/runtime";
import { type Following, follow } from "./credentials/follow.ts";

/** Whether somebody posts what this process accepts. */
export interface Workers extends Following {
  /** That no worker runs although records wait, with the remedy; undefined otherwise. */
  reason(): string | undefined;
}

const everyMs = 5_000;
/** A deploy may take all workers away for some seconds. */
const waitedMsMax = 30_000;
const lines = { lost: "records wait for a worker", back: "no record waits for a worker any more" };

/** Watches for records that wait although no worker runs, which no process but an API can report. */
export function watchWorkers({ sql }: Pick<Database, "sql">, logger: Pick<Logger, "warn" | "info">): Workers {
  const report = createReport({ lines, logger });
  let reason: string | undefined;

  async function look(): Promise<void> {
    const waitedMs = await readUnattended(sql);
    reason = waitedMs === undefined || waitedMs < waitedMsMax ? undefined : describe(waitedMs);
    report(reason);
  }

  const describeFault = (error: unknown) =>
    faultKind(error) === "infrastructure" ? undefined : "cannot count the workers";
  return { ...follow(look, { everyMs, describe: describeFault, logger }), reason: () => reason };
}

const describe = (waitedMs: number) =>
  `No worker has announced itself for ten seconds, and the oldest record has waited for ${Math.round(waitedMs / 1_000)} s. Start one with \`npm run start:worker\`, or restart the one that hangs.`;
