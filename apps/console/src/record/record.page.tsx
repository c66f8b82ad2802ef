import {
  dataViewNamed,
  isGranted,
  ledgerEntriesBetweenDates,
  type ObjectDefinition,
  objectHistory,
  operatorRight,
  type Rights,
  readRight,
  recordOf,
  redemptionItem,
  segment,
  viewRight,
} from "@rewards/domain";
import { auditInspection, type SaleInspection, type Waiting } from "@rewards/operations";
import { formatAge } from "@rewards/runtime";
import type { Child } from "hono/jsx";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { prose, reference, text, time } from "../list/list.columns.tsx";
import { Lists, type RecordList, readLists } from "../list/list.tsx";
import { capitalised, Table, Time } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { RecordTools } from "../record-action/record.action.tsx";
import { folderOf, nameOf, RecordFacts, recordAt } from "./record.facts.tsx";
import { StatusPill } from "./status.tsx";

/** The page of a record with its fields and history, for classes without a special page. */
export function recordPageOf(definition: ObjectDefinition): Page {
  const record = recordOf(definition);
  return {
    path: `${folderOf(definition)}/:id`,
    right: readRight(definition),
    async show(c, viewer, deps) {
      const { id, found } = await recordAt(c, deps, definition);
      const lists = await readLists(c, viewer, deps, [
        ...(definition === segment ? [membersOf(id)] : []),
        historyOf(id),
      ]);
      const body = (
        <>
          <RecordFacts definition={record} record={found} />
          <Lists path={`${folderOf(definition)}/${id}`} lists={lists} />
        </>
      );
      return {
        title: titleOf(definition, found),
        lead: <RecordLead of={definition} record={found} />,
        tools: <RecordTools of={definition} record={found} viewer={viewer} />,
        body,
      };
    },
  };
}

interface RecordLeadProps {
  readonly of: ObjectDefinition;
  readonly record: Readonly<Record<string, unknown>>;
}

/** What state a record is in, and its key. */
export const RecordLead = ({ of, record }: RecordLeadProps) => (
  <>
    <StatusPill noun={of.noun} status={String(record["Status"])} />{" "}
    {[record[of.key?.field ?? ""], record["Description"]].filter(Boolean).join(" · ")}
  </>
);

/** `Store S-042` */
function titleOf(definition: ObjectDefinition, record: Readonly<Record<string, unknown>>): string {
  const name = nameOf(definition);
  const key = String(record[definition.key?.field ?? ""] || record["Name"] || record["ID"]);
  return `${capitalised(name)} ${key}`;
}

/** Where a record is, in a sentence. */
export interface Summary {
  readonly tone: string;
  readonly text: Child;
}

/** For a record that failed; undefined if it did not. `settled` is what it should become: `posted`. */
export function summaryOfFailure({ deadLetter, failing }: Waiting, settled: string): Summary | undefined {
  if (deadLetter)
    return { tone: "problem", text: "It failed at every attempt and waits for an operator: it is a dead letter." };
  if (!failing) return undefined;
  const text = (
    <>
      It is not {settled} yet. Next attempt at <Time at={failing.nextAt} />.
    </>
  );
  return { tone: "problem", text };
}

/** For a record that waits for a worker since this time. */
export const summaryOfWait = (since: string): Summary => ({
  tone: "",
  text: `It waits for a worker, for ${formatAge(ageOf(since))} now.`,
});

/** The time since then, ms; 0 if a clock is ahead. */
export const ageOf = (at: string): number => Math.max(0, Date.now() - Date.parse(at));

/** What operators did with a record. */
export const Trail = ({ audit }: { readonly audit: SaleInspection["audit"] }) =>
  audit.length === 0 ? null : (
    <Table
      caption="What operators did with it"
      head={["At", "Operator", "Operation", "Reason"]}
      rows={audit.map(({ at, actor, operation, reason }) => [<Time at={at} />, actor, operation, reason])}
    />
  );

const columns = [
  prose("Change", "MessageText"),
  time("At", "CreateDateTime"),
  text("By", "CreateUserID"),
  prose("Note", "ConfirmationNote"),
];

/** The changes of an object, the latest first. */
export const historyOf = (id: string): RecordList => ({
  name: "history",
  title: "History",
  question: { view: objectHistory, parameters: { ObjectID: id }, latestBy: ["ObjectVersion"] },
  columns,
});

/** Who is or was in a segment, the latest first. */
const membersOf = (id: string): RecordList => ({
  name: "members",
  title: "Members",
  question: {
    view: dataViewNamed("SegmentMembers"),
    parameters: { SegmentID: id },
    latestBy: ["SinceDateTime"],
  },
  columns: [
    reference("Member", "Member", "Member.ExternalID"),
    time("Since", "SinceDateTime"),
    time("Until", "UntilDateTime"),
  ],
});

/** Each look at the error of a dead letter is in the audit, as it is over HTTP. */
export function auditLook(
  c: ConsoleContext,
  viewer: Viewer,
  { sql }: Pick<ConsoleDeps, "sql">,
  definition: ObjectDefinition,
  uuid: string,
): Promise<void> {
  const { address: origin, requestId } = c.var;
  return auditInspection(sql, definition, uuid, { actor: viewer.name, origin, requestId });
}

/** What a viewer may see of a record in addition to the record itself. */
export interface Sight {
  readonly hasEntries: boolean;
  readonly hasCodes: boolean;
  /** The errors of dead letters, and what operators did. */
  readonly hasOperations: boolean;
}

export const entriesRight = viewRight(ledgerEntriesBetweenDates);
export const codesRight = readRight(redemptionItem);
export const operationsRight = operatorRight("inspect");

export const sightOf = (rights: Rights): Sight => ({
  hasEntries: isGranted(rights, entriesRight),
  hasCodes: isGranted(rights, codesRight),
  hasOperations: isGranted(rights, operationsRight),
});
