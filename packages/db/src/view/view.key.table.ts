import { pgTable, smallint } from "drizzle-orm/pg-core";
import { bytea } from "../object/object.table.ts";

/** The key that seals page tokens, in one row that `migrate` writes: all APIs open the tokens of each other. */
export const pageKey = pgTable("page_key", {
  id: smallint("id").primaryKey(),
  key: bytea("key").notNull(),
});
