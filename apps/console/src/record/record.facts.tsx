import type { ShownRecord } from "@rewards/db";
import type { Field, RecordDefinition } from "@rewards/domain";
import type { Child } from "hono/jsx";
import { Facts } from "../page/facts.tsx";
import { formatPoints, Time } from "../page/format.tsx";
import { RecordLink } from "./record.link.tsx";

/** Metadata that says nothing that another field does not say. */
const left: ReadonlySet<string> = new Set([
  "CreateUser",
  "UpdateUser",
  "HistoryCounter",
  "CurrentStageID",
  "CurrentStageName",
]);

/** The page of a record lists them. */
const isList = ({ type }: Field) => type === "references";

/** A member's Name is its FullName. */
const isCopy = (name: string, store: Field["store"]) => name === "Name" && store === "derived";

interface RecordFactsProps {
  readonly definition: RecordDefinition;
  readonly record: Readonly<Record<string, unknown>> & Pick<ShownRecord, "ID">;
  /** In several columns, where they fit. */
  readonly isCompact?: true;
}

/** The fields of a record that are set, by their names. */
export const RecordFacts = ({ definition, record, isCompact }: RecordFactsProps) => {
  const fields = Object.entries(definition.fields).filter(
    ([name, field]) =>
      !["constant", "hidden"].includes(field.store) && !left.has(name) && !isList(field) && !isCopy(name, field.store),
  );
  return (
    <Facts
      isCompact={isCompact}
      facts={[
        ...fields.map(([name, field]) => [name, shown(field, record[name])] as const),
        ["ID", <code>{record.ID}</code>],
        ["Version", String(record["@version"] ?? "")],
      ]}
    />
  );
};

function shown({ type }: Field, value: unknown): Child {
  if (value === null || value === undefined || value === "") return null;
  if (type === "timestamp") return <Time at={value} />;
  if (type === "amount") return formatPoints(value);
  if (type === "boolean") return value ? "yes" : "no";
  if (type === "reference") return <RecordLink id={String((value as { ID: string }).ID)} />;
  return typeof value === "object" ? partsOf(value) : String(value);
}

/** An embedded page in a line, without its class. */
function partsOf(page: object): string {
  const parts = Object.entries(page).filter(([name, value]) => value !== "" && name !== "@class" && name !== "ID");
  return parts.map(([, value]) => (typeof value === "string" ? value : JSON.stringify(value))).join(", ");
}
