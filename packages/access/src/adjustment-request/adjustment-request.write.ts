import type { Source, Sql } from "@rewards/db";
import { refuseChange } from "../credential.state.ts";

/** An adjustment that another user must agree to. */
export interface AskedAdjustment {
  /** A UUID. The same request a second time changes nothing. */
  readonly id: string;
  /** The UUID of the member. */
  readonly member: string;
  /** The name of the currency. */
  readonly currency: string;
  readonly amount: number;
  readonly reason: string;
}

/** Who decides: Postgres finds the user by the token of their session. */
interface Deciding extends Source {
  readonly session: string;
}

/**
 * Asks for the consent of another user, with an audit entry.
 * @throws ChangeRefusedError if the session has ended, or its user may not adjust points.
 */
export async function askAdjustment(sql: Sql, asked: AskedAdjustment, { session, ...source }: Deciding): Promise<void> {
  await sql`
    select ask_adjustment_as(${session}, ${JSON.stringify(asked)}::text::jsonb, ${JSON.stringify(source)}::text::jsonb)`.catch(
    refuseChange,
  );
}

/**
 * Refuses what another user asked for, with an audit entry.
 * @throws ChangeRefusedError if no such request of somebody else waits, the session has ended, or its user may not adjust
 * points.
 */
export async function refuseAdjustment(
  sql: Sql,
  id: string,
  why: string,
  { session, ...source }: Deciding,
): Promise<void> {
  await sql`select refuse_adjustment_as(${session}, ${id}, ${why}, ${JSON.stringify(source)}::text::jsonb)`.catch(
    refuseChange,
  );
}
