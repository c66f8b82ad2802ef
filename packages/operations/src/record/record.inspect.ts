import type { Tx } from "@rewards/db";
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

/** What `inspectedColumns` reads. */
export interface InspectedRow extends Omit<Inspection, "ID" | "businessId" | "receivedAt" | "updatedAt"> {
  readonly id: string;
  readonly number: string;
  readonly receivedAt: Date;
  readonly updatedAt: Date;
  readonly user: string;
  readonly origin: string;
}

/** The columns of any staged class. */
export const inspectedColumns = (tx: Tx) => tx`
  id, number, external_id as "externalId", status, confirmation_note as note, version, create_date_time as "receivedAt",
  update_date_time as "updatedAt", request_id as "requestId", trace_id as "traceId", settled_by as "settledBy",
  create_user_id as user, origin`;

export function describeRecord({ idPrefix }: ObjectDefinition, row: InspectedRow): Inspection {
  const { id, number, externalId, status, note, version, receivedAt, updatedAt, requestId, traceId, settledBy } = row;
  const times = { receivedAt: receivedAt.toISOString(), updatedAt: updatedAt.toISOString() };
  const identity = { ID: formatId(idPrefix, id), businessId: `${idPrefix}-${number}`, externalId };
  return { ...identity, status, note, version, ...times, requestId, traceId, settledBy };
}
