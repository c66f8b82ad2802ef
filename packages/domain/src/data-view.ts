import { z } from "zod";
import type { ErrorCode } from "./error.table.ts";
import { AppError, type ErrorDetail } from "./error.ts";
import type { Fields } from "./field.ts";
import { keySchema } from "./key.ts";
import { deletedStatus } from "./object.ts";
import { fieldDetails, parseWanted } from "./parse.ts";
import type { Comparator } from "./query/query.comparator.ts";
import type { RecordDefinition } from "./record.ts";
import { timestampSchema } from "./schema.time.ts";
import { documented, type FieldDoc, requiredTextSchema } from "./schema.ts";

/**
 * A fixed condition of a view: a field, or a path through a reference (`Member.ExternalID`), compared with a parameter
 * or a fixed value.
 */
export type Condition = { readonly field: string; readonly comparator: Comparator } & (
  | { readonly parameter: string }
  | { readonly value: string }
);

/** What computes the records of a view. The database package has a function for each. */
const computations = ["preview-sale", "rule-progress", "member-tiers", "events-since"] as const;
export type ComputationName = (typeof computations)[number];

/** The parameters of a call. They are texts, but those of a computed view may be anything. */
export type ViewParameters = Readonly<Record<string, unknown>>;

/** A named read query. Its fields are those of its record. */
export interface DataViewDefinition {
  readonly name: string;
  readonly record: RecordDefinition;
  readonly parameters: Readonly<Record<string, z.ZodType>>;
  /** Its records are computed from the parameters, not read: see `defineComputedView`. */
  readonly computes?: ComputationName;
  /** What the computation refuses, besides parameters of a wrong form. */
  readonly refusals?: readonly ErrorCode[];
  /** The rights that a call needs besides that of the view. */
  readonly demands?: (parameters: ViewParameters) => readonly string[];
  /** Further values that the view's conditions compare with, derived from the parameters. */
  readonly implied?: (parameters: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** The parameter with the ID of an object. Callers who may not read it see the same as for an ID that is unknown. */
  readonly subject?: string;
  /** The parameter with the UUID of a sale: a call may ask to wait until a worker has processed it. */
  readonly awaits?: string;
  /** Its parameter is a secret that callers could guess: calls that find nothing are counted and limited. */
  readonly isGuessable?: true;
  readonly where: readonly Condition[];
  /** Fields to order by, ascending; by default CreateDateTime, then ID. */
  readonly orderBy?: readonly string[];
  readonly check?: (parameters: Readonly<Record<string, string>>) => ErrorCode | undefined;
}

export function defineDataView(definition: DataViewDefinition): DataViewDefinition {
  return definition;
}

/**
 * A view whose records are computed from its parameters, in the order that the computation gives. Its parameters are
 * fields as creates have them. Queries can select and page, but not filter, sort or group.
 */
export function defineComputedView({
  parameters,
  ...definition
}: Pick<DataViewDefinition, "name" | "record" | "refusals" | "demands"> & {
  readonly parameters: Fields;
  readonly computes: ComputationName;
}): DataViewDefinition {
  const inputs = Object.entries(parameters).flatMap(([name, { input }]) => (input ? [[name, input] as const] : []));
  return { ...definition, parameters: Object.fromEntries(inputs), where: [], orderBy: [] };
}

export const textParameter = (doc: FieldDoc) => documented(requiredTextSchema(), doc);
export const keyParameter = (doc: FieldDoc) => documented(keySchema(), doc);
export const timestampParameter = (doc: FieldDoc) => documented(timestampSchema, doc);

/** The type of a parameter's values. */
export function parameterType(schema: z.ZodType): "timestamp" | "pages" | "text" {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return parameterType(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return "pages";
  if (!(schema instanceof z.ZodPipe)) return "text";
  return schema.in === timestampSchema.in ? "timestamp" : parameterType(schema.in as z.ZodType);
}

/** A look-up by business key: one text parameter with the field's name; deleted records are skipped. */
export function defineKeyView(name: string, record: RecordDefinition, field: string): DataViewDefinition {
  const { doc, isKey = false } = record.fields[field] ?? {};
  if (!doc) throw new Error(`${record.class} has no field ${field} to look up by`);
  return defineDataView({
    name,
    record,
    parameters: { [field]: isKey ? keyParameter(doc) : textParameter(doc) },
    where: [
      { field, comparator: "EQ", parameter: field },
      { field: "Status", comparator: "NEQ", value: deletedStatus },
    ],
  });
}

/** Whether a parameter names a member: by its ExternalID, or by one of its cards. */
export const isMemberKey = ({ record }: DataViewDefinition, parameter: string): boolean =>
  parameter === "MemberExternalID" || (record.class === "Member" && parameter === "ExternalID");

/** The most records of a response without paging. */
export const recordsMax = 5_000;

/** An ID that no object has. */
const unknownOf = (id: string) => id.replace(/[0-9a-f]{32}$/, "0".repeat(32));

/**
 * Parses the view's parameters. Absent `dataViewParameters` equals null.
 * @param isReadable whether the caller may read the object of an ID.
 * @throws AppError 400 with one detail for each parameter that is missing or mistyped.
 */
export function parseParameters(
  view: DataViewDefinition,
  given: unknown,
  isReadable: (id: string) => boolean = () => true,
): ViewParameters {
  const input = given ?? {};
  const parsed = parseWanted(schemaOf(view), input);
  if (!parsed.success) throw parameterError(parsed.error.issues, input);
  if (view.computes) return parsed.data;
  // Only those of computed views may be anything else.
  const parameters = { ...parsed.data } as Record<string, string>;
  const refusal = view.check?.(parameters);
  if (refusal) throw new AppError(refusal);
  const id = view.subject === undefined ? undefined : parameters[view.subject];
  if (view.subject !== undefined && id !== undefined && !isReadable(id)) parameters[view.subject] = unknownOf(id);
  return { ...parameters, ...view.implied?.(parameters) };
}

/** The page of details about parameters. */
export const parametersPage = ".dataViewParameters";

/** Created once: zod compiles a schema at its first use, which costs more than the rest of a look-up. */
const schemas = new WeakMap<DataViewDefinition, z.ZodType<ViewParameters>>();

function schemaOf(view: DataViewDefinition): z.ZodType<ViewParameters> {
  const schema = schemas.get(view) ?? z.object(view.parameters);
  schemas.set(view, schema);
  return schema;
}

function parameterError(issues: readonly z.core.$ZodIssue[], input: unknown): AppError {
  const details = fieldDetails(issues, input, "dataViewParameters").map((detail): ErrorDetail => {
    const isMissing = detail.code === "Error_Field_Required";
    return {
      ...detail,
      page: `${parametersPage}${detail.page}`,
      code: isMissing ? "Error_Parameter_Required" : "Error_Parameter_Type",
    };
  });
  return new AppError(details[0]?.code ?? "Error_Parameter_Type", details);
}

/** All records of a class in creation order, including deleted ones. */
export function defineListView(name: string, record: RecordDefinition): DataViewDefinition {
  return defineDataView({ name, record, parameters: {}, where: [] });
}
