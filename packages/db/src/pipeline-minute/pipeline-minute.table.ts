import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

/**
 * What passed through the pipeline in a minute, by class: for charts, not for the books. Processes add their counts
 * every ten seconds, to the minute in which they write them, and lose the last ones if they are killed.
 */
export const pipelineMinute = pgTable(
  "pipeline_minute",
  {
    minute: instant("minute").notNull(),
    class: text("class").notNull(),
    accepted: integer("accepted").notNull(),
    /** Settled, and not rejected. */
    posted: integer("posted").notNull(),
    rejected: integer("rejected").notNull(),
    dead: integer("dead").notNull(),
    /** Settled records by their age when they were settled, in the buckets of `lagBoundsMs`. */
    lags: integer("lags").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.class] })],
);
