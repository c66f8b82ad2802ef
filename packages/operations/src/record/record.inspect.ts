import { formatId, type ObjectDefinition } from "@rewards/domain";

/** What the history of any staged record begins with. Times are ISO 8601, IDs are public. */
export interface Inspection {
  readonly ID: string;
  readonly businessId: string;
  /** Empty if the caller sent none. */
  readonly externalId: string;
  readonly status: string;
  readonly note: string;
  readonly version: number;
  readonly receivedAt: string;
  readonly updatedAt: string;
  /** The ID of the request that created it; null if it had none. */
  readonly requestId: string | null;
  /** The trace of that request; null if it was not traced. */
  readonly traceId: string | null;
  /** The process that settled it or let it wait, as host and process ID; null if none did yet. */
  readonly settledBy: string | null;
}

export interface InspectedRow {
  readonly id: string;
  readonly number: string;
  readonly external_id: string;
  readonly status: string;
  readonly confirmation_note: string;
  readonly version: number;
  readonly create_date_time: Date;
  readonly update_date_time: Date;
  readonly create_user_id: string;
  readonly request_id: string | null;
  readonly trace_id: string | null;
  readonly settled_by: string | null;
  readonly origin: string;
}

export function describeRecord({ idPrefix }: ObjectDefinition, row: InspectedRow): Inspection {
  return {
    ID: formatId(idPrefix, row.id),
    businessId: `${idPrefix}-${row.number}`,
    externalId: row.external_id,
    status: row.status,
    note: row.confirmation_note,
    version: row.version,
    receivedAt: row.create_date_time.toISOString(),
    updatedAt: row.update_date_time.toISOString(),
    requestId: row.request_id,
    traceId: row.trace_id,
    settledBy: row.settled_by,
  };
}
