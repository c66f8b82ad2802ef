import { allowScans, isAward } from "@rewards/db";
import type { Sql, Tx } from "../../../db/src/client.ts";
import { undone } from "../../../db/src/testing/database.ts";
import { type CheckResult, type Pass, runPass } from "../books/books.check.ts";
import { checkBooks, findingsOf } from "../books/books.verify.ts";
import type { fillBooks } from "./books.ts";

/** The check, the damage in words, the statements that plant it, and what the finding names of the first broken row. */
export type Damage = readonly [string, string, string | readonly string[], Record<string, string>];
export type FilledBooks = Awaited<ReturnType<typeof fillBooks>>;

/** No record has this ID. */
export const unknownId = "01900000-0000-7000-8000-00000000dead";

/**
 * Recomputes a member's chain and balance after its entries were changed, as someone who knows the rules would. Then
 * only another row can reveal the damage, not a hash or a sum.
 */
export const rechain = (member: string, currency: string) => `
  do $$ declare e record; total numeric := 0; awards numeric := 0; head bytea; n bigint := 0; at timestamptz; begin
    for e in select * from ledger_entry where member = '${member}' and currency = '${currency}' order by sequence loop
      n := n + 1; total := total + e.currency_awarded; awards := awards + case when ${isAward("e")} then e.currency_awarded else 0 end; at := greatest(at, e.create_date_time);
      head := sha256(convert_to(concat_ws('|', 'v1', e.member, e.currency, n, e.type, e.source_id,
        e.currency_awarded, total, (extract(epoch from at) * 1000)::bigint, coalesce(encode(head, 'hex'), ''),
        coalesce(e.rules::text, ''), e.why), 'UTF8'));
      update ledger_entry set sequence = n, member_balance = total, awarded_after = awards, create_date_time = at, hash = head where id = e.id;
    end loop;
    update balance set balance = total, awarded = awards, sequence = n, last_at = at, last_hash = head
    where member = '${member}' and currency = '${currency}';
  end $$`;

const plantedSources: Readonly<Record<string, string>> = {
  Adjustment: "Adjustment",
  Redemption: "RedemptionCase",
  Cancellation: "RedemptionItemCase",
};

/** Inserts an entry at the end of a chain; `rechain` must follow. */
export const planted = (member: string, currency: string, type: string, amount: number, source: string) => `
  insert into ledger_entry (id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after, source_class, source_id, create_date_time, hash, why)
  values (gen_random_uuid(), '${member}', '${currency}', 999999, '${type}', ${amount}, 0, 0,
    '${plantedSources[type] ?? "SaleCase"}', '${source}', now(), '', '{"base":${amount},"lines":[],"rules":[]}')`;

/** Updates the row with this ID. */
export const set = (table: string, id: string, text: string) => `update ${table} set ${text} where id = '${id}'`;

/**
 * The findings in a transaction that plants damage with the triggers off, and is rolled back.
 * @param pass is run alone. Default: all of them, which damage must break but not end.
 */
export async function findDamage(sql: Sql, damage: string | readonly string[], pass?: Pass): Promise<CheckResult[]> {
  return undone(sql, async (tx: Tx) => {
    await tx`set local session_replication_role = replica`;
    for (const statement of [damage].flat()) {
      const { count, command } = await tx.unsafe(statement);
      if (/^(UPDATE|INSERT|DELETE)$/.test(command) && count < 1) throw new Error(`nothing was damaged by ${statement}`);
    }
    if (!pass) return findingsOf(await checkBooks(tx));
    await allowScans(tx);
    return (await runPass(tx, pass)).filter(({ broken }) => broken > 0);
  });
}
