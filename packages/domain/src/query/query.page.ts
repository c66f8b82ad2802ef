import { recordsMax } from "../data-view.ts";
import { queryError } from "./query.refuse.ts";
import type { PagingShape } from "./query.shape.ts";
import { type Paging, pageNumberMax, pageSizeDefault } from "./query.ts";

/**
 * Both forms of paging: pages of a size, or the first so many; either of them from the place that a token names.
 * @throws AppError 400 where both are given, or a number is over its limit.
 */
export function parsePaging(given: PagingShape | undefined): Paging | undefined {
  if (!given) return undefined;
  const { pageNumber, pageSize, maxResultsToFetch, nextPageToken } = given;
  const isPaged = pageNumber != null || pageSize != null;
  if (isPaged && maxResultsToFetch != null) throw queryError("Error_Paging_Conflict", ["paging", "maxResultsToFetch"]);
  if (pageNumber != null && nextPageToken != null)
    throw queryError("Error_Paging_Conflict", ["paging", "nextPageToken"]);
  expectAtMost(pageNumber, pageNumberMax, "pageNumber");
  expectAtMost(pageSize, recordsMax, "pageSize");
  expectAtMost(maxResultsToFetch, recordsMax, "maxResultsToFetch");
  const token = nextPageToken == null ? {} : { token: nextPageToken };
  if (maxResultsToFetch != null) return { rowsMax: maxResultsToFetch, skippedRows: 0, ...token };
  const rowsMax = pageSize ?? pageSizeDefault;
  const page = pageNumber ?? 1;
  return { rowsMax, skippedRows: (page - 1) * rowsMax, pageNumber: page, ...token };
}

function expectAtMost(given: number | null | undefined, most: number, name: string): void {
  if (given != null && given > most) throw queryError("Error_Paging_Malformed", ["paging", name], `At most ${most}.`);
}
