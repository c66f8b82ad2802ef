import type { PgColumn } from "drizzle-orm/pg-core";
import type { FieldSource } from "../record-source.ts";

/** The `Name` of a member's record is the member's FullName. */
export const memberFields = (table: Record<string, PgColumn>): Record<string, FieldSource> => ({
  Name: { expression: table["FullName"] as PgColumn, sealedAs: "FullName" },
});
