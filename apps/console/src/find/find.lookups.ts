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
  redemptionItemsByVoucherCode,
  viewRight,
} from "@rewards/domain";
import { findByNumber } from "@rewards/operations";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { nameOf } from "../record/record.facts.tsx";
import type { Question } from "../views.ts";
import { businessIds, namePartMin, phoneFormOf, surnameLast, uuidFormOf } from "./find.forms.ts";

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
export const asking =
  (question: (form: string) => Omit<Question, "rowsMax" | "select">): LookUp["look"] =>
  async (form, viewer, { views, hasNames }) => {
    const asked = question(form);
    const { fields } = asked.view.record;
    const select = shownFields.filter((name) => fields[name] && (hasNames || !fields[name].personal));
    return (await views.ask(viewer, { ...asked, select, rowsMax: matchesMax })).data;
  };

/** The view that lists all records of a class. */
export const listOf = (className: string) =>
  dataViews.find(({ record, where }) => record.class === className && where.length === 0) as DataViewDefinition;

export function byId(
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

export const pluralOf = (definition: ObjectDefinition) => `${nameOf(definition)}s`;

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

/** Those that compare keys with their case. */
export const keyLookUps: readonly LookUp[] = objects.flatMap(byKey);

const programmes = listOf(programme.class);
const members = listOf(member.class);
const askByName = asking((form) => ({
  view: members,
  conditions: [{ field: "FullName", comparator: "CONTAINS", value: form, ignoreCase: true }],
}));

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
  ...keyLookUps,
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
    formOf: (text) => (text.length >= namePartMin ? text : undefined),
    async look(form, viewer, reads) {
      const found = await askByName(form, viewer, reads);
      const turned = surnameLast(form);
      return found.length > 0 || turned === undefined ? found : askByName(turned, viewer, reads);
    },
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

/** The search needs one of these rights. */
export const findRights: readonly string[] = [...new Set(lookUps.map(({ right }) => right))];
