import { tierChange as record } from "@rewards/domain";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";
import { columnFields, type RecordSource, unchangedVersion } from "../record-source.ts";

/** The changes of members' tiers. A trigger refuses update, delete and truncate. */
export const tierChange = pgTable(
  "tier_change",
  {
    id: uuid("id").primaryKey(),
    Member: uuid("member").notNull(),
    Currency: uuid("currency").notNull(),
    FromTier: text("from_tier"),
    ToTier: text("to_tier"),
    ChangeDateTime: instant("at").notNull(),
    /** Null if the tier ran out, or was counted anew. */
    Sale: uuid("sale"),
  },
  (table) => [index("tier_change_member_idx").on(table.Member, table.ChangeDateTime, table.id)],
);

export const tierChangeSource: RecordSource = {
  record,
  table: tierChange,
  id: tierChange.id,
  version: unchangedVersion,
  fields: columnFields(tierChange, "Member", "Currency", "FromTier", "ToTier", "ChangeDateTime", "Sale"),
};
