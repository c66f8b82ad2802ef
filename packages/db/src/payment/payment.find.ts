import { type Amount, AppError, amountOf, type ExpiryRules, type PaymentContent } from "@rewards/domain";
import { pastExpiryRules } from "../catalogue/catalogue.programmes.ts";
import type { Tx } from "../client.ts";
import type { EffectCall, RepeatFinder } from "../object/object.types.ts";
import { givenBackOf } from "./payment.table.ts";

/** A payment that a call names. */
export interface KnownPayment {
  readonly id: string;
  /** Who paid: the call's member, or one that was merged into it. */
  readonly memberId: string;
  readonly currencyId: string;
  readonly currencyName: string;
  /** How points of the currency expire, or expired; null if they never did. */
  readonly rules: ExpiryRules | null;
  readonly points: Amount;
  /** What earlier calls did not give back. */
  readonly left: Amount;
  /** The version of its member after it. */
  readonly version: number;
}

interface PaymentRow {
  readonly holder: string;
  readonly id: string;
  readonly member: string;
  readonly currency: string;
  readonly name: string;
  readonly rules: ExpiryRules | null;
  readonly points: string;
  readonly version: number;
  readonly given_back: string;
}

/** Of payments with one Reference, by a member and those that were merged into it, which one is meant. */
const meant = {
  payment: "",
  cancellation: `(points > ${givenBackOf("payment.id")}) desc,`,
};

/**
 * The payments with the References of the calls, by the IDs of their members. A member's own comes before one of a member
 * that was merged into it; for a cancellation, one of which something is left comes first. Call it under the locks of the
 * members: whoever pays or gives back has them.
 */
export async function findPayments(
  tx: Tx,
  calls: readonly Pick<EffectCall, "id" | "content">[],
  by: keyof typeof meant,
): Promise<ReadonlyMap<string, KnownPayment>> {
  const references = calls.map(({ content }) => (content as Pick<PaymentContent, "Reference">).Reference);
  const rows = await tx<PaymentRow[]>`
    select k.member as holder, y.id, y.member, y.currency, c.name, ${pastExpiryRules(tx)} as rules, y.points, y.member_version as version,
      ${tx.unsafe(givenBackOf("y.id"))} as given_back
    from unnest(${calls.map(({ id }) => id)}::uuid[], ${references}::text[]) as k(member, reference)
    cross join lateral (
      select * from payment
      where reference = k.reference
        and member = any(array(select k.member union all select b.member from balance b where b.merged_into = k.member))
      order by ${tx.unsafe(meant[by])} (member = k.member) desc, id desc limit 1
    ) y
    join currency c on c.id = y.currency join programme p on p.id = c.program`;
  return new Map(
    rows.map((row) => [
      row.holder,
      {
        ...{
          id: row.id,
          memberId: row.member,
          currencyId: row.currency,
          currencyName: row.name,
          rules: row.rules,
          version: row.version,
        },
        ...{ points: amountOf(row.points), left: amountOf(row.points) - amountOf(row.given_back) },
      },
    ]),
  );
}

/** The calls whose payment was made before, or whose Reference has one of other points. */
export const findRepeats: RepeatFinder = async (tx, calls) => {
  const known = await findPayments(tx, calls, "payment");
  const code = "Error_Reference_Reused";
  return new Map(
    calls.flatMap(({ id, content }) => {
      const found = known.get(id);
      if (!found) return [];
      const isSame = found.points === amountOf((content as PaymentContent).Points);
      return [[id, isSame ? found : new AppError(code, [{ code, identifier: ".Points" }])] as const];
    }),
  );
};
