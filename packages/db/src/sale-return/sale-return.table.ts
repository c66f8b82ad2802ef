import { bigint, boolean, index, integer, numeric, pgTable, primaryKey, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { amount, instant } from "../object/object.table.ts";

/**
 * What each line of a return took from a line of its original. Rows never change. Quantity, amount and points are 0 or
 * more; the points are part of the return's ledger entry, and of `returned` of the balance, which takes them from the
 * original's own award. What a repricing of the original gave is `beyond`: part of the entry alone, an ordinary deduction.
 * A row without a quantity is a reduction, of all lines of the product of its line or, at `allLines`, of the whole
 * original.
 */
export const saleReturn = pgTable(
  "sale_return",
  {
    id: uuid("id").primaryKey(),
    Return: uuid("return_id").notNull(),
    Line: integer("line").notNull(),
    Original: uuid("original_id").notNull(),
    OriginalLine: integer("original_line").notNull(),
    Member: uuid("member").notNull(),
    Currency: uuid("currency").notNull(),
    Quantity: amount("quantity").notNull(),
    TotalAmount: amount("amount").notNull(),
    Points: amount("points").notNull(),
    beyond: amount("beyond").notNull().default("0"),
    /** When the original's own award was posted; null if it has none. */
    originalPostedAt: instant("original_posted_at"),
    CreateDateTime: instant("posted_at").notNull(),
    /** The original's award had expired: nothing was taken. */
    expired: boolean("expired").notNull().default(false),
  },
  (table) => [
    uniqueIndex("sale_return_line_key").on(table.Return, table.Line, table.Original, table.OriginalLine),
    index("sale_return_original_idx").on(table.Original),
    index("sale_return_member_idx").on(table.Member, table.Currency, table.originalPostedAt),
  ],
);

/**
 * What all returns took from each line of an original: the sums of `sale_return`, so that no reader adds up a sale's
 * returns again. A trigger of `sale_return` maintains it, whatever release writes the rows.
 */
export const returnedLine = pgTable(
  "returned_line",
  {
    Original: uuid("original_id").notNull(),
    OriginalLine: integer("original_line").notNull(),
    Member: uuid("member").notNull(),
    Currency: uuid("currency").notNull(),
    Quantity: amount("quantity").notNull(),
    /** Of the units that came back. */
    TotalAmount: amount("amount").notNull(),
    /** The sum of the reductions. */
    lowered: amount("lowered").notNull(),
    Points: amount("points").notNull(),
    /** The original's award had expired when some of it came back. */
    expired: boolean("expired").notNull(),
    /** The original's award: when it was posted, its sequence, and the running total. Null if it earned nothing. */
    originalPostedAt: instant("original_posted_at"),
    sequence: bigint("sequence", { mode: "number" }),
    awardedAfter: numeric("awarded_after", { precision: 30, scale: 4 }),
  },
  (table) => [
    primaryKey({ columns: [table.Original, table.OriginalLine] }),
    index("returned_line_member_idx").on(table.Member, table.Currency, table.originalPostedAt),
  ],
);
