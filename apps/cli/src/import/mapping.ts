import { isTimeZone } from "@rewards/domain";
import { z } from "zod";
import { type NumberForm, numberForms } from "./cell.read.ts";

const zoneName = z.string().refine(isTimeZone, "a time zone name such as Europe/Berlin");

/** Columns with the values that they must have; one that has its value is enough. */
const condition = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat()),
);

/** Where the value of a field comes from: the first of these, in this order, that is not empty. */
const cell = z
  .strictObject({
    column: z.string().optional(),
    columns: z.array(z.string()).default([]),
    /** A text with columns in it: `{Date} {Time}`. */
    template: z.string().optional(),
    constant: z.string().optional(),
    /** A value for a column that is empty or missing; `""` for none. */
    default: z.string().optional(),
    /** A column with a number that this one is multiplied by. */
    times: z.string().optional(),
    negateIf: condition.optional(),
  })
  .refine(
    ({ column, columns, template, constant }) => (column ?? columns[0] ?? template ?? constant) !== undefined,
    "column, columns, template or constant",
  );

export type Cell = z.output<typeof cell>;

/** How the rows of a CSV file become records. docs/import.md explains each member. */
export const mappingSchema = z
  .strictObject({
    class: z.string(),
    /** `line`: rows with the same `group` are the lines of one record. */
    row: z.enum(["record", "line"]).default("record"),
    group: z.string().optional(),
    /** The names of the columns of a file without a line of names. */
    columns: z.array(z.string()).optional(),
    numbers: z.enum(Object.keys(numberForms) as [NumberForm]).default("1,234.5"),
    zone: z
      .union([zoneName, z.strictObject({ column: z.string(), names: z.record(z.string(), zoneName).default({}) })])
      .optional(),
    dates: z.array(z.string()).default([]),
    fields: z.record(z.string(), cell),
    /** Rows to leave out; with its first row, a record is left out. */
    skipIf: condition.default({}),
  })
  .refine(({ row, group }) => (row === "line") === (group !== undefined), {
    path: ["group"],
    message: "a column, with row: line and only then",
  });

export type Mapping = z.output<typeof mappingSchema>;
