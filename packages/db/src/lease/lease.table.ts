import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * Work that one process at a time does, such as leading recovery, and the workers that are alive. The process renews its
 * lease; by Postgres' clock it ends by itself. A lock of a session would stay with a pooler's connection.
 */
export const lease = pgTable("lease", {
  name: text("name").primaryKey(),
  /** `host:pid:UUID` of the process. */
  holder: text("holder").notNull(),
  until: instant("until").notNull(),
});
