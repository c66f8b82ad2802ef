import type { BalanceKey, ExpiryRules } from "@rewards/domain";
import { pastExpiryRules } from "../catalogue/catalogue.programmes.ts";
import type { Tx } from "../client.ts";
import { lockBalances } from "../ledger/ledger.lock.ts";
import type { RowLocks } from "../lock.ts";
import { holdMerges } from "../member.merge.ts";

/** The balance that a redemption took its points from. */
export interface Paid extends BalanceKey {
  readonly name: string;
  /** How the points of the currency expire, or expired; null if they never did. */
  readonly rules: ExpiryRules | null;
  /** The member that has the points of a merged one; null if it was not merged. */
  readonly mergedInto: string | null;
}

interface PaidRow {
  readonly id: string;
  readonly member: string;
  readonly currency: string;
  readonly name: string;
  readonly rules: ExpiryRules | null;
  readonly merged_into: string | null;
}

/** By the UUIDs of redemptions; one that cost nothing is left out. Reads without locks: entries never change. */
export async function readPaid(tx: Tx, redemptionIds: readonly string[]): Promise<ReadonlyMap<string, Paid>> {
  const rows = await tx<PaidRow[]>`
    select e.source_id as id, e.member, e.currency, c.name, ${pastExpiryRules(tx)} as rules, b.merged_into
    from ledger_entry e join currency c on c.id = e.currency join programme p on p.id = c.program
    join balance b on b.member = e.member and b.currency = e.currency
    where e.source_id = any(${[...new Set(redemptionIds)]}::uuid[]) and e.type = 'Redemption'`;
  return new Map(
    rows.map(({ id, member, currency, name, rules, merged_into: mergedInto }) => [
      id,
      { memberId: member, currencyId: currency, name, rules, mergedInto },
    ]),
  );
}

/** The balance that paid, and the one that has its points. */
export const keysOf = ({ memberId, currencyId, mergedInto }: Paid): BalanceKey[] => [
  { memberId, currencyId },
  ...(mergedInto === null ? [] : [{ memberId: mergedInto, currencyId }]),
];

/**
 * Locks the balances of these redemptions before any other row of theirs, as their fulfilment and an erasure do. No member
 * is merged from then on, so that these are the balances that are written.
 */
export async function lockPaid(tx: Tx, redemptionIds: readonly string[], locks: RowLocks): Promise<void> {
  await holdMerges(tx);
  await lockBalances(tx, [...(await readPaid(tx, redemptionIds)).values()].flatMap(keysOf), locks);
}
