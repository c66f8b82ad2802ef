import type { DataViewDefinition, ViewParameters, ViewQuery } from "@rewards/domain";
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

/** Takes the records of an answer one by one, as JSON. False means that a record does not fit: the answer ends before it. */
export type TakeRecord = (json: string) => boolean;
