import {
  type DataViewDefinition,
  dataViews,
  formatId,
  ledgerEntriesBetweenDates,
  ledgerEntry,
  member,
  normaliseKey,
  normaliseVoucherCode,
  type ObjectDefinition,
  objectOfPrefix,
  objects,
  programme,
  type RecordDefinition,
  readRight,
  redemption,
  redemptionItemsByVoucherCode,
  sale,
  viewRight,
} from "@rewards/domain";
import { findByNumber, findByRequestId } from "@rewards/operations";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { nameOf } from "../record/record.facts.tsx";
import type { Question } from "../views.ts";
import { businessIds, namePartMin, phoneFormOf, requestIds, uuidFormOf, wordsOf } from "./find.forms.ts";

type Reads = Pick<ConsoleDeps, "read" | "views"> & {
  /** Whether names of people can be read. */
  readonly hasNames: boolean;
};
type Found = Readonly<Record<string, unknown>>;

/** A look-up of the search. It uses an index and reads few rows. */
export interface LookUp {
  /** What it compares with, for people: `sales by ExternalID`. */
  readonly name: string;
  /** The right that the same look-up needs over HTTP. */
  readonly right: string;
  /** The text in the form in which it is looked up; undefined if it cannot be a key of this kind. */
  readonly formOf?: (text: string) => string | undefined;
  readonly look: (form: string, viewer: Viewer, reads: Reads) => Promise<readonly Found[]>;
  /** Callers could guess what it finds. */
  readonly isGuessable?: true;
  /** It compares values that may be encrypted. */
  readonly isPersonal?: true;
  /** It compares parts of values, which must not be encrypted. */
  readonly isOfPart?: true;
}

/** More matches of one look-up are not shown. */
export const matchesMax = 20;

/** Fields that candidates show. */
const shownFields = [
  "FullName",
  "ExternalID",
  "StoreCode",
  "ProductCode",
  "Name",
  "Status",
  "BusinessID",
  "CreateDateTime",
];

/** Asks for no personal data but names, and not for the lines of sales, of which there may be many. */
const asking =
  (question: (form: string) => Omit<Question, "rowsMax" | "select">): LookUp["look"] =>
  async (form, viewer, { views, hasNames }) => {
    const asked = question(form);
    const { fields } = asked.view.record;
    const select = shownFields.filter((name) => fields[name] && (hasNames || !fields[name].personal));
    return (await views.ask(viewer, { ...asked, select, rowsMax: matchesMax })).data;
  };

/** The view that lists all records of a class. */
const listOf = (className: string) =>
  dataViews.find(({ record, where }) => record.class === className && where.length === 0) as DataViewDefinition;

function byId(
  { class: className, idPrefix }: RecordDefinition | ObjectDefinition,
  name: string,
  right: string,
): LookUp {
  const view = listOf(className);
  const look = asking((uuid) => ({ view, where: { ID: formatId(idPrefix, uuid) } }));
  return { name: `${name} by ID`, right, formOf: uuidFormOf(idPrefix), look };
}

function byNumber(definition: ObjectDefinition): LookUp {
  const { look } = byId(definition, "", "");
  return {
    name: `${pluralOf(definition)} by BusinessID`,
    right: readRight(definition),
    formOf: (text) => {
      const [, prefix = "", number] = businessIds.exec(text) ?? [];
      return objectOfPrefix(prefix.toUpperCase()) === definition ? number : undefined;
    },
    async look(number, viewer, reads) {
      const uuid = await reads.read((sql) => findByNumber(sql, definition, BigInt(number)));
      return uuid === undefined ? [] : look(uuid, viewer, reads);
    },
  };
}

const pluralOf = (definition: ObjectDefinition) => `${nameOf(definition)}s`;

/** By the view over HTTP that looks a class up by its business key. */
function byKey(definition: ObjectDefinition): LookUp[] {
  const { key } = definition;
  const view = dataViews.find(
    ({ record, parameters }) => record.class === definition.class && Object.keys(parameters).join() === key?.field,
  );
  if (!key || !view) return [];
  const look = asking((form) => ({ view, parameters: { [key.field]: form } }));
  return [{ name: `${pluralOf(definition)} by ${key.field}`, right: viewRight(view), formOf: normaliseKey, look }];
}

const programmes = listOf(programme.class);
const members = listOf(member.class);

/** All look-ups of the search. One line here adds another. */
export const lookUps: readonly LookUp[] = [
  ...objects.map((definition) => byId(definition, pluralOf(definition), readRight(definition))),
  byId(programme, "programmes", viewRight(programmes)),
  {
    name: "ledger entries by ID",
    right: viewRight(ledgerEntriesBetweenDates),
    formOf: uuidFormOf(ledgerEntry.idPrefix),
    async look(uuid, _, { views }) {
      const found = await views.find(ledgerEntry, uuid);
      return found ? [found] : [];
    },
  },
  ...objects.map(byNumber),
  ...objects.flatMap(byKey),
  {
    name: "programmes by BusinessID",
    right: viewRight(programmes),
    look: asking((form) => ({ view: programmes, where: { BusinessID: form } })),
  },
  {
    name: "redemption items by voucher code",
    right: viewRight(redemptionItemsByVoucherCode),
    formOf: (text) => normaliseVoucherCode(text) || undefined,
    look: asking((form) => ({ view: redemptionItemsByVoucherCode, parameters: { "Voucher Code": form } })),
    isGuessable: true,
  },
  {
    name: "members by name",
    right: viewRight(members),
    formOf: (text) => (wordsOf(text).some((word) => word.length >= namePartMin) ? text : undefined),
    // Each word, in any order: people say "Meyer, Anna" too.
    look: asking((form) => ({
      view: members,
      conditions: wordsOf(form).map((value) => ({
        field: "FullName",
        comparator: "CONTAINS",
        value,
        ignoreCase: true,
      })),
    })),
    isOfPart: true,
  },
  {
    name: "members by e-mail address",
    right: viewRight(members),
    formOf: (text) => (text.includes("@") ? text : undefined),
    look: asking((form) => ({ view: members, where: { EmailAddress: form }, ignoreCase: true })),
    isPersonal: true,
  },
  {
    name: "members by mobile number",
    right: viewRight(members),
    formOf: phoneFormOf,
    look: asking((form) => ({ view: members, where: { MobileNumber: form } })),
    isPersonal: true,
  },
];

function byRequestId(definition: ObjectDefinition): LookUp {
  const { look } = byId(definition, "", "");
  return {
    name: `${pluralOf(definition)} by request ID`,
    right: readRight(definition),
    formOf: (text) => (requestIds.test(text) ? text : undefined),
    async look(requestId, viewer, reads) {
      const uuidsFound = await reads.read((sql) => findByRequestId(sql, definition, requestId));
      return (await Promise.all(uuidsFound.map((uuid) => look(uuid, viewer, reads)))).flat();
    },
  };
}

/** If nothing else is found: records that name a member who is not registered, and those of a request. */
export const lastLookUps: readonly LookUp[] = [
  ...[sale, redemption].map((definition) => {
    const view = listOf(definition.class);
    const look = asking((form) => ({ view, where: { MemberExternalID: form }, isOpenFirst: true }));
    return { name: `${pluralOf(definition)} by MemberExternalID`, right: viewRight(view), formOf: normaliseKey, look };
  }),
  ...objects.filter(({ staged }) => staged).map(byRequestId),
];

/** The search needs one of these rights. */
export const findRights: readonly string[] = [...new Set(lookUps.map(({ right }) => right))];
