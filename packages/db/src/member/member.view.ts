import type { PgColumn } from "drizzle-orm/pg-core";
import type { FieldSource } from "../record-source.ts";

/** A member's record is named by the member. */
export const memberFields = (table: Record<string, PgColumn>): Record<string, FieldSource> => ({
  Name: { expression: table["FullName"] as PgColumn },
});
