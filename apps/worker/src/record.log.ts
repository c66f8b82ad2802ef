import type { SettledRecord } from "@rewards/db";
import { formatId, type ObjectDefinition } from "@rewards/domain";
import { createLineBudget, type Logger } from "@rewards/runtime";

/** Most records that a line names: log shippers cut long lines. */
export const lineRecordsMax = 50;

interface SettledBatch {
  readonly definition: ObjectDefinition;
  readonly settled: readonly SettledRecord[];
  /** The IDs of the queue's jobs that had the records. */
  readonly jobs: readonly string[];
  /** The trace of the batch, if the process traces. */
  readonly trace?: string | undefined;
}

/** Names records in the log by ExternalID, ID and request ID, so that a search for one of them finds the line. */
export interface RecordLog {
  /** Writes at most one line for the posted records of a batch, and one line for each 50 that were rejected. */
  settled(batch: SettledBatch): void;
}

export interface RecordLogOptions {
  readonly logger: Pick<Logger, "info">;
  /** Most posted records that are named in a second, of all classes together; 0 for none. */
  readonly postedMax: number;
}

export function createRecordLog({ logger, postedMax }: RecordLogOptions): RecordLog {
  const budget = createLineBudget({ linesMax: postedMax, everyMs: 1_000 / postedMax });
  return {
    settled({ definition, settled, jobs, trace }) {
      const about = { class: definition.class, jobs, trace };
      const posted: object[] = [];
      const rejected: object[] = [];
      let hasRoom = true;
      for (const record of settled) {
        if (record.reason !== undefined) rejected.push({ ...namesOf(definition, record), reason: record.reason });
        else if (hasRoom && posted.length < lineRecordsMax) {
          hasRoom = budget.take() !== undefined;
          if (hasRoom) posted.push(namesOf(definition, record));
        }
      }
      const postedCount = settled.length - rejected.length;
      if (posted.length > 0) logger.info({ ...about, posted: postedCount, records: posted }, "records posted");
      for (let first = 0; first < rejected.length; first += lineRecordsMax)
        logger.info({ ...about, records: rejected.slice(first, first + lineRecordsMax) }, "records rejected");
    },
  };
}

/** How logs name a record. */
export const namesOf = (
  { idPrefix }: Pick<ObjectDefinition, "idPrefix">,
  { id, externalId, requestId }: Pick<SettledRecord, "id" | "externalId" | "requestId">,
) => ({ externalId, id: formatId(idPrefix, id), requestId });

const errorLengthMax = 500;

/** The text of an error for operators: one line of bounded length, without passwords in addresses. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/:\/\/[^\s/@]*@/g, "://")
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, errorLengthMax);
}
