import type { Fragment, Sql } from "@rewards/db";
import { consentDays } from "@rewards/domain";

/** A request for a second user's consent, as people read it. */
export interface AdjustmentRequest {
  readonly id: string;
  /** The UUID of the member. */
  readonly member: string;
  readonly memberKey: string;
  readonly currency: string;
  /** An exact decimal. */
  readonly amount: string;
  readonly reason: string;
  readonly askedBy: string;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly state: "waiting" | "posted" | "refused" | "ended";
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  /** Why it was refused; null if it was not. */
  readonly refusal: string | null;
}

/** More are not shown. */
export const requestsShownMax = 100;

const isWaiting = (sql: Sql): Fragment =>
  sql`(r.decided_by is null and r.asked_at > now() - ${consentDays} * interval '1 day')`;

async function read(sql: Sql, which: Fragment): Promise<AdjustmentRequest[]> {
  type Row = Omit<AdjustmentRequest, "askedAt" | "decidedAt"> & { askedAt: Date; decidedAt: Date | null };
  const rows = await sql<Row[]>`
    select r.id, r.member, m.external_id as "memberKey", r.currency, trim_scale(r.amount)::text as amount, r.reason,
      r.asked_by as "askedBy", r.asked_at as "askedAt", r.decided_by as "decidedBy", r.decided_at as "decidedAt", r.refusal,
      case when ${isWaiting(sql)} then 'waiting' when r.decided_by is null then 'ended'
        when r.refusal is null then 'posted' else 'refused' end as state
    from adjustment_request r join member m on m.id = r.member ${which}`;
  return rows.map((row) => ({
    ...row,
    askedAt: row.askedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }));
}

/** The request with this UUID. */
export async function findRequest(sql: Sql, id: string): Promise<AdjustmentRequest | undefined> {
  const [found] = await read(sql, sql`where r.id = ${id}`);
  return found;
}

/** Those that wait, the oldest first; of one member, if one is given. */
export const listWaiting = (sql: Sql, member?: string): Promise<AdjustmentRequest[]> =>
  read(
    sql,
    sql`where ${isWaiting(sql)} ${member === undefined ? sql`` : sql`and r.member = ${member}`}
      order by r.asked_at limit ${requestsShownMax}`,
  );

/** Those that are decided or have ended, the latest first. */
export const listSettled = (sql: Sql): Promise<AdjustmentRequest[]> =>
  read(sql, sql`where not ${isWaiting(sql)} order by r.asked_at desc limit ${requestsShownMax}`);
