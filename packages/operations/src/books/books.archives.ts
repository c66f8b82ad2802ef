import type { Tx } from "@rewards/db";
import { describeDamage, insertLines } from "../partition/partition.archive.ts";
import { type CheckResult, type CheckText, resultOf } from "./books.check.ts";

/** Checked only if the folder of the archives is given. */
export const archiveChecks = {
  "archive.file": {
    invariant: "I3",
    says: "The files of a detached month have the sales that were archived, by number and SHA-256.",
  },
} as const satisfies Readonly<Record<string, CheckText>>;

interface ArchiveRow {
  readonly name: string;
  readonly sales: string;
  readonly sha256: string;
}

/**
 * Compares the files of every archived month with the database, and shows their sales in this transaction: a view of the
 * session with the table's name has both. So the other checks read them too. In the view `sale_archive`, only the other
 * months are detached: without a file, or with a damaged one.
 */
export async function checkArchives(tx: Tx, folder: string): Promise<CheckResult[]> {
  const months = await tx<ArchiveRow[]>`
    select name, sales, sha256 from sale_archive where archived_at is not null order by name`;
  await tx`create temporary table archived_sale (like sale including defaults) on commit drop`;
  await tx`create temporary table read_archive (name text) on commit drop`;
  const damages: { readonly archive: string; readonly finding: string }[] = [];
  for (const { name, sales, sha256 } of months) {
    const kept = { name, sales: Number(sales), sha256 };
    await tx`savepoint archive`;
    const finding = await describeDamage(folder, kept, (lines) => insertLines(tx, "archived_sale", lines));
    if (finding === undefined) {
      await tx`insert into read_archive (name) values (${name})`;
      continue;
    }
    await tx`rollback to savepoint archive`;
    damages.push({ archive: name, finding });
  }
  await showArchived(tx);
  return [resultOf(archiveChecks, "archive.file", months.length, damages)];
}

/** The views end with the tables that they read, at the commit. */
async function showArchived(tx: Tx): Promise<void> {
  const [row] = await tx<{ columns: string; schema: string }[]>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns, quote_ident(current_schema()) as schema
    from pg_attribute where attrelid = 'archived_sale'::regclass and attnum > 0 and not attisdropped`;
  if (!row) return;
  await tx`analyze archived_sale`;
  await tx.unsafe(`
    create temporary view sale as select ${row.columns} from ${row.schema}.sale union all select ${row.columns} from archived_sale;
    create temporary view sale_archive as select * from ${row.schema}.sale_archive where name not in (select name from read_archive)`);
}
