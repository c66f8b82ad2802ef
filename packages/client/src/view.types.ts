import type { components } from "./generated/schema.ts";
import type { AnswerOf, BodyOf, Calls, IdOf } from "./operation.types.ts";
import type { CallOptions } from "./transport.ts";

type ViewId = IdOf<"view">;
type Schemas = components["schemas"];

/** Fields that come with every record, whatever is selected. */
type Always = "@class" | "@version" | "ID";

/** A view's record, whole. */
type RecordOf<Id extends ViewId> = Required<AnswerOf<Id> extends { data: readonly (infer Row)[] } ? Row : never>;
/** The record of a view, by the name that the view has in the client: `ViewRecord<"storeList">`. */
export type ViewRecord<Name extends ViewId extends `views.${infer Known}` ? Known : never> = RecordOf<
  Extract<ViewId, `views.${Name}`>
>;
type FieldOf<Id extends ViewId> = Exclude<keyof RecordOf<Id>, Always> & string;

/** A field of a record that is referred to, or of an embedded page: `Member.ExternalID`. */
type Path = `${string}.${string}`;

/** A record with the fields that were selected. */
type Shown<Id extends ViewId, Selected extends string> = Pick<
  RecordOf<Id>,
  (Always | Selected) & keyof RecordOf<Id>
> & { readonly [P in Extract<Selected, Path>]: unknown };

export type Filter = NonNullable<Schemas["Query"]["filter"]>;
export type Condition = Schemas["FilterCondition"];
export type Paging = Schemas["Paging"];

/** What a view is asked for beside its parameters. */
export interface ViewQuery<Selected extends string> {
  /** The fields to show; the whole record where it is left out. */
  readonly select?: readonly Selected[];
  readonly filter?: Filter;
  /** `{ field, type: "DESC" }` */
  readonly sortBy?: NonNullable<Schemas["Query"]["sortBy"]>;
  readonly distinctResultsOnly?: boolean;
  readonly paging?: Paging;
  readonly includeTotalCount?: boolean;
}

/** How the records of each group are summed up. */
export interface Summary {
  /** Aggregations by the names that the rows show them under. */
  readonly aggregations: NonNullable<Schemas["Query"]["aggregations"]>;
  readonly groupBy?: readonly string[];
  readonly filter?: Filter;
  readonly sortBy?: NonNullable<Schemas["Query"]["sortBy"]>;
}

export type Rows<Record> = Omit<Schemas["StoreRows"], "data"> & { readonly data: readonly Record[] };

/** Of a view without parameters there is no such argument. */
type Parameters<Id extends ViewId> = Calls[Id]["takesParameters"] extends true
  ? [parameters: NonNullable<BodyOf<Id> extends { dataViewParameters?: infer Given } ? Given : never>]
  : [];

/** Pages have a size; how many there are is up to whoever reads them. */
interface PagesQuery<Selected extends string> extends ViewQuery<Selected> {
  readonly paging?: Omit<Paging, "maxResultsToFetch"> & { readonly maxResultsToFetch?: never };
}

type Asked<Id extends ViewId, Query> = [...Parameters<Id>, query?: Query, options?: CallOptions];
type Selectable<Id extends ViewId> = FieldOf<Id> | Path;

/** A data view. Called, it answers with the records that the query leaves, at most 5,000 of them. */
export interface View<Id extends ViewId> {
  <const Selected extends Selectable<Id> = FieldOf<Id>>(
    ...asked: Asked<Id, ViewQuery<Selected>>
  ): Promise<Rows<Shown<Id, Selected>>>;
  /** Page after page, up to the last. `paging.pageSize` tells how many records each has. */
  pages<const Selected extends Selectable<Id> = FieldOf<Id>>(
    ...asked: Asked<Id, PagesQuery<Selected>>
  ): AsyncGenerator<Rows<Shown<Id, Selected>>, void, undefined>;
  /** Record after record, up to the last. */
  records<const Selected extends Selectable<Id> = FieldOf<Id>>(
    ...asked: Asked<Id, PagesQuery<Selected>>
  ): AsyncGenerator<Shown<Id, Selected>, void, undefined>;
  /** How many records there are. */
  count(...asked: Asked<Id, { readonly filter?: Filter }>): Promise<number>;
  /** One row for each group, of at most 5,000: the fields it is grouped by, and the aggregations. */
  summarise(
    ...asked: [...Parameters<Id>, summary: Summary, options?: CallOptions]
  ): Promise<readonly Readonly<{ [name: string]: unknown }>[]>;
}
