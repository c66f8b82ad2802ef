import { parseAmount } from "./amount.ts";
import { isActor } from "./audit.ts";
import { normaliseKey } from "./key.ts";
import { hidesRecords, type Scope, unknownRights } from "./right.ts";
import { timestampSchema } from "./schema.time.ts";

/** What a client sends as its own key: `rwk_<clientID>_<secret>`. The prefix lets scanners find keys in files. */
const keyPattern = /^rwk_([a-z0-9]{1,64})_([\x21-\x7e]{1,128})$/;

const idPattern = /^[a-z0-9]{1,64}$/;

/** Whether a text can be a client's ID. Only then may it be in the log and the audit: a caller may send anything. */
export const isClientId = (text: string) => idPattern.test(text);

export const formatClientKey = (id: string, secret: string) => `rwk_${id}_${secret}`;

/** The client ID and the secret in a key; undefined if it does not have the form of one. */
export function parseClientKey(text: string): { id: string; secret: string } | undefined {
  const [, id, secret] = keyPattern.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** The fields of a new client, as an operator types them. Lists are separated by spaces, or JSON arrays of texts. */
export interface ClientDraft {
  readonly name: string;
  readonly rights: string;
  readonly programmes?: string | undefined;
  readonly stores?: string | undefined;
  readonly largestAdjustment?: string | undefined;
  /** When it ends; never if it is left out. */
  readonly expires?: string | undefined;
}

/** A field of a draft is wrong. The message says how it must be. */
export class ClientDraftError extends Error {
  override readonly name = "ClientDraftError";
  readonly field: keyof ClientDraft;

  constructor(field: keyof ClientDraft, message: string) {
    super(message);
    this.field = field;
  }
}

export interface ParsedClient {
  readonly name: string;
  readonly rights: string;
  readonly scope: Scope;
  readonly expiresAt: Date | null;
}

/** @throws ClientDraftError for the first field that is wrong. */
export function parseClientDraft(draft: ClientDraft, nowMs: number): ParsedClient {
  const { name, expires } = draft;
  if (!isActor(name)) throw new ClientDraftError("name", "must be at most 64 printable ASCII characters.");
  const rights = draft.rights.split(/\s+/).filter(Boolean).join(" ");
  if (rights === "") throw new ClientDraftError("rights", "is empty: name at least one right.");
  const unknown = unknownRights(rights);
  if (unknown.length > 0) throw new ClientDraftError("rights", `names no right of this service: ${unknown.join(" ")}.`);
  const scope = parseClientScope(draft, rights);
  return { name, rights, scope, expiresAt: expires === undefined ? null : parseExpiry(expires, nowMs) };
}

/**
 * Reads what a client is limited to.
 * @throws ClientDraftError if a list is empty, the amount is malformed or negative, or a client that is limited to
 * programmes or stores has operators' rights.
 */
export function parseClientScope(
  { programmes, stores, largestAdjustment }: Pick<ClientDraft, "programmes" | "stores" | "largestAdjustment">,
  rights: string,
): Scope {
  const scope: Scope = {
    ...(programmes !== undefined && { programmes: parseList("programmes", programmes) }),
    ...(stores !== undefined && { stores: parseList("stores", stores) }),
    ...(largestAdjustment !== undefined && { largestAdjustment: parseLargest(largestAdjustment) }),
  };
  if (hidesRecords(scope) && namesOperators(rights))
    throw new ClientDraftError(
      "rights",
      "cannot have rights of operators if the client is limited to programmes or stores.",
    );
  return scope;
}

/** Whether a list names a right of operators, which a client limited to programmes or stores does not have. */
export const namesOperators = (rights: string) => /\boperator:/i.test(rights);

/** An empty list would be a client that sees nothing: more likely, a variable of a script is not set. */
function parseList(field: "programmes" | "stores", text: string): string[] {
  const names = text.trim().startsWith("[") ? parseJsonList(field, text) : text.split(/\s+/).filter(Boolean);
  if (names.length === 0) throw new ClientDraftError(field, "is empty: name at least one, or leave it out.");
  return [...new Set(field === "stores" ? names.map(normaliseKey) : names)];
}

/** For codes that contain spaces. */
function parseJsonList(field: "programmes" | "stores", text: string): string[] {
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

function parseLargest(text: string): string {
  const amount = parseAmount(text);
  if (amount === undefined || amount < 0n)
    throw new ClientDraftError("largestAdjustment", "must be an amount such as 500, with at most four decimals.");
  return text;
}

function parseExpiry(text: string, nowMs: number): Date {
  const parsed = timestampSchema.safeParse(text);
  if (!parsed.success) throw new ClientDraftError("expires", "must be a time such as 2027-01-31T00:00:00Z.");
  const time = new Date(parsed.data);
  if (time.getTime() <= nowMs) throw new ClientDraftError("expires", "must be in the future.");
  return time;
}

/** What a client is limited to, in one line; empty if it is not limited. */
export function describeClientScope(scope: { readonly [Part in keyof Scope]?: Scope[Part] | null }): string {
  const { programmes, stores, largestAdjustment } = scope;
  return [
    programmes && `programmes ${describeList(programmes)}`,
    stores && `stores ${describeList(stores)}`,
    largestAdjustment && `adjustments to ${largestAdjustment}`,
  ]
    .filter(Boolean)
    .join(", ");
}

const describeList = (codes: readonly string[]) =>
  codes.some((code) => /\s|^\[/.test(code)) ? JSON.stringify(codes) : codes.join(" ");

const keepHoursMax = 8_760;

/**
 * How long the secret before a rotation stays valid, in ms, from a text with whole hours. Undefined if it is not a number
 * from 0 to 8,760.
 */
export function parseKeepHours(text: string): number | undefined {
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return hours <= keepHoursMax ? hours * 3_600_000 : undefined;
}

/** The default, as operators type it. */
export const keepHoursDefault = "24";
