/** What a caller is limited to. An absent part does not limit. */
export interface Scope {
  /** BusinessIDs of programmes. */
  readonly programmes?: readonly string[];
  /** StoreCodes. */
  readonly stores?: readonly string[];
  /** The largest amount of one adjustment, added or taken, as decimal text. */
  readonly largestAdjustment?: string;
}

export const unlimited: Scope = {};

/** The parts that limit which records exist for a caller. */
export type ScopePart = "programmes" | "stores";

/** Whether some records do not exist for the caller. */
export const hidesRecords = ({ programmes, stores }: Scope) => programmes !== undefined || stores !== undefined;

/**
 * The fields by which records belong to a programme or a store; a scope limits every class that has one of them. A record
 * that names a member belongs to the member's programme.
 */
export const scopeFields = {
  programme: "ProgramBusinessID",
  store: "StoreCode",
  member: "MemberExternalID",
} as const;
