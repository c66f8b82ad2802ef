import { formatPoints, Time } from "../page/elements.tsx";
import { KeyLink, RecordLink } from "../record/record.facts.tsx";
import { RecordStatus } from "../record/status.tsx";
import type { Column } from "./list.tsx";

export const text = (head: string, field: string): Column => ({
  head,
  fields: [field],
  show: (record) => String(record[field] ?? "–"),
});

/** A key, which no line break divides. The end of a long one is cut off. */
export const word = (head: string, field: string): Column => ({
  head,
  fields: [field],
  show(record) {
    const value = String(record[field] ?? "–");
    return (
      <span class="line cut" title={value}>
        {value}
      </span>
    );
  },
});

/** A link to the member whom a record names. */
export const memberKey: Column = {
  head: "Member",
  fields: ["MemberExternalID"],
  show: (record) => (
    <span class="line">
      <KeyLink value={String(record["MemberExternalID"])} />
    </span>
  ),
};

/** The status, as people call it. */
export const status: Column = {
  head: "Status",
  fields: ["Status"],
  show: (record) => <RecordStatus record={record} />,
};

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

/** A link to the record that a reference names, by a field of it; by its class without. */
export const reference = (head: string, field: string, named?: string): Column => ({
  head,
  fields: named === undefined ? [field] : [field, named],
  show(record) {
    const { ID = "", "@class": className = "" } = (record[field] ?? {}) as Readonly<Record<string, string>>;
    return <RecordLink id={ID}>{String(record[named ?? ""] ?? className.replace(/Case$/, ""))}</RecordLink>;
  },
});
