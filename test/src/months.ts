import { randomBytes } from "node:crypto";
import type { Database } from "@rewards/db";

/** A UUIDv7 of an instant. */
export function idAt(instant: string): string {
  const hex = `${Date.parse(instant).toString(16).padStart(12, "0")}7${randomBytes(10).toString("hex").slice(0, 19)}`;
  const variant = `${hex.slice(0, 16)}8${hex.slice(17)}`;
  return variant.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A month that is over, and has a partition. */
export const closedMonth = { name: "sale_2026_05", at: "2026-05-10T08:00:00Z" } as const;

type Sql = Database["sql"];

/** Gives sales of May 2026 a partition of their own. The first month begins after it then. */
export async function partitionMay(sql: Sql): Promise<void> {
  const bound = (month: string) => `(first_id_at('${month}'))`;
  await sql.unsafe(`
    do $$ declare first text; boundary uuid; begin
      select c.relname, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([-0-9a-f]{36})')::uuid into first, boundary
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'sale'::regclass and pg_get_expr(c.relpartbound, c.oid) like '%MINVALUE%';
      execute format('alter table sale detach partition %I', first);
      execute format('alter table sale attach partition %I for values from (%L) to (%L)', first, ${bound("2026-06-01")}, boundary);
      execute format('create table ${closedMonth.name} partition of sale for values from (%L) to (%L)', ${bound("2026-05-01")}, ${bound("2026-06-01")});
      create unique index ${closedMonth.name}_external_id_key on ${closedMonth.name} (external_id);
    end $$`);
}

/** Every sale as JSON, in order of ID. */
export async function saleLines(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`select row_to_json(s)::text as line from sale s order by id`;
  return rows.map(({ line }) => line);
}
