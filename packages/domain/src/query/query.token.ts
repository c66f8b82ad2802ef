import { hash } from "node:crypto";
import type { DataViewDefinition } from "../data-view.ts";
import { queryError } from "./query.refuse.ts";
import type { QueryValue, ViewQuery } from "./query.ts";
import { isOfKind, type ValueKind } from "./query.value.ts";

const tokenVersion = 1;
const tokenLengthMax = 100_000;

/** The place of a page: its number, and the values of its order in the row before it. */
export interface PagePlace {
  readonly pageNumber: number;
  readonly values: readonly (QueryValue | null)[];
}

/** The kind of value at one position of an order. */
export interface PlaceValue {
  readonly kind: ValueKind;
  readonly isNullable: boolean;
}

/** The hash that binds a token to its view, parameters, filter, order and grouping. */
export function queryPrint(
  view: DataViewDefinition,
  parameters: Readonly<Record<string, string>>,
  { filter, sortBy, grouping }: ViewQuery,
): string {
  return hash(
    "sha256",
    JSON.stringify([view.name, view.orderBy ?? null, parameters, filter ?? null, sortBy, grouping ?? null]),
    "base64url",
  );
}

export function encodePlace(print: string, { pageNumber, values }: PagePlace): string {
  return Buffer.from(JSON.stringify([tokenVersion, print, pageNumber, ...values])).toString("base64url");
}

/**
 * The place that a token names. A token holds only what a caller could also ask for with a filter, so it is not signed.
 * Its content is not trusted: it must belong to this query, and every value must be of the kind that the order has at
 * its position.
 * @throws AppError 400
 */
export function decodePlace(token: string, print: string, order: readonly PlaceValue[]): PagePlace {
  const parts = token.length <= tokenLengthMax ? parseParts(token) : undefined;
  const [version, printed, pageNumber, ...values] = parts ?? [];
  const isSound =
    version === tokenVersion &&
    printed === print &&
    Number.isSafeInteger(pageNumber) &&
    (pageNumber as number) > 0 &&
    values.length === order.length &&
    order.every(({ kind, isNullable }, index) => (values[index] === null ? isNullable : isOfKind(kind, values[index])));
  if (!isSound) throw queryError("Error_PageToken_Invalid", ["paging", "nextPageToken"]);
  return { pageNumber: pageNumber as number, values: values as (QueryValue | null)[] };
}

function parseParts(token: string): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}
