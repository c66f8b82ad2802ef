import { decodePlace, encodePlace, type PagePlace, type PlaceValue, queryPrint } from "@rewards/domain";
import { seal, unseal } from "../seal.ts";
import type { TakeRecord, ViewCall, ViewDeps, ViewSummary } from "./view.call.ts";
import type { Encode } from "./view.encode.ts";
import { orderAlias } from "./view.plan.ts";
import { type Reader, type ReadStatement, readRows } from "./view.read.ts";
import { readValue } from "./view.value.ts";

interface PageRun {
  readonly encode: Encode;
  readonly rowsMax: number;
  readonly take: TakeRecord;
  readonly signal: AbortSignal | undefined;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The values of a row that its place among the others follows from, by `orderAlias`. */
type Place = Readonly<Record<string, unknown>>;

interface PageRead {
  readonly rowsRead: number;
  readonly last: Place | undefined;
  readonly hasMoreResults: boolean;
}

/** Reads the rows of one page, and one more, to know whether more follow. */
export async function readPage(reader: Reader, statement: ReadStatement, run: PageRun): Promise<PageRead> {
  const { encode, rowsMax, values, signal } = run;
  let rowsRead = 0;
  let last: readonly unknown[] | undefined;
  let hasMoreResults = false;
  const take = (row: readonly unknown[]): boolean => {
    hasMoreResults = rowsRead === rowsMax || !run.take(encode(row, reader.keys));
    if (hasMoreResults) return false;
    rowsRead += 1;
    last = row;
    return true;
  };
  await readRows(reader, statement, { take, signal, ...(values && { values }) });
  const place = last && Object.fromEntries(statement.columns.map((name, index) => [name, last?.[index]]));
  return { rowsRead, last: place, hasMoreResults };
}

/** What the places of a call's pages are made of. */
interface Ordered {
  readonly order: readonly PlaceValue[];
}

/**
 * The place to continue from, which a token names.
 * @throws AppError 400 if the token is not of this caller and query.
 */
export async function placeOf(
  token: string,
  { reader, pageKey }: ViewDeps,
  { view, parameters, query, user }: ViewCall,
  { order }: Ordered,
  signal?: AbortSignal,
): Promise<PagePlace> {
  const print = queryPrint(view, parameters, query);
  const own = [...reader.keys.all.values()].map(({ pages }) => pages);
  // Another API may have other settings, while operators change them.
  const opened = [...own, await pageKey(signal)].map((key) => unseal(key, user, token));
  return decodePlace(
    opened.find((content) => content !== undefined),
    print,
    order,
  );
}

interface PageDone extends Pick<PageRead, "last" | "hasMoreResults"> {
  readonly pageNumber: number;
  readonly signal: AbortSignal | undefined;
}

/** If the answer was cut, by its number of records or by its size, the token names the place to continue from. */
export async function summarise(
  { reader, pageKey }: ViewDeps,
  { view, parameters, query, user }: ViewCall,
  { order }: Ordered,
  { hasMoreResults, last, pageNumber, signal }: PageDone,
): Promise<ViewSummary> {
  if (!hasMoreResults || !last) return { hasMoreResults };
  const values = order.map(({ kind }, index) => readValue(kind, last[orderAlias(index)]));
  const content = encodePlace(queryPrint(view, parameters, query), { pageNumber: pageNumber + 1, values });
  return { hasMoreResults, nextPageToken: seal(reader.keys.sealing?.pages ?? (await pageKey(signal)), user, content) };
}
