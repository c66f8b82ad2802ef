import { type Client, runPool } from "../client.ts";
import type { DemoReward } from "../day/shop.ts";
import { type Books, type Checks, showUnits, type Units, unitsOf } from "../expect.ts";
import type { Voucher } from "./vouchers.ts";

const concurrency = 16;
const dayMs = 86_400_000;

/** A ledger entry as the view shows it. */
export interface LedgerEntry {
  readonly type: string;
  readonly amount: Units;
  readonly available: Units;
  readonly balance: Units;
  readonly source: string;
  readonly postedAt: string;
}

/** The ledger of every member, oldest entry first, by ExternalID. */
export type Ledgers = ReadonlyMap<string, readonly LedgerEntry[]>;

export interface AuditOptions {
  readonly client: Client;
  readonly books: Books;
  readonly checks: Checks;
  readonly members: readonly string[];
  readonly signal: AbortSignal;
}

/** Compares every member's data in the service with the expected data. */
export async function auditMembers({ client, books, checks, members, signal }: AuditOptions): Promise<Ledgers> {
  const ledgers = new Map<string, readonly LedgerEntry[]>();
  await runPool(members, concurrency, signal, async (member) => {
    const [entries, balances] = await Promise.all([
      readLedger(client, member),
      client.views.memberBalances({ MemberExternalID: member }, { select: ["Balance"] }),
    ]);
    ledgers.set(member, entries);
    checkBalance(member, balances.data, entries, books, checks);
    checkEntries(member, entries, books, checks);
  });
  return ledgers;
}

async function readLedger(client: Client, member: string): Promise<LedgerEntry[]> {
  const now = Date.now();
  const { data } = await client.views.ledgerEntriesBetweenDates(
    {
      MemberExternalID: member,
      FromDateTime: new Date(now - dayMs).toISOString(),
      ToDateTime: new Date(now + dayMs).toISOString(),
    },
    { select: ["CurrencyAwarded", "CurrencyAvailable", "MemberBalance", "Type", "Source", "CreateDateTime"] },
  );
  return data.map((record) => ({
    type: record.Type,
    amount: unitsOf(record.CurrencyAwarded),
    available: unitsOf(record.CurrencyAvailable),
    balance: unitsOf(record.MemberBalance),
    source: record.Source.ID,
    postedAt: record.CreateDateTime,
  }));
}

function checkBalance(
  member: string,
  balances: readonly { readonly Balance: number }[],
  entries: readonly LedgerEntry[],
  books: Books,
  checks: Checks,
): void {
  const expected = books.balanceOf(member);
  const balance = balances.reduce((total, record) => total + unitsOf(record.Balance), 0n);
  checks.equal(`balance of ${member}`, showUnits(balance), showUnits(expected));
  checks.equal(`sum of the ledger of ${member}`, showUnits(sum(entries, "amount")), showUnits(expected));
  const available = showUnits(sum(entries, "available"));
  checks.equal(`available points of ${member}`, available, showUnits(expected > 0n ? expected : 0n));
  let running = 0n;
  for (const entry of entries) {
    running += entry.amount;
    checks.equal(`running balance of ${member} after ${entry.source}`, showUnits(entry.balance), showUnits(running));
  }
}

/** Every sale and redemption exists once, with its amount, and there are no others. */
function checkEntries(member: string, entries: readonly LedgerEntry[], books: Books, checks: Checks): void {
  const describe = (type: string, amount: Units, source: string): string => `${type} of ${showUnits(amount)} ${source}`;
  const expected = books.entriesOf(member).map(({ type, amount, source }) => describe(type, amount, source ?? ""));
  const actual = entries.map(({ type, amount, source }) => describe(type, amount, type === "Adjustment" ? "" : source));
  const left = [...actual];
  for (const entry of expected) {
    const index = left.indexOf(entry);
    checks.equal(`ledger of ${member}, ${entry}`, index >= 0 ? "there" : "missing", "there");
    if (index >= 0) left.splice(index, 1);
  }
  for (const entry of left) checks.equal(`ledger of ${member}, ${entry}`, "there beyond what was sent", "absent");
}

function sum(entries: readonly LedgerEntry[], field: "amount" | "available"): Units {
  return entries.reduce((total, entry) => total + entry[field], 0n);
}

export interface StockLine {
  readonly reward: DemoReward;
  readonly issued: number;
  readonly left: number;
}

/** Checks that the stock that was added equals what is left plus the vouchers that were issued. */
export async function auditStock(
  client: Client,
  rewards: readonly DemoReward[],
  vouchers: readonly Voucher[],
  checks: Checks,
): Promise<StockLine[]> {
  return Promise.all(
    rewards.map(async (reward) => {
      const [record] = (await client.views.getRewardByBusinessKeys({ ExternalID: reward.externalId })).data;
      const ofReward = vouchers.filter((voucher) => voucher.rewardName === reward.name);
      const issued = ofReward.reduce((total, voucher) => total + voucher.quantity, 0);
      const left = Number(record?.QuantityAvailable);
      checks.equal(`stock added to ${reward.externalId}`, record?.RewardQuantity, reward.stock);
      checks.equal(`stock left of ${reward.externalId}`, left, reward.stock - issued);
      return { reward, issued, left };
    }),
  );
}

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
