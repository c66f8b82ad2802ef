import type { DataViewDefinition } from "./data-view.ts";
import { timestampParameter } from "./data-view.ts";
import type { Field, FieldType } from "./field.ts";
import { objectOfClass } from "./registry.ts";

/** A field's type in the words of the DX API: for a person, for a program, and what a query may do with it. */
interface ShownType {
  readonly fieldType: string;
  readonly dataType: string;
  readonly isFilterable: boolean;
  readonly isSortable: boolean;
}

const value = (fieldType: string, dataType: string): ShownType => ({
  fieldType,
  dataType,
  isFilterable: true,
  isSortable: true,
});
const whole = (fieldType: string, dataType: string): ShownType => ({
  fieldType,
  dataType,
  isFilterable: false,
  isSortable: false,
});

const shownTypes = {
  text: value("Text (single line)", "Text"),
  boolean: value("Boolean", "TrueFalse"),
  integer: value("Integer", "Integer"),
  amount: value("Decimal", "Decimal"),
  timestamp: value("Date & time", "DateTime"),
  date: value("Date only", "Date"),
  reference: value("Data reference", "Page"),
  references: whole("Data reference (list)", "PageList"),
  page: whole("Embedded data", "Page"),
  pages: whole("Embedded data (list)", "PageList"),
  list: whole("List", "ValueList"),
} as const satisfies Record<FieldType, ShownType>;

export interface ShownParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

export interface ShownField extends ShownType {
  readonly fieldID: string;
  readonly name: string;
  /** The class that the field belongs to. */
  readonly category: string;
  readonly isReadOnly: boolean;
  /** The class of a reference or an embedded page. */
  readonly classID?: string;
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
  /** What tells one record from another: its ID, and its business key where it has one. */
  readonly primaryFields: readonly string[];
  readonly fields: readonly ShownField[];
}

/** Fields that come with every record, whatever is selected. */
const always: Readonly<Record<string, FieldType>> = { ID: "text", "@version": "integer", "@class": "text" };

/** Every parameter of a view is required. */
export function parametersOf({ parameters }: DataViewDefinition): ShownParameter[] {
  return Object.entries(parameters).map(([name, schema]) => ({
    name,
    type: shownTypes[schema === timestampParameter ? "timestamp" : "text"].dataType,
    required: true,
  }));
}

/** What GET …/data_views/{name}/metadata answers: what the view takes, and what its records hold. */
export function metadataOf(view: DataViewDefinition): DataViewMetadata {
  const { class: classID, fields } = view.record;
  const key = objectOfClass(classID)?.key?.field;
  const shown = Object.entries(fields).filter(([, field]) => field.store !== "hidden");
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
      ...Object.entries(always).map(([name, type]) => showField(classID, name, { type })),
      ...shown.map(([name, field]) => showField(classID, name, field)),
    ],
  };
}

function showField(category: string, name: string, field: Pick<Field, "type"> & Partial<Field>): ShownField {
  return {
    fieldID: name,
    name,
    category,
    ...shownTypes[field.type],
    isReadOnly: field.input === undefined,
    ...(field.class !== undefined && { classID: field.class }),
  };
}
