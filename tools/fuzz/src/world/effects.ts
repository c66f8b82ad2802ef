import { type Amount, amountOf, type EffectName, formatAmount } from "@rewards/domain";
import type { Sql } from "postgres";

/** The changes that one effect of actions should have made, compared with the database. Targets are UUIDs. */
interface EffectBook {
  /** Notes that an action with this effect succeeded. */
  note(target: string, content: never): void;
  /** Returns the differences for these targets. */
  compare(sql: Sql, targets: readonly string[]): Promise<string[]>;
}

/** Has a book for every effect that a definition can name. */
export function openEffectBooks(): Readonly<Record<EffectName, EffectBook>> {
  return {
    "post-adjustment": openAdjustments(),
    "add-stock": openStock(),
    // Its row disappears when the voucher is used; the books check that.
    "end-expiry": { note: () => undefined, compare: async () => [] },
  };
}

function openAdjustments(): EffectBook {
  const expected = new Map<string, { sum: Amount; count: number }>();
  const none = { sum: 0n, count: 0 };
  return {
    note(target, { AdjustBalances }: { AdjustBalances: { Amount: number } }) {
      const { sum, count } = expected.get(target) ?? none;
      expected.set(target, { sum: sum + amountOf(AdjustBalances.Amount), count: count + 1 });
    },
    async compare(sql, targets) {
      const rows = await sql<{ member: string; sum: string; count: number; entries: string }[]>`
        select a.member, sum(a.amount) as sum, count(*)::int as count, sum(e.currency_awarded) as entries
        from adjustment a left join ledger_entry e on e.source_id = a.id
        where a.member = any(${[...targets]}::uuid[]) group by a.member`;
      const found = new Map(rows.map((row) => [row.member, row]));
      return targets.flatMap((target) => {
        const { sum, count } = expected.get(target) ?? none;
        const row = found.get(target) ?? { sum: "0.0000", count: 0, entries: "0.0000" };
        const wanted = formatAmount(sum);
        if (row.count === count && row.sum === wanted && row.entries === wanted) return [];
        const stored = `stored ${row.count} of ${row.sum}, posted ${row.entries}`;
        return [`member ${target}: ${count} accepted adjustments of ${wanted} in all, ${stored}`];
      });
    },
  };
}

function openStock(): EffectBook {
  const expected = new Map<string, Amount>();
  return {
    note(target, { RewardQuantity }: { RewardQuantity: number }) {
      expected.set(target, (expected.get(target) ?? 0n) + amountOf(RewardQuantity));
    },
    async compare(sql, targets) {
      const rows = await sql<{ id: string; added: string }[]>`
        select reward_id as id, added from stock where reward_id = any(${[...targets]}::uuid[])`;
      return rows.flatMap(({ id, added }) => {
        const wanted = formatAmount(expected.get(id) ?? 0n);
        return added === wanted ? [] : [`reward ${id}: ${wanted} accepted as stock, stored ${added}`];
      });
    },
  };
}
