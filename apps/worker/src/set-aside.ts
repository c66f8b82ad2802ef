import { randomBytes } from "node:crypto";
import { readNames, recordFailing } from "@rewards/db";
import { deadLetterReasonOf } from "@rewards/operations";
import type { Batch } from "./batch.ts";
import { namesOf } from "./record.log.ts";

const errorLengthMax = 500;
const jobLengthMax = 255;

/**
 * Sets a record aside that failed for a reason specific to it. Only here does it look up the names, job and trace for
 * the log line and the dead letter, so records that succeed cost nothing.
 */
export async function setAside({ run, jobs, outcome }: Batch, id: string, error: unknown): Promise<void> {
  const { stage, deps, logger } = run;
  outcome.retried += 1;
  const { class: className } = stage.definition;
  // A database that fails must not suppress the line.
  const names = await readNames(deps.database.sql, stage.definition, id).catch(() => undefined);
  const job = jobs.flatMap((one) => (one.ids.includes(id) ? one.id : [])).join(" ");
  const failure = {
    reason: deadLetterReasonOf(error),
    error: describe(error),
    job: job.slice(0, jobLengthMax),
    trace: deps.tracing?.current()?.traceId ?? randomBytes(16).toString("hex"),
  };
  const record = namesOf(stage.definition, names ?? { id, externalId: null, requestId: null });
  const { error: _, ...logged } = failure;
  const where = { class: className, ...record, ...logged };
  logger.error({ ...where, err: error }, "record failed and was set aside");
  const dead = await recordFailing(deps.database.sql, className, [id], failure, deps.attemptsMax);
  if (dead.length === 0) return;
  deps.counts.bury(className, failure.reason, dead.length);
  logger.error(where, "record became a dead letter");
}

/** The text of an error for operators: one line of bounded length, without passwords in addresses. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/:\/\/[^\s/@]*@/g, "://")
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, errorLengthMax);
}
