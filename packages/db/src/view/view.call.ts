import type { DataViewDefinition, Scope, ViewParameters, ViewQuery } from "@rewards/domain";
import type { CatalogueCache } from "../catalogue/catalogue.cache.ts";
import type { Sql } from "../client.ts";
import type { PageKey } from "./view.key.ts";
import type { Reader } from "./view.read.ts";

/** A call of a data view. */
export interface ViewCall {
  readonly view: DataViewDefinition;
  readonly parameters: ViewParameters;
  readonly query: ViewQuery;
  /** The caller, who alone can use the page tokens of the answer. */
  readonly user: string;
}

/** What the reading of a view needs. */
export interface ViewDeps {
  readonly reader: Reader;
  readonly pageKey: PageKey;
}

/** What an answer has in addition to its records or groups. */
export interface ViewSummary {
  readonly hasMoreResults: boolean;
  readonly pageNumber?: number;
  readonly pageSize?: number;
  /** The token of the next page; present if more records follow. */
  readonly nextPageToken?: string;
  readonly totalCount?: number;
}

export interface ViewAnswer extends ViewSummary {
  readonly data: readonly Record<string, unknown>[];
}

/** Takes the records of an answer one by one. False means that a record does not fit: the answer ends before it. */
export type TakeRecord = (record: Record<string, unknown>) => boolean;

/** What computations read from. */
export interface Computing {
  /** Of the primary. Computations write nothing. */
  readonly sql: Sql;
  readonly catalogue: CatalogueCache;
}

/** A record of a computed view, without ID, @version and @class. */
interface ComputedRow {
  /** A UUID. */
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** @throws AppError for parameters that name something that does not exist for the caller. */
export type Computation = (
  deps: Computing & { readonly scope: Scope },
  parameters: ViewParameters,
) => Promise<readonly ComputedRow[]>;
