import type { Scope, ViewParameters } from "@rewards/domain";
import type { CatalogueCache } from "./catalogue/catalogue.cache.ts";
import type { Sql } from "./client.ts";

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
