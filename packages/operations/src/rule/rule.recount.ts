import {
  type Author,
  type LockedBalance,
  loadProgrammes,
  lockBalances,
  readClock,
  type Sql,
  type Tx,
  writeAudit,
  writeTiers,
} from "@rewards/db";
import { amountOf, moveTiers, type TierBook, type TierState, tierBooksOf } from "@rewards/domain";
import { countedOf, tierParts } from "../books/books.parts.ts";

/** Balances that one transaction locks: no posting waits long. */
const balancesMaxDefault = 100;

export interface RecountRun {
  readonly author: Author;
  readonly balancesMax?: number;
  /** Takes how many balances of a programme were counted since the last call, and how many of them changed. */
  readonly take: (counted: Recounted) => void;
}

export interface Recounted {
  readonly businessId: string;
  readonly balances: number;
  readonly changed: number;
}

/**
 * Counts the tier sums of all balances anew from their entries, whatever tiers counted when these were posted, and notes the
 * tiers that this changes. Each balance is counted under its lock, some in a transaction with an audit row. It computes, and
 * adds nothing: a run that was stopped can be repeated.
 */
export async function recountTiers(
  sql: Sql,
  { author, take, balancesMax = balancesMaxDefault }: RecountRun,
): Promise<void> {
  const programmes = await loadProgrammes(sql);
  const books = tierBooksOf(programmes.values());
  for (const { businessId, currencies } of programmes.values()) {
    const [{ id }] = currencies;
    const book = books?.get(id);
    if (!book) continue;
    for (let after: string | undefined; ; ) {
      const page = await sql<{ id: string; member: string }[]>`
        select id, member from balance where currency = ${id} and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
        order by id limit ${balancesMax}`;
      after = page.at(-1)?.id;
      if (after === undefined) break;
      const members = page.map(({ member }) => member);
      const changed = await sql.begin((tx) => recountPage(tx, { businessId, currencyId: id, book, author, members }));
      take({ businessId, balances: members.length, changed });
    }
  }
}

interface Page {
  readonly businessId: string;
  readonly currencyId: string;
  readonly book: TierBook;
  readonly author: Author;
  readonly members: readonly string[];
}

/** @returns how many balances changed. */
async function recountPage(tx: Tx, { businessId, currencyId, book, author, members }: Page): Promise<number> {
  const balances = await lockBalances(
    tx,
    members.map((memberId) => ({ memberId, currencyId })),
  );
  const [moves, nowMs] = await Promise.all([readMoves(tx, currencyId, book, members), readClock(tx)]);
  const changed = balances.flatMap((balance) => {
    const own = moves.get(balance.memberId);
    const tiers = own && moveTiers(undefined, book, own, { sequence: 0, nowMs });
    return isSame(balance, tiers) ? [] : [{ ...balance, before: balance.tiers?.tier ?? null, tiers }];
  });
  if (changed.length === 0) return 0;
  await writeTiers(tx, changed, nowMs);
  await writeAudit(tx, { author, operation: "rules.recount", detail: { businessId, balances: changed.length } });
  return changed.length;
}

const textOf = (state: TierState | undefined) =>
  JSON.stringify(state && [state.period, state.counts, state.sums.map(String), state.after, state.tier]);
const isSame = ({ tiers }: LockedBalance, counted: TierState | undefined) => textOf(tiers) === textOf(counted);

const formats = { year: "YYYY", quarter: 'YYYY-"Q"Q', month: "YYYY-MM" } as const;

/** By member: what the entries of these members count, by period. */
async function readMoves(
  tx: Tx,
  currencyId: string,
  { counts, period, timeZone }: TierBook,
  members: readonly string[],
) {
  const rows = await tx.unsafe<{ member: string; period: string; value: string }[]>(
    `select coalesce(b.merged_into, p.member) as member, to_char(p.sold_at at time zone $3, $4) as period, sum(${countedOf("$5")}) as value
     from (${tierParts(`e.member = any(array(select unnest($1::uuid[]) union select member from balance where merged_into = any($1::uuid[])))
       and e.currency = $2::uuid`)}) p join balance b on b.member = p.member and b.currency = p.currency
     group by 1, 2 having bool_or(${countedOf("$5")} <> 0)`,
    [[...members], currencyId, timeZone, formats[period], counts],
  );
  const moves = new Map<string, { period: string; value: bigint }[]>();
  for (const { member, period: of, value } of rows) {
    const own = moves.get(member) ?? [];
    own.push({ period: of, value: amountOf(value) });
    moves.set(member, own);
  }
  return moves;
}
