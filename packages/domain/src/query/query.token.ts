import { hash } from "node:crypto";
import type { DataViewDefinition, ViewParameters } from "../data-view.ts";
import { queryError } from "./query.refuse.ts";
import type { QueryValue, ViewQuery } from "./query.ts";
import { isOfKind, type ValueKind } from "./query.value.ts";

const tokenVersion = 1;

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
  parameters: ViewParameters,
  { filter, sortBy, grouping }: ViewQuery,
): string {
  return hash(
    "sha256",
    JSON.stringify([view.name, view.orderBy ?? null, parameters, filter ?? null, sortBy, grouping ?? null]),
    "base64url",
  );
}

/** The content of a token, which the database package seals: sort values may be personal data. */
export function encodePlace(print: string, { pageNumber, values }: PagePlace): string {
  return JSON.stringify([tokenVersion, print, pageNumber, ...values]);
}

/**
 * The place that the content of a token names; undefined if the token could not be opened. The content must belong to
 * this query, and every value must be of the kind that the order has at its position: an API of another release may have
 * sealed it with the same key.
 * @throws AppError 400
 */
export function decodePlace(content: string | undefined, print: string, order: readonly PlaceValue[]): PagePlace {
  const parts = content === undefined ? undefined : parseParts(content);
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

function parseParts(content: string): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(content);
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}
