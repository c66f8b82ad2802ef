import { queryError } from "./query.refuse.ts";
import type { PagingShape } from "./query.shape.ts";
import { type Paging, pageSizeDefault } from "./query.ts";

/**
 * Parses both forms of paging: pages of a size, or the first records. Either may start at the place of a token.
 * @throws AppError 400 if both forms, or a page number and a token, are given.
 */
export function parsePaging(given: PagingShape | undefined): Paging | undefined {
  if (!given) return undefined;
  const { pageNumber, pageSize, maxResultsToFetch, nextPageToken } = given;
  const isPaged = pageNumber != null || pageSize != null;
  if (isPaged && maxResultsToFetch != null)
    throw conflict("maxResultsToFetch", "Not together with pageNumber or pageSize.");
  if (pageNumber != null && nextPageToken != null)
    throw conflict("nextPageToken", "Not together with pageNumber: it names the page.");
  const token = nextPageToken == null ? {} : { token: nextPageToken };
  if (maxResultsToFetch != null) return { rowsMax: maxResultsToFetch, skippedRows: 0, ...token };
  const rowsMax = pageSize ?? pageSizeDefault;
  const page = pageNumber ?? 1;
  return { rowsMax, skippedRows: (page - 1) * rowsMax, pageNumber: page, ...token };
}

const conflict = (name: string, text: string) => queryError("Error_Paging_Conflict", ["paging", name], text);
