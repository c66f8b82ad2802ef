import { isActor } from "./audit.ts";
import { ClientDraftError, parseClientScope, type ScopeDraft, scopeProblem } from "./client.scope.ts";
import { type Scope, unknownRights } from "./right.ts";
import { timestampSchema } from "./schema.time.ts";

/** What a client sends as its own key: `rwk_<clientID>_<secret>`. The prefix lets scanners find keys in files. */
const keyPattern = /^rwk_([a-z0-9]{1,64})_([\x21-\x7e]{1,128})$/;

/** How the keys begin with which the console calls for its users. */
export const consoleKeyPrefix = "rwu_";

const idPattern = /^[a-z0-9]{1,64}$/;

/** Whether a text can be a client's ID. Only then may it be in the log and the audit: a caller may send anything. */
export const isClientId = (text: string) => idPattern.test(text);

export const formatClientKey = (id: string, secret: string) => `rwk_${id}_${secret}`;

/** The client ID and the secret in a key; undefined if it does not have the form of one. */
export function parseClientKey(text: string): { id: string; secret: string } | undefined {
  const [, id, secret] = keyPattern.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** The fields of a new client, as an operator types them. */
export interface ClientDraft extends ScopeDraft {
  readonly name: string;
  readonly rights: string;
  /** When it ends; never if it is left out. */
  readonly expires?: string | undefined;
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
  const scope = parseClientScope(draft);
  const problem = scopeProblem(scope, rights);
  if (problem) throw new ClientDraftError(problem.field, problem.text);
  return { name, rights, scope, expiresAt: expires === undefined ? null : parseExpiry(expires, nowMs) };
}

function parseExpiry(text: string, nowMs: number): Date {
  const parsed = timestampSchema.safeParse(text);
  if (!parsed.success) throw new ClientDraftError("expires", "must be a time such as 2027-01-31T00:00:00Z.");
  const time = new Date(parsed.data);
  if (time.getTime() <= nowMs) throw new ClientDraftError("expires", "must be in the future.");
  return time;
}

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
