import { lockTable, readGrants, renameTable, replaceViews } from "../partition/partition.carry.ts";
import { forgetChange } from "../partition/partition.change.ts";
import { requireTrigger } from "../partition/partition.fill.ts";
import { quoted } from "../partition/partition.part.ts";
import { refuseObstacles } from "../partition/partition.preflight.ts";
import { PartitionError, type Tx } from "../partition/partition.session.ts";
import { draftIndex } from "./ledger-partition.make.ts";
import { formerLedger, ledgerChange, ledgerDraft } from "./ledger-partition.table.ts";

/** The columns, checks and shared indexes of a table, each as a text. */
const shapeOf = (table: string) => `
  select format('the column %s %s %s%s', a.attname, format_type(a.atttypid, a.atttypmod),
    pg_get_expr(d.adbin, d.adrelid), case when a.attnotnull then ' not null' end)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = '${table}'::regclass and a.attnum > 0 and not a.attisdropped
  union all
  select format('the check %s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
  where conrelid = '${table}'::regclass and contype = 'c'
  union all
  select format('an index %s', substring(pg_get_indexdef(indexrelid) from ' USING .*')) from pg_index
  where indrelid = '${table}'::regclass and not indisunique and indisvalid`;

/** @throws PartitionError if the ledger was changed since the copy was made, such as by a migration. */
async function refuseChanged(tx: Tx): Promise<void> {
  const [ledger, draft] = [shapeOf("ledger_entry"), shapeOf(ledgerDraft)];
  const [first] = await tx.unsafe<{ part: string }[]>(`
    select part from (((${ledger}) except (${draft})) union all ((${draft}) except (${ledger}))) s(part) limit 1`);
  if (first)
    throw new PartitionError(
      `The ledger was changed since the copy was begun (${first.part}): run \`${ledgerChange.command} --cancel\`, then begin again.`,
    );
}

/**
 * Gives the partitioned table the name of the ledger, with its rights and views. Nothing is copied or read, so callers
 * wait for milliseconds. If the locks are not free, it gives up soon: the caller tries again.
 * @param trigger the one that has copied new entries since all were compared.
 */
export async function exchangeLedger(tx: Tx, trigger: string): Promise<void> {
  const views = await lockTable(tx, ledgerChange);
  await requireTrigger(tx, ledgerChange, trigger);
  await refuseObstacles(tx, ledgerChange);
  await refuseChanged(tx);
  const grants = await readGrants(tx, ledgerChange);
  await tx.unsafe(`
    drop trigger ${ledgerChange.copier} on ledger_entry;
    drop function ${ledgerChange.copier}()`);
  for (const name of await renameTable(tx, ledgerChange, formerLedger))
    await tx.unsafe(`alter index ${draftIndex(name)} rename to ${quoted(name)}`);
  await tx.unsafe(`alter table ${ledgerDraft} rename to ledger_entry`);
  for (const { statement } of grants) await tx.unsafe(statement);
  await replaceViews(tx, views);
  await forgetChange(tx, ledgerChange);
}
