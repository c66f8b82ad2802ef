import { hash } from "node:crypto";
import type { DataViewDefinition } from "../data-view.ts";
import { queryError } from "./query.refuse.ts";
import type { QueryValue, ViewQuery } from "./query.ts";
import { isOfKind, type ValueKind } from "./query.value.ts";

const tokenVersion = 1;
const tokenLengthMax = 100_000;

/** The place of a page: the values that its order goes by in the row before it, and its number. */
export interface PagePlace {
  readonly pageNumber: number;
  readonly values: readonly (QueryValue | null)[];
}

/** What stands at one place of an order. */
export interface PlaceValue {
  readonly kind: ValueKind;
  readonly isNullable: boolean;
}

/** What a token is bound to: another view, parameters, filter, order or grouping has another one. */
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
 * The place that a token names. It holds no more than a caller could ask for by a filter, so it is not signed; but nothing
 * of it is believed: it must be of this query, and every value of the kind that the order has there.
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
