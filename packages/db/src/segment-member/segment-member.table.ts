import { segmentMember as record, segment } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";
import { columnFields, type RecordSource, showInstant, unchangedVersion } from "../record-source.ts";
import { textLiteral } from "../statement.ts";

/**
 * The times that members were in segments, by Postgres' clock; `until` is exclusive. The lock of the segment's row guards
 * its rows. An erasure ends those of a person. A segment that becomes inactive ends all of its times by its own last
 * change, as no action changes it any more: a statement that wrote `until` into each row could run into its timeout.
 */
export const segmentMember = pgTable(
  "segment_member",
  {
    id: uuid("id").notNull().default(sql`gen_random_uuid()`),
    Member: uuid("member").notNull(),
    Segment: uuid("segment").notNull(),
    SinceDateTime: instant("since").notNull(),
    UntilDateTime: instant("until"),
  },
  (table) => [
    primaryKey({ columns: [table.Member, table.Segment, table.SinceDateTime] }),
    uniqueIndex("segment_member_open_key").on(table.Member, table.Segment).where(sql`until IS NULL`),
    index("segment_member_segment_idx").on(table.Segment, table.SinceDateTime, table.id),
  ],
);

const inactive = sql.raw(textLiteral(segment.transitions.deactivate.to));

export const segmentMemberSource: RecordSource = {
  record,
  table: segmentMember,
  id: segmentMember.id,
  version: unchangedVersion,
  fields: {
    ...columnFields(segmentMember, "Segment", "Member", "SinceDateTime"),
    UntilDateTime: {
      expression: sql`least(${segmentMember.UntilDateTime}, (
        select greatest(${segmentMember.SinceDateTime}, s.update_date_time) from segment s
        where s.id = ${segmentMember.Segment} and s.status = ${inactive}))`,
      show: showInstant,
    },
  },
};
