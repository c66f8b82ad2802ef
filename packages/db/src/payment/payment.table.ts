import { paymentCancellation as cancellationRecord, payment as paymentRecord } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { amount, instant } from "../object/object.table.ts";
import { columnFields, type RecordSource, unchangedVersion } from "../record-source.ts";

/** A row for each PayWithPoints: the source of its entry. A trigger refuses update, delete and truncate. */
export const payment = pgTable(
  "payment",
  {
    id: uuid("id").primaryKey(),
    Member: uuid("member").notNull(),
    Currency: uuid("currency").notNull(),
    Reference: text("reference").notNull(),
    Points: amount("points").notNull(),
    Value: amount("value").notNull(),
    /** The version of the member after it, which a repeat is answered with. */
    memberVersion: integer("member_version").notNull(),
    CreateDateTime: instant("create_date_time").notNull(),
    CreateUserID: text("create_user_id").notNull(),
  },
  (table) => [uniqueIndex("payment_reference_key").on(table.Member, table.Reference)],
);

/** A row for each CancelPayment: the source of its entries. A trigger refuses update, delete and truncate. */
export const paymentCancellation = pgTable(
  "payment_cancellation",
  {
    id: uuid("id").primaryKey(),
    Payment: uuid("payment").notNull(),
    /** The member who got the points. */
    Member: uuid("member").notNull(),
    Points: amount("points").notNull(),
    CreateDateTime: instant("create_date_time").notNull(),
    CreateUserID: text("create_user_id").notNull(),
  },
  (table) => [index("payment_cancellation_payment_idx").on(table.Payment)],
);

/** What was given back of a payment. @param id the column with its ID. */
export const givenBackOf = (id: string) =>
  `coalesce((select sum(c.points) from payment_cancellation c where c.payment = ${id}), 0)::numeric(15,4)`;

export const paymentSources: readonly RecordSource[] = [
  {
    record: paymentRecord,
    table: payment,
    id: payment.id,
    version: unchangedVersion,
    fields: {
      ...columnFields(payment, "Member", "Currency", "Reference", "Points", "Value", "CreateDateTime", "CreateUserID"),
      PointsGivenBack: { expression: sql.raw(givenBackOf("payment.id")) },
    },
  },
  {
    record: cancellationRecord,
    table: paymentCancellation,
    id: paymentCancellation.id,
    version: unchangedVersion,
    fields: columnFields(paymentCancellation, "Payment", "Member", "Points", "CreateDateTime", "CreateUserID"),
  },
];
