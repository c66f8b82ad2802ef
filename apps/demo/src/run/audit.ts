import { runPool } from "../client.ts";
import type { DemoReward } from "../day/shop.ts";
import { type Run, showUnits, type Units, unitsOf } from "../expect.ts";
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

/** Compares every member's data in the service with the expected data. */
export async function auditMembers(run: Run): Promise<Ledgers> {
  const { client, day, signal } = run;
  const ledgers = new Map<string, readonly LedgerEntry[]>();
  await runPool(day.registered, concurrency, signal, async (member) => {
    const [entries, { data: balances }] = await Promise.all([
      readLedger(run, member),
      client.views.memberBalances({ MemberExternalID: member }, { select: ["Balance"] }),
    ]);
    ledgers.set(member, entries);
    const balance = balances.reduce((total, record) => total + unitsOf(record.Balance), 0n);
    checkBalance(run, member, balance, entries);
    checkEntries(run, member, entries);
  });
  return ledgers;
}

async function readLedger({ client }: Run, MemberExternalID: string): Promise<LedgerEntry[]> {
  const [FromDateTime, ToDateTime] = [-dayMs, dayMs].map((ms) => new Date(Date.now() + ms).toISOString()) as [
    string,
    string,
  ];
  const { data } = await client.views.ledgerEntriesBetweenDates(
    { MemberExternalID, FromDateTime, ToDateTime },
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

function checkBalance({ books, checks }: Run, member: string, balance: Units, entries: readonly LedgerEntry[]): void {
  const expected = books.balanceOf(member);
  const sum = (field: "amount" | "available") => entries.reduce((total, entry) => total + entry[field], 0n);
  checks.equal(`balance of ${member}`, balance, expected);
  checks.equal(`sum of the ledger of ${member}`, sum("amount"), expected);
  checks.equal(`available points of ${member}`, sum("available"), expected > 0n ? expected : 0n);
  let running = 0n;
  for (const entry of entries) {
    running += entry.amount;
    checks.equal(`running balance of ${member} after ${entry.source}`, entry.balance, running);
  }
}

/** Every sale and redemption exists once, with its amount, and there are no others. */
function checkEntries({ books, checks }: Run, member: string, entries: readonly LedgerEntry[]): void {
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

export interface StockLine {
  readonly reward: DemoReward;
  readonly issued: number;
  readonly left: number;
}

/** Checks that the stock that was added equals what is left plus the vouchers that were issued. */
export async function auditStock(
  { client, checks }: Run,
  rewards: readonly DemoReward[],
  vouchers: readonly Voucher[],
): Promise<StockLine[]> {
  return Promise.all(
    rewards.map(async (reward) => {
      const { key: ExternalID, stock } = reward;
      const [record] = (await client.views.getRewardByBusinessKeys({ ExternalID })).data;
      const ofReward = vouchers.filter((voucher) => voucher.rewardName === reward.content.Name);
      const issued = ofReward.reduce((total, voucher) => total + voucher.quantity, 0);
      const left = Number(record?.QuantityAvailable);
      checks.equal(`stock added to ${ExternalID}`, record?.RewardQuantity, stock);
      checks.equal(`stock left of ${ExternalID}`, left, stock - issued);
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
export async function auditStandings({ client, day, books, checks, signal }: Run): Promise<readonly Standing[]> {
  const standings: Standing[] = [];
  const select = ["Balance", "BalanceAvailable", "BalancePending", "ExpiringNextDateTime"] as const;
  await runPool(day.registered, concurrency, signal, async (member) => {
    const [record] = (await client.views.memberBalances({ MemberExternalID: member }, { select })).data;
    const balance = unitsOf(record?.Balance ?? 0);
    const available = unitsOf(record?.BalanceAvailable ?? 0);
    const pending = unitsOf(record?.BalancePending ?? 0);
    const expires = record?.ExpiringNextDateTime ?? null;
    const left = books.balanceOf(member) > 0n ? books.balanceOf(member) : 0n;
    const isInClub = day.club.has(member);
    checks.equal(`spendable points of ${member}`, available, isInClub ? 0n : left);
    checks.equal(`pending points of ${member}`, pending, isInClub ? left : 0n);
    checks.equal(`expiry of points of ${member}`, expires !== null, isInClub && left > 0n);
    if (isInClub) standings.push({ member, balance, available, pending, expires });
  });
  return standings.toSorted((a, b) => Number(b.balance - a.balance));
}
