import type { Paging, Scope, ViewParameters } from "@rewards/domain";
import type { CatalogueCache } from "./catalogue/catalogue.cache.ts";
import type { Sql } from "./client.ts";

/** What computations read from. */
export interface Computing {
  /** Of the primary. Computations change no record. */
  readonly sql: Sql;
  readonly catalogue: CatalogueCache;
}

/** A record of a computed view, without ID, @version and @class. */
interface ComputedRow {
  /** A UUID. */
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Computed {
  readonly rows: readonly ComputedRow[];
  /** What the answer has besides its records, if only so many of the rows fit into it. By default whether there are more. */
  readonly summary?: (shown: number) => ComputedSummary;
}

interface ComputedSummary {
  readonly hasMoreResults: boolean;
  readonly [name: string]: unknown;
}

/** @throws AppError for parameters that name something that does not exist for the caller. */
export type Computation = (
  deps: Computing & { readonly scope: Scope; readonly paging: Paging },
  parameters: ViewParameters,
) => Promise<Computed>;
