import { setTimeout as sleep } from "node:timers/promises";
import { type TierBook, tierBooksOf, tierNow, tierPeriodOf } from "@rewards/domain";
import { loadProgrammes } from "../catalogue/catalogue.programmes.ts";
import type { Sql, Tx } from "../client.ts";
import { type LockedBalance, lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { type ChangedTiers, writeTiers } from "../ledger/ledger.tiers.ts";

/** Balances that one statement reads and one transaction locks. */
const balancesMaxDefault = 1_000;

export interface TierSweepOptions {
  readonly balancesMax?: number;
  /** A run that takes longer leaves the rest to the next one. */
  readonly runMsMax?: number;
  /** Milliseconds since the epoch; Postgres' clock by default. */
  readonly clockMs?: number;
}

/**
 * Notes the tiers that ran out when a period began: of balances in which nothing has counted since. Looks at each period
 * once, only at members who have a tier. What a tier is is computed anew under the lock, so two runs at once, or one that
 * died, note nothing twice. Without tiers it sends one statement.
 * @returns the tiers that ran out.
 */
export async function sweepTiers(
  sql: Sql,
  { clockMs, balancesMax = balancesMaxDefault, runMsMax = Number.POSITIVE_INFINITY }: TierSweepOptions = {},
): Promise<number> {
  const books = tierBooksOf((await loadProgrammes(sql)).values());
  if (!books) return 0;
  const endMs = performance.now() + runMsMax;
  const nowMs = clockMs ?? (await readClock(sql));
  const marks = await sql<{ id: string; mark: string | null }[]>`
    select id, tiers_to as mark from currency where id = any(${[...books.keys()]}::uuid[]) order by id`;
  let changed = 0;
  for (const { id, mark } of marks) {
    const book = books.get(id) as TierBook;
    const period = tierPeriodOf(nowMs, book);
    if (mark === period) continue;
    const swept = await sweepCurrency(sql, id, book, { nowMs, period, balancesMax, endMs });
    changed += swept.changed;
    if (swept.isDone) await sql`update currency set tiers_to = ${period} where id = ${id}`;
  }
  return changed;
}

interface Run {
  readonly nowMs: number;
  readonly period: string;
  readonly balancesMax: number;
  readonly endMs: number;
}

async function sweepCurrency(sql: Sql, currencyId: string, book: TierBook, run: Run) {
  const { nowMs, period, balancesMax, endMs } = run;
  let [changed, isDone] = [0, true];
  let after = { period: "", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const startMs = performance.now();
    const page = await readPage(sql, currencyId, { after, period, balancesMax });
    const last = page.at(-1);
    if (!last) return { changed, isDone };
    const settled = await sql.begin((tx) =>
      settlePage(tx, currencyId, book, { nowMs, members: page.map(({ member }) => member) }),
    );
    changed += settled.changed;
    isDone &&= settled.locked === page.length;
    after = { period: last.tier_period, id: last.id };
    if (performance.now() > endMs) return { changed, isDone: false };
    await sleep(performance.now() - startMs);
  }
}

interface PageRow {
  readonly id: string;
  readonly member: string;
  readonly tier_period: string;
}

/** The next balances with a tier in which nothing has counted since the period began. */
const readPage = (
  sql: Sql,
  currencyId: string,
  { after, period, balancesMax }: { after: { period: string; id: string }; period: string; balancesMax: number },
) => sql<PageRow[]>`
  select id, member, tier_period from balance
  where currency = ${currencyId} and tier is not null and tier_period < ${period} and (tier_period, id) > (${after.period}, ${after.id}::uuid)
  order by tier_period, id limit ${balancesMax}`;

/** Leaves out balances that another session holds: the next run looks at them again. */
async function settlePage(
  tx: Tx,
  currencyId: string,
  book: TierBook,
  { nowMs, members }: { readonly nowMs: number; readonly members: readonly string[] },
) {
  const keys = members.map((memberId) => ({ memberId, currencyId }));
  const balances = await lockBalances(tx, keys, "skip");
  const changed = balances.flatMap((balance) => changeOf(balance, book, nowMs));
  if (changed.length > 0) await writeTiers(tx, changed, nowMs);
  return { changed: changed.length, locked: balances.length };
}

/** The balance if its tier ran out; none if its sums count something else than the tiers do now. */
function changeOf({ memberId, currencyId, tiers }: LockedBalance, book: TierBook, nowMs: number): ChangedTiers[] {
  const tier = tiers && tierNow(tiers, book, nowMs);
  if (!tiers || tier === undefined || tier === tiers.tier) return [];
  return [{ memberId, currencyId, before: tiers.tier, tiers: { ...tiers, tier } }];
}
