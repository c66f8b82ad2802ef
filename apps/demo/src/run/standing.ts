import { showUnits, type Units, unitsOf } from "../amount.ts";
import { runPool } from "../pool.ts";
import type { AuditOptions } from "./audit.ts";

const concurrency = 16;

/** What a member of the club can spend. */
export interface Standing {
  readonly member: string;
  readonly balance: Units;
  readonly available: Units;
  readonly pending: Units;
  /** When points expire next; null if none will. */
  readonly expires: string | null;
}

/** Checks that all points of the club's members are pending, and those of the others are not. Returns the club's. */
export async function auditStandings(
  { client, books, checks, members, signal }: AuditOptions,
  clubMembers: ReadonlySet<string>,
): Promise<readonly Standing[]> {
  const standings: Standing[] = [];
  const select = ["Balance", "BalanceAvailable", "BalancePending", "ExpiringNextDateTime"] as const;
  await runPool(members, concurrency, signal, async (member) => {
    const [record] = (await client.views.memberBalances({ MemberExternalID: member }, { select })).data;
    const [balance, available, pending] = [record?.Balance, record?.BalanceAvailable, record?.BalancePending].map(
      (points) => unitsOf(points ?? 0),
    ) as [Units, Units, Units];
    const expires = record?.ExpiringNextDateTime ?? null;
    const left = books.balanceOf(member) > 0n ? books.balanceOf(member) : 0n;
    const isInClub = clubMembers.has(member);
    checks.equal(`spendable points of ${member}`, showUnits(available), showUnits(isInClub ? 0n : left));
    checks.equal(`pending points of ${member}`, showUnits(pending), showUnits(isInClub ? left : 0n));
    checks.equal(`expiry of points of ${member}`, expires !== null, isInClub && left > 0n);
    if (isInClub) standings.push({ member, balance, available, pending, expires });
  });
  return standings.toSorted((a, b) => Number(b.balance - a.balance));
}
