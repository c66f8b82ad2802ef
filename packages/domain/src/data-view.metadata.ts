import { type DataViewDefinition, parameterType } from "./data-view.ts";
import type { Field, FieldType } from "./field.ts";
import { queryFieldAt } from "./query/query.field.ts";
import type { RecordDefinition } from "./record.ts";
import { objectOfClass } from "./registry.ts";

/** A field's type in the words of the DX API: for a person, and for a program. */
interface ShownType {
  readonly fieldType: string;
  readonly dataType: string;
}

const shown = (fieldType: string, dataType: string): ShownType => ({ fieldType, dataType });

const shownTypes = {
  text: shown("Text (single line)", "Text"),
  boolean: shown("Boolean", "TrueFalse"),
  integer: shown("Integer", "Integer"),
  amount: shown("Decimal", "Decimal"),
  timestamp: shown("Date & time", "DateTime"),
  date: shown("Date only", "Date"),
  reference: shown("Data reference", "Page"),
  references: shown("Data reference (list)", "PageList"),
  page: shown("Embedded data", "Page"),
  pages: shown("Embedded data (list)", "PageList"),
  list: shown("List", "ValueList"),
  json: shown("Embedded data", "Page"),
  composed: shown("Embedded data", "Page"),
} as const satisfies Record<FieldType, ShownType>;

export interface ShownParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

interface ShownField extends ShownType {
  readonly fieldID: string;
  readonly name: string;
  /** The class that the field belongs to. */
  readonly category: string;
  readonly isReadOnly: boolean;
  /** The class of a reference or an embedded page. */
  readonly classID?: string;
  readonly isFilterable: boolean;
  readonly isSortable: boolean;
}

export interface DataViewMetadata {
  readonly name: string;
  /** The records' `@class`, and its name for a person. */
  readonly classID: string;
  readonly className: string;
  readonly structure: "List";
  readonly isQueryable: boolean;
  readonly isSearchable: boolean;
  readonly parameters: readonly ShownParameter[];
  /** The fields that identify a record: its ID, and its business key if it has one. */
  readonly primaryFields: readonly string[];
  readonly fields: readonly ShownField[];
}

/** Fields that come with every record, whatever is selected. */
const always: Readonly<Record<string, FieldType>> = { ID: "text", "@version": "integer", "@class": "text" };

export function parametersOf({ parameters }: DataViewDefinition): ShownParameter[] {
  return Object.entries(parameters).map(([name, schema]) => ({
    name,
    type: shownTypes[parameterType(schema)].dataType,
    required: !schema.safeParse(undefined).success,
  }));
}

/**
 * The response to GET …/data_views/{name}/metadata: what the view takes, and what its records hold.
 * @param isSealed whether personal fields may be encrypted, which limits how queries can use them.
 */
export function metadataOf(view: DataViewDefinition, isSealed = false): DataViewMetadata {
  const { class: classID, fields } = view.record;
  const key = objectOfClass(classID)?.key?.field;
  const own = Object.entries(fields).filter(([, field]) => field.store !== "hidden");
  return {
    name: view.name,
    classID,
    className: classID.replace(/Case$/, ""),
    structure: "List",
    isQueryable: true,
    isSearchable: false,
    parameters: parametersOf(view),
    primaryFields: ["ID", ...(key === undefined ? [] : [key])],
    fields: [
      ...Object.entries(always).map(([name, type]) => showField(view.record, name, { type }, isSealed)),
      ...own
        .flatMap(([name, field]) => [[name, field] as const, ...partsOf(name, field)])
        .map(([name, field]) => showField(view.record, name, field, isSealed)),
    ],
  };
}

/** The parts of an embedded page, by their paths. */
function partsOf(name: string, { fields = {} }: Field): [string, Field][] {
  return Object.entries(fields).map(([part, field]) => [`${name}.${part}`, field]);
}

/** A field can be filtered and sorted by if the query's table of fields has it. */
function showField(
  record: RecordDefinition,
  name: string,
  field: Pick<Field, "type"> & Partial<Field>,
  isSealed: boolean,
): ShownField {
  const known = queryFieldAt(record, name);
  const isEncrypted = isSealed && known?.isPersonal === true;
  return {
    fieldID: name,
    name,
    category: record.class,
    ...shownTypes[field.type],
    isReadOnly: field.input === undefined,
    ...(field.class !== undefined && { classID: field.class }),
    isFilterable: known !== undefined && (!isEncrypted || known.isLookedUp),
    isSortable: known !== undefined && !isEncrypted,
  };
}
