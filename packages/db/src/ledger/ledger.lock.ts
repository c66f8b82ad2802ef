import { amountOf, type Balance, type BalanceKey, balanceName, productOf, type TierState } from "@rewards/domain";
import type { Fragment, Sql, Tx } from "../client.ts";
import { type RowLocks, skipLocked } from "../lock.ts";

interface BalanceRow {
  readonly id: string;
  readonly member: string;
  readonly currency: string;
  readonly balance: string;
  readonly awarded: string;
  readonly returned: string;
  readonly returns_sum: string;
  readonly sequence: string;
  readonly last_at: Date | null;
  readonly last_hash: string | null;
  readonly is_erased: boolean;
  readonly merged_into: string | null;
  readonly tier_period: string | null;
  readonly tier_counts: TierState["counts"];
  readonly tier_sums: [string, string, string];
  readonly tier_after: string;
  readonly tier: string | null;
}

export interface LockedBalance extends Balance {
  /** The member was erased at some time. */
  readonly isErased: boolean;
  /** The member that has its points; null if the member was not merged. */
  readonly mergedInto: string | null;
}

/**
 * Locks balances until the transaction ends, in the order of member and currency, so that batches that share members
 * queue up instead of deadlocking. A balance that does not exist yet (a currency new to its programme) is inserted as
 * 0.
 * @returns all of them; with locks "skip", those that no other session has locked.
 */
export async function lockBalances(
  tx: Tx,
  keys: readonly BalanceKey[],
  locks: RowLocks = "wait",
): Promise<LockedBalance[]> {
  if (keys.length === 0) return [];
  const locked = await selectForUpdate(tx, keys, locks);
  const missing = without(keys, locked);
  if (missing.length === 0) return locked;
  const absent = locks === "skip" ? without(missing, await readKeys(tx, missing)) : missing;
  if (absent.length === 0) return locked;
  await insertZeros(tx, absent);
  return [...locked, ...(await selectForUpdate(tx, absent, locks))];
}

function without(keys: readonly BalanceKey[], found: readonly BalanceKey[]): BalanceKey[] {
  const names = new Set(found.map(balanceName));
  return keys.filter((key) => !names.has(balanceName(key)));
}

/** The balances that exist, locked by another session or not. */
async function readKeys(tx: Tx, keys: readonly BalanceKey[]): Promise<BalanceKey[]> {
  const rows = await tx<{ member: string; currency: string }[]>`
    select member, currency from balance
    where member = any(${distinct(keys.map((key) => key.memberId))}::uuid[]) and currency = any(${distinct(keys.map((key) => key.currencyId))}::uuid[])`;
  return rows.map(({ member, currency }) => ({ memberId: member, currencyId: currency }));
}

/** The same without locks, for who posts nothing: balances that do not exist yet are 0. */
export async function readBalances(tx: Sql | Tx, keys: readonly BalanceKey[]): Promise<LockedBalance[]> {
  const found = await selectBalances(tx, keys, tx``);
  return [...found, ...without(keys, found).map(zeroOf)];
}

const selectForUpdate = (tx: Tx, keys: readonly BalanceKey[], locks: RowLocks) =>
  selectBalances(tx, keys, tx`for update${skipLocked(tx, locks)}`);

async function selectBalances(tx: Sql | Tx, keys: readonly BalanceKey[], lock: Fragment): Promise<LockedBalance[]> {
  const rows = await tx<BalanceRow[]>`
    select id, member, currency, balance, awarded, returned, returns_sum, sequence, last_at, encode(last_hash, 'hex') as last_hash,
      erased_at is not null as is_erased, merged_into, tier_period, tier_counts, tier_sums::text[], tier_after, tier from balance
    where member = any(${distinct(keys.map((key) => key.memberId))}::uuid[]) and currency = any(${distinct(keys.map((key) => key.currencyId))}::uuid[])
    order by member, currency ${lock}`;
  return rows.map(balanceOf);
}

/** Sorted: two transactions that insert the same rows in different orders would deadlock. */
async function insertZeros(tx: Tx, keys: readonly BalanceKey[]): Promise<void> {
  const rows = keys.map((key) => ({ member: key.memberId, currency: key.currencyId }));
  await tx`
    insert into balance (member, currency)
    select distinct member, currency from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(member uuid, currency uuid)
    order by member, currency on conflict do nothing`;
}

const zeroOf = ({ memberId, currencyId }: BalanceKey): LockedBalance => ({
  ...{ id: "", memberId, currencyId, balance: 0n, awarded: 0n, returned: 0n, returnsSum: 0n },
  ...{ sequence: 0, lastAtMs: 0, lastHash: "", isErased: false, mergedInto: null },
});

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function balanceOf(row: BalanceRow): LockedBalance {
  return {
    id: row.id,
    memberId: row.member,
    currencyId: row.currency,
    balance: amountOf(row.balance),
    awarded: wideAmountOf(row.awarded),
    returned: wideAmountOf(row.returned),
    returnsSum: productOf(row.returns_sum),
    sequence: Number(row.sequence),
    lastAtMs: row.last_at?.getTime() ?? 0,
    lastHash: row.last_hash ?? "",
    isErased: row.is_erased,
    mergedInto: row.merged_into,
    tiers: row.tier_period === null ? undefined : tiersOf(row.tier_period, row),
  };
}

const tiersOf = (
  period: string,
  { tier_counts: counts, tier_sums: sums, tier_after: after, tier }: BalanceRow,
): TierState => ({
  ...{ period, counts, after: Number(after), tier },
  sums: [wideAmountOf(sums[0]), wideAmountOf(sums[1]), wideAmountOf(sums[2])],
});

/** A running total is wider than an amount: numeric(30,4), always with four decimals. */
export function wideAmountOf(text: string): bigint {
  return BigInt(text.replace(".", ""));
}

/** Postgres' clock in milliseconds. Read it after locking: an earlier reading could precede the last entry's time. */
export async function readClock(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ ms: string }[]>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`;
  return Number(row?.ms);
}
