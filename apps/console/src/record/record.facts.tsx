import type { ShownRecord } from "@rewards/db";
import {
  type Field,
  isGranted,
  ledgerEntry,
  memberMerge,
  type ObjectDefinition,
  objectOfPrefix,
  parseId,
  programme,
  type RecordDefinition,
  type Rights,
  readRight,
  recordOf,
  redemptionItem,
} from "@rewards/domain";
import { type Child, createContext, useContext } from "hono/jsx";
import type { ConsoleContext } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { Facts, formatPoints, Time } from "../page/elements.tsx";
import { PageError } from "../page/page.error.ts";

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
  readonly record: FoundRecord;
  /** In several columns, where they fit. */
  readonly isCompact?: true;
}

/** A record as it is shown. */
type FoundRecord = Readonly<Record<string, unknown>> & Pick<ShownRecord, "ID">;

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

/** The rights of who looks at the page. */
export const ReaderRights = createContext<Rights | undefined>(undefined);

/** A link to the page of a record, by its ID; without a link if the reader may not open that page. */
export const RecordLink = ({ id, children = id }: { readonly id: string; readonly children?: Child }) => {
  const rights = useContext(ReaderRights);
  const path = pathOfRecord(id, rights);
  return path === undefined ? <span>{children}</span> : <a href={path}>{children}</a>;
};

/** A link to the search for this key. */
export const KeyLink = ({ value }: { readonly value: string }) => (
  <a href={`/find?q=${encodeURIComponent(value)}`}>{value}</a>
);

interface MemberLinkProps {
  /** The ID is null if no member has the key now. */
  readonly member: { readonly externalId: string; readonly ID: string | null };
}

export const MemberLink = ({ member: { externalId, ID } }: MemberLinkProps) =>
  ID === null ? (
    <>
      <KeyLink value={externalId} /> (not registered)
    </>
  ) : (
    <RecordLink id={ID}>{externalId}</RecordLink>
  );

/** The folder of the pages of a class's records: `/redemption-items`. */
export const folderOf = ({ noun }: Pick<ObjectDefinition, "noun">): string => `/${noun.replaceAll("_", "-")}s`;
export const programmesFolder = "/programmes";

/** The page of the record with this ID; undefined if its class has no pages, or these rights do not open them. */
export function pathOfRecord(id: string, rights?: Rights): string | undefined {
  const prefix = parseId(id)?.prefix ?? "";
  if (prefix === programme.idPrefix) return `${programmesFolder}/${id}`;
  const definition = objectOfPrefix(prefix);
  if (!definition || (rights && !isGranted(rights, readRight(definition)))) return undefined;
  return `${folderOf(definition)}/${id}`;
}

type Named = Pick<ObjectDefinition, "idPrefix" | "noun">;

/**
 * The ID at the end of a page's path.
 * @throws PageError 404 if it is not the ID of a record of this class.
 */
export function idOfPath(c: ConsoleContext, named: Named): { readonly id: string; readonly uuid: string } {
  const id = c.req.param("id") ?? "";
  const parsed = parseId(id);
  if (parsed?.prefix !== named.idPrefix) throw unknownRecord(named);
  return { id, uuid: parsed.uuid };
}

/**
 * The record that the address of its page names.
 * @throws PageError 404 if there is none.
 */
export async function recordAt(
  c: ConsoleContext,
  { views }: Pick<ConsoleDeps, "views">,
  definition: ObjectDefinition,
): Promise<{ readonly id: string; readonly found: FoundRecord }> {
  const { id, uuid } = idOfPath(c, definition);
  const found = await views.find(recordOf(definition), uuid);
  if (!found) throw unknownRecord(definition);
  return { id, found };
}

/** The record of a class that a reference names; undefined for none. */
export async function recordNamed(
  { views }: Pick<ConsoleDeps, "views">,
  definition: ObjectDefinition,
  reference: unknown,
): Promise<FoundRecord | undefined> {
  const parsed = parseId(idOfReference(reference));
  return parsed?.prefix === definition.idPrefix ? views.find(recordOf(definition), parsed.uuid) : undefined;
}

export const idOfReference = (reference: unknown): string => (reference as { readonly ID?: string } | null)?.ID ?? "";

/** What people call the kinds of records that have another name, or none, in the interface. */
const kinds: Readonly<Record<string, string>> = {
  [redemptionItem.idPrefix]: "voucher",
  [memberMerge.idPrefix]: "merge",
  [programme.idPrefix]: "programme",
  [ledgerEntry.idPrefix]: "ledger entry",
};

/** What kind of record has this ID: `earning rule`. */
export function kindOf(id: string): string {
  const prefix = id.replace(/-.*/, "");
  const definition = objectOfPrefix(prefix);
  return kinds[prefix] ?? (definition ? nameOf(definition) : prefix);
}

/** `redemption item` */
export const nameOf = ({ noun }: Pick<Named, "noun">): string => noun.replaceAll("_", " ");

export const unknownRecord = (named: Pick<Named, "noun">) =>
  new PageError(
    404,
    `There is no ${nameOf(named)} with this ID.`,
    "Check the address, or search for another key of it.",
  );
