import { formatPoints, Time } from "../page/format.tsx";
import { RecordLink } from "../record/record.link.tsx";
import type { Column } from "./list.ts";

export const text = (head: string, field: string): Column => ({
  head,
  fields: [field],
  show: (record) => String(record[field] ?? "–"),
});

/** A key or a status, which no line break divides. */
export const word = (head: string, field: string): Column => ({
  head,
  fields: [field],
  show: (record) => <span class="line">{String(record[field] ?? "–")}</span>,
});

/** A text of any length, on as many lines as it needs. */
export const prose = (head: string, field: string): Column => ({
  head,
  fields: [field],
  show: (record) => <span class="wide">{String(record[field] ?? "–")}</span>,
});

export const time = (head: string, field: string): Column => ({
  head,
  fields: [field],
  show: (record) => <Time at={record[field]} />,
});

export const points = (head: string, field: string): Column => ({
  head,
  fields: [field],
  show: (record) => formatPoints(record[field] ?? 0),
  isNumber: true,
});

export const pointsIfAny = (head: string, field: string): Column => ({
  head,
  fields: [field],
  show: (record) => (record[field] === null ? "–" : formatPoints(record[field] ?? 0)),
  isNumber: true,
});

/** A link to the record by the first of these fields that is not empty; by its ID if all are. */
export const link = (head: string, ...fields: readonly string[]): Column => ({
  head,
  fields,
  show(record) {
    const named = fields.find((field) => record[field]) ?? "ID";
    return <RecordLink id={String(record["ID"])}>{String(record[named])}</RecordLink>;
  },
});

/** A link to the record that a reference names. */
export const reference = (head: string, field: string): Column => ({
  head,
  fields: [field],
  show(record) {
    const { ID = "", "@class": className = "" } = (record[field] ?? {}) as Readonly<Record<string, string>>;
    return <RecordLink id={ID}>{className.replace(/Case$/, "")}</RecordLink>;
  },
});
