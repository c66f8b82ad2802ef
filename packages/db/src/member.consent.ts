import {
  type AdjustmentContent,
  type Amount,
  AppError,
  amountOf,
  consentDays,
  consentedReason,
  requestOfKey,
} from "@rewards/domain";
import type { Tx } from "./client.ts";
import type { ActionCall } from "./object/object.types.ts";

/** An adjustment, with what its programme lets a user of the console adjust alone; null: everything. */
export interface Consentable {
  readonly call: Pick<ActionCall, "id" | "user" | "claim" | "isOfConsole">;
  readonly content: AdjustmentContent;
  readonly consentAbove: string | null;
}

/** A request for consent, locked. */
interface Request {
  readonly id: string;
  readonly member: string;
  readonly currency: string;
  readonly amount: string;
  readonly reason: string;
  readonly askedBy: string;
}

/** The requests that calls with consent name, by their IDs. */
export type Consents = ReadonlyMap<string, Request>;

const requestIdOf = ({ call }: Consentable) => requestOfKey(call.claim?.key ?? "");

const size = (amount: Amount) => (amount < 0n ? -amount : amount);

/** What names a request needs it, whatever the programme says by now: each request is posted once at most. */
function needsConsent(one: Consentable): boolean {
  const { call, content, consentAbove } = one;
  if (!call.isOfConsole) return false;
  if (requestIdOf(one) !== undefined) return true;
  return consentAbove !== null && size(amountOf(content.AdjustBalances.Amount)) > amountOf(consentAbove);
}

/**
 * Locks the requests that still wait, of those that calls with too large an amount name: after balances and members, and a
 * refusal locks nothing else. Calls that need no consent send nothing.
 */
export async function lockConsents(tx: Tx, adjustments: readonly Consentable[]): Promise<Consents> {
  const ids = adjustments.filter(needsConsent).flatMap((one) => requestIdOf(one) ?? []);
  if (ids.length === 0) return new Map();
  const rows = await tx<Request[]>`
    select id, member, currency, amount, reason, asked_by as "askedBy" from adjustment_request
    where id = any(${ids}::uuid[]) and decided_by is null and asked_at > clock_timestamp() - ${consentDays} * interval '1 day'
    order by id for update`;
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The request by which the adjustment may be posted; undefined if it needs none.
 * @throws AppError 403 if it needs one and names none, or one that does not wait, is of its own user, or is about something
 * else.
 */
export function demandConsent(one: Consentable, consents: Consents): Request | undefined {
  if (!needsConsent(one)) return undefined;
  const id = requestIdOf(one);
  if (id === undefined) throw consentMissing("none");
  const request = consents.get(id);
  if (!request) throw consentMissing(id, "The request is decided, has ended, or was never made.");
  if (request.askedBy === one.call.user) throw consentMissing(id, "Another user than the one who asked must agree.");
  const { Amount: amount, Name, Reason = "" } = one.content.AdjustBalances;
  const isAsked =
    request.member === one.call.id &&
    request.currency === Name &&
    amountOf(request.amount) === amountOf(amount) &&
    consentedReason(request.reason, request.askedBy) === Reason;
  if (!isAsked) throw consentMissing(id, "The request is about another adjustment.");
  return request;
}

/** @param request the one that the call named, for the audit. */
const consentMissing = (request: string, text?: string) => {
  const code = "Error_Consent_Missing";
  return new AppError(code, text === undefined ? undefined : [{ code, text }], { request });
};

/** Marks the requests of what is posted, in the transaction that posts it. */
export async function markConsented(tx: Tx, posted: readonly Consentable[], consents: Consents): Promise<void> {
  const marked = posted.flatMap((one) => {
    const request = needsConsent(one) ? consents.get(requestIdOf(one) ?? "") : undefined;
    return request ? [{ id: request.id, user: one.call.user }] : [];
  });
  if (marked.length === 0) return;
  await tx`
    update adjustment_request r set decided_by = p."user", decided_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(marked)}::text::jsonb) as p(id uuid, "user" text)
    where r.id = p.id`;
}
