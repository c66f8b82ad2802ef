import type { components } from "./generated/schema.ts";
import type { AnswerOf, BodyOf, Calls, IdOf } from "./operation.types.ts";
import type { CallOptions } from "./transport.ts";

type ViewId = IdOf<"view">;
type Schemas = components["schemas"];

/** Fields that every record has, selected or not. */
type Always = "@class" | "@version" | "ID";

/** A view's record with all of its fields. */
type RecordOf<Id extends ViewId> = Required<AnswerOf<Id> extends { data: readonly (infer Row)[] } ? Row : never>;
/** A view's record by the view's name in the client: `ViewRecord<"storeList">`. */
export type ViewRecord<Name extends ViewId extends `views.${infer Known}` ? Known : never> = RecordOf<
  Extract<ViewId, `views.${Name}`>
>;
type FieldOf<Id extends ViewId> = Exclude<keyof RecordOf<Id>, Always> & string;

/** A field of a referenced record or of an embedded page: `Member.ExternalID`. */
type Path = `${string}.${string}`;

/** A record with the selected fields. */
type Shown<Id extends ViewId, Selected extends string> = Pick<
  RecordOf<Id>,
  (Always | Selected) & keyof RecordOf<Id>
> & { readonly [P in Extract<Selected, Path>]: unknown };

export type Filter = NonNullable<Schemas["Query"]["filter"]>;
export type Condition = Schemas["FilterCondition"];
export type Paging = Schemas["Paging"];

/** A view's query, without the view's parameters. */
export interface ViewQuery<Selected extends string> {
  /** The fields to return; the whole record if omitted. */
  readonly select?: readonly Selected[] | undefined;
  readonly filter?: Filter | undefined;
  /** `{ field, type: "DESC" }` */
  readonly sortBy?: NonNullable<Schemas["Query"]["sortBy"]> | undefined;
  readonly distinctResultsOnly?: boolean | undefined;
  readonly paging?: Paging | undefined;
  readonly includeTotalCount?: boolean | undefined;
}

/** How to aggregate the records of each group. */
export interface Summary {
  /** Aggregations by their names in the rows. */
  readonly aggregations: NonNullable<Schemas["Query"]["aggregations"]>;
  readonly groupBy?: readonly string[] | undefined;
  readonly filter?: Filter | undefined;
  readonly sortBy?: NonNullable<Schemas["Query"]["sortBy"]> | undefined;
}

export type Rows<Record> = Omit<Schemas["StoreRows"], "data"> & { readonly data: readonly Record[] };

/** Views without parameters do not have this argument. */
type Parameters<Id extends ViewId> = Calls[Id]["takesParameters"] extends true
  ? [parameters: NonNullable<BodyOf<Id> extends { dataViewParameters?: infer Given } ? Given : never>]
  : [];

/** Callers choose the page size, and stop reading when they have enough. */
interface PagesQuery<Selected extends string> extends ViewQuery<Selected> {
  readonly paging?: (Omit<Paging, "maxResultsToFetch"> & { readonly maxResultsToFetch?: never }) | undefined;
}

type Asked<Id extends ViewId, Query> = [...Parameters<Id>, query?: Query, options?: CallOptions];
type Selectable<Id extends ViewId> = FieldOf<Id> | Path;

/** A data view. A call returns the records that match the query, at most 5,000. */
export interface View<Id extends ViewId> {
  <const Selected extends Selectable<Id> = FieldOf<Id>>(
    ...asked: Asked<Id, ViewQuery<Selected>>
  ): Promise<Rows<Shown<Id, Selected>>>;
  /** All pages in order. `paging.pageSize` sets the records per page. */
  pages<const Selected extends Selectable<Id> = FieldOf<Id>>(
    ...asked: Asked<Id, PagesQuery<Selected>>
  ): AsyncGenerator<Rows<Shown<Id, Selected>>, void, undefined>;
  /** All records in order. */
  records<const Selected extends Selectable<Id> = FieldOf<Id>>(
    ...asked: Asked<Id, PagesQuery<Selected>>
  ): AsyncGenerator<Shown<Id, Selected>, void, undefined>;
  /** The number of records that match. */
  count(...asked: Asked<Id, { readonly filter?: Filter | undefined }>): Promise<number>;
  /** One row per group, at most 5,000, with the `groupBy` fields and the aggregations. */
  summarise(
    ...asked: [...Parameters<Id>, summary: Summary, options?: CallOptions]
  ): Promise<readonly Readonly<{ [name: string]: unknown }>[]>;
}
