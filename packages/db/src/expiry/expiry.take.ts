import { setTimeout as sleep } from "node:timers/promises";
import { type ExpiryCutoff, type ExpiryRules, openBook } from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import { isAward } from "../award.ts";
import type { Sql } from "../client.ts";
import { lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";
import { expireFirst } from "./expiry.first.ts";

/** The most balances that one step locks. */
const balancesMax = 100;
/** After each step, the sweep pauses for this many times the duration of the step: sales need the CPU. */
const pauseTimes = { busy: 6, idle: 1 };
/** A balance that another session holds is tried again so often, with this pause. */
const attemptsMax = 5;
const retryMs = 200;

export interface Swept {
  /** Balances that lost points. */
  readonly balances: number;
  /** Nothing that has expired is left. */
  readonly isDone: boolean;
}

/** A currency whose points expire. */
export interface ExpiringCurrency {
  readonly id: string;
  readonly rules: ExpiryRules;
}

export interface SweepRun {
  readonly sql: Sql;
  /** On the clock of `performance.now`: later, the rest is left. */
  readonly endMs: number;
  /** Whether this process posts sales: the sweep then takes less of the time. */
  readonly isBusy: () => boolean;
}

/**
 * Posts what has expired of the balances of these members, a few balances at a time. Those that another session holds are
 * tried again at the end.
 */
export async function sweepMembers(
  { sql, endMs, isBusy }: SweepRun,
  { id, rules }: ExpiringCurrency,
  cutoff: ExpiryCutoff,
  members: readonly string[],
): Promise<Swept> {
  let balances = 0;
  let open = members;
  for (let attempt = 1; open.length > 0 && attempt <= attemptsMax; attempt += 1) {
    const blocked: string[] = [];
    for (let at = 0; at < open.length; at += balancesMax) {
      if (performance.now() > endMs) return { balances, isDone: false };
      const startMs = performance.now();
      const due = await readDue(sql, id, cutoff, open.slice(at, at + balancesMax));
      if (due.length === 0) continue;
      const { posted, locked } = await expireBalances(sql, id, rules, due);
      balances += posted;
      blocked.push(...due.filter((member) => !locked.has(member)));
      await sleep((performance.now() - startMs) * pauseTimes[isBusy() ? "busy" : "idle"]);
    }
    open = blocked;
    if (open.length > 0) await sleep(retryMs);
  }
  return { balances, isDone: open.length === 0 };
}

/** The members among these whose balance holds expired points. Takes no lock, so it is only a guess. */
async function readDue(
  sql: Sql,
  currencyId: string,
  { start, untilMs }: ExpiryCutoff,
  members: readonly string[],
): Promise<string[]> {
  const until = new Date(untilMs).toISOString();
  const isIdle = start === "last-entry";
  const rows = await sql<{ member: string }[]>`
    select b.member from balance b
    cross join lateral (
      select awarded_after from ledger_entry
      where member = b.member and currency = b.currency and ${sql.unsafe(isAward("ledger_entry"))}
        and (create_date_time <= ${until}::text::timestamptz)
      order by create_date_time desc, sequence desc limit 1
    ) e
    cross join lateral (
      select coalesce(sum(points), 0) as points from returned_line
      where member = b.member and currency = b.currency and original_posted_at <= ${until}::text::timestamptz
    ) r
    where b.member = any(${[...members]}::uuid[]) and b.currency = ${currencyId} and b.balance > 0
      and (not ${isIdle} or b.last_at <= ${until}::text::timestamptz)
      and e.awarded_after - r.points > b.awarded - b.balance - b.returned`;
  return rows.map(({ member }) => member);
}

/** One transaction: locks the balances that are free, and posts what has expired of them. */
async function expireBalances(
  sql: Sql,
  currencyId: string,
  rules: ExpiryRules,
  members: readonly string[],
): Promise<{ posted: number; locked: ReadonlySet<string> }> {
  return sql.begin(async (tx) => {
    const keys = members.map((memberId) => ({ memberId, currencyId }));
    const [balances, clockMs] = await Promise.all([lockBalances(tx, keys, "skip"), readClock(tx)]);
    const book = openBook({ balances, clockMs, newId: uuidv7 });
    await expireFirst(
      tx,
      book,
      balances.map((balance) => ({ balance, rules })),
      clockMs,
    );
    await writeBook(tx, book);
    return { posted: book.entries().length, locked: new Set(balances.map(({ memberId }) => memberId)) };
  });
}
