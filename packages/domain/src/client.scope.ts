import { parseAmount, showAmount } from "./amount.ts";
import { normaliseKey } from "./key.ts";
import { createRight, hidesRecords, isGranted, parseRights, type Scope } from "./right.ts";
import { sale } from "./sale/sale.class.ts";
import { isText } from "./schema.ts";

/** A limit that operators may give a client. */
interface Limit {
  /** How it is typed: codes, separated by spaces or as a JSON array; or an amount. */
  readonly of: "list" | "amount";
  /** What operators read. */
  readonly text: string;
  /** Before the value, in a line. */
  readonly shown: string;
}

/** What a client may be limited to. Command line and console derive their options from it. */
export const clientLimits = {
  programmes: { of: "list", text: "BusinessIDs of the only programmes that exist for it", shown: "programmes" },
  stores: { of: "list", text: "StoreCodes of the only stores that exist for it", shown: "stores" },
  keys: { of: "list", text: "how the ExternalIDs that it creates begin, or *", shown: "keys" },
  largestSale: { of: "amount", text: "the largest amount of one sale", shown: "sales to" },
  largestAdjustment: { of: "amount", text: "the largest amount of one AddBalance", shown: "adjustments to" },
  adjustmentsAnHour: { of: "amount", text: "the sum of its AddBalance in an hour", shown: "adjustments an hour to" },
  adjustmentsADay: { of: "amount", text: "the sum of its AddBalance in a day", shown: "adjustments a day to" },
} as const satisfies Record<Exclude<keyof Scope, "crossStoreReturns">, Limit>;
export type LimitName = keyof typeof clientLimits;

export const limitNames = Object.keys(clientLimits) as LimitName[];

/** Limits as an operator types them. */
export type ScopeDraft = { readonly [Name in LimitName]?: string | undefined };

/** All limits; null if the client does not have it. */
export type ShownScope = { readonly [Name in LimitName]: NonNullable<Scope[Name]> | null };

export const showScope = (scope: Scope): ShownScope =>
  Object.fromEntries(limitNames.map((name) => [name, scope[name] ?? null])) as ShownScope;

/** A field of a draft is wrong. The message says how it must be. */
export class ClientDraftError extends Error {
  override readonly name = "ClientDraftError";
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Reads what a client is limited to.
 * @throws ClientDraftError if a list is empty, or an amount is malformed or negative.
 */
export function parseClientScope(draft: ScopeDraft): Scope {
  const parts = limitNames.flatMap((name) => {
    const text = draft[name];
    if (text === undefined) return [];
    return [[name, clientLimits[name].of === "list" ? parseList(name, text) : parseLargest(name, text)]];
  });
  return Object.fromEntries(parts);
}

/** Why a client with these rights cannot be limited so: the field that is wrong, and how it must be. Undefined if it can. */
export function scopeProblem(
  scope: Scope,
  rights: string,
): { readonly field: string; readonly text: string } | undefined {
  if (hidesRecords(scope) && /\boperator:/i.test(rights))
    return {
      field: "rights",
      text: "cannot have rights of operators if the client is limited to programmes or stores.",
    };
  if (scope.stores && !scope.keys && isGranted(parseRights(rights), createRight(sale)))
    return {
      field: "keys",
      text: 'is missing: a client that is limited to stores and creates sales could take the sale numbers of other stores. Name how its own begin, such as "S-042-", or "*" for any.',
    };
  return undefined;
}

/** An empty list would be a client that sees nothing: more likely, a variable of a script is not set. */
function parseList(field: LimitName, text: string): string[] {
  const names = text.trim().startsWith("[") ? parseJsonList(field, text) : text.split(/\s+/).filter(Boolean);
  if (names.length === 0) throw new ClientDraftError(field, "is empty: name at least one, or leave it out.");
  if (!names.every(isText)) throw new ClientDraftError(field, "has a character that no code has.");
  return [...new Set(field === "programmes" ? names : names.map(normaliseKey))];
}

/** For codes that contain spaces. */
function parseJsonList(field: LimitName, text: string): string[] {
  const isList = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "");
  try {
    const list: unknown = JSON.parse(text);
    if (isList(list)) return list;
  } catch {
    // Refused below.
  }
  throw new ClientDraftError(field, 'is no list of codes such as ["S-042","Main Street"].');
}

function parseLargest(field: LimitName, text: string): string {
  const amount = parseAmount(text);
  if (amount === undefined || amount < 0n)
    throw new ClientDraftError(field, "must be an amount such as 500, with at most four decimals.");
  return showAmount(amount);
}

/** What a client is limited to, in one line; empty if it is not limited. */
export function describeClientScope(scope: Scope | ShownScope): string {
  return limitNames
    .flatMap((name) => {
      const value = scope[name];
      if (value === undefined || value === null) return [];
      return `${clientLimits[name].shown} ${typeof value === "string" ? value : describeList(value)}`;
    })
    .join(", ");
}

const describeList = (codes: readonly string[]) =>
  codes.some((code) => /\s|^\[/.test(code)) ? JSON.stringify(codes) : codes.join(" ");
