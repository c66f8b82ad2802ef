import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/** Who did what, when, why and from where. A trigger refuses update, delete and truncate. */
export const auditEntry = pgTable(
  "audit_entry",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
    actor: text("actor").notNull(),
    /** The network address of the call, or the machine of the command line. */
    origin: text("origin").notNull().default(""),
    requestId: text("request_id").notNull().default(""),
    operation: text("operation").notNull(),
    /** The record concerned; null if the operation was not about one record. */
    class: text("class"),
    recordId: uuid("record_id"),
    reason: text("reason").notNull().default(""),
    detail: jsonb("detail").notNull().default({}),
  },
  (table) => [index("audit_entry_record_idx").on(table.recordId)],
);
