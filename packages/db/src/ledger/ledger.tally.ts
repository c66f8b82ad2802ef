import { type ChangedSum, formatAmount, type SalePlan, type Sums, sumName } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Sql, Tx } from "../client.ts";
import { wideAmountOf } from "./ledger.lock.ts";

/**
 * The running sums of a member that capped rules and stamp cards count. The balance of the member in the programme's first
 * currency guards them all.
 */
export const tally = pgTable(
  "tally",
  {
    Member: uuid("member").notNull(),
    /** `<rule or group>/<what the sum is worth>/<period>`, as the domain's `keyOfSum` writes it. */
    key: text("key").notNull(),
    value: numeric("value", { precision: 30, scale: 4 }).notNull().default(sql`0`),
  },
  (table) => [primaryKey({ columns: [table.Member, table.key] })],
);

/**
 * The sums that these plans and the originals of their returns name, by `sumName`. Send it after the locks of balances
 * have been answered: the next statement sees what the last holder of the lock committed.
 */
export async function readSums(tx: Tx, plans: readonly SalePlan[]): Promise<Sums> {
  const named = new Map<string, NamedSum>();
  const name = (member: string, key: string) => named.set(sumName(member, key), { member, key });
  for (const { balance, sumKeys, linked } of plans) {
    for (const key of sumKeys) name(balance.memberId, key);
    for (const { original } of linked) for (const key of original.award?.sumKeys ?? []) name(original.memberId, key);
  }
  return readTally(tx, [...named.values()]);
}

interface NamedSum {
  readonly member: string;
  readonly key: string;
}

/** The sums of these members, by `sumName`. Those that nothing has moved are absent. */
export async function readTally(tx: Sql | Tx, keys: readonly NamedSum[]): Promise<Sums> {
  if (keys.length === 0) return new Map();
  const rows = await tx<(NamedSum & { readonly value: string })[]>`
    select t.member, t.key, t.value from unnest(${keys.map(({ member }) => member)}::uuid[], ${keys.map(({ key }) => key)}::text[]) as k(member, key)
    join tally t on t.member = k.member and t.key = k.key`;
  return new Map(rows.map(({ member, key, value }) => [sumName(member, key), wideAmountOf(value)]));
}

/** The only writer of `tally`. It writes what the book computed, not a difference: verify would see an overlap. */
export async function writeSums(tx: Tx, changed: readonly ChangedSum[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ memberId, key, value }) => ({ member: memberId, key, value: formatAmount(value) }));
  await tx`
    insert into tally (member, key, value)
    select member, key, value from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(member uuid, key text, value numeric)
    order by member, key on conflict (member, key) do update set value = excluded.value`;
}
