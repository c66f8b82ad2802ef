import { type FieldType, type ObjectDefinition, objects } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { columnName, keyTableOf, recordColumnNames } from "../object/object.table.ts";
import { createTarget } from "./targets.ts";

/** How a copy of a record differs from the others, by the type of the field. */
const varied: Partial<Record<FieldType, (number: string) => string>> = {
  text: (number) => `'copy-' || ${number}`,
  reference: () => "gen_random_uuid()",
};

/** IDs of two years from now on, so that each partition of a month gets some. */
const spreadId = `(lpad(to_hex((extract(epoch from now() + n % 24 * interval '30 days') * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20))::uuid`;

/** Copies of an example of the class, each with its own keys and with varied values of the other indexed fields. */
async function copyExample(sql: Sql, definition: ObjectDefinition, rows: number): Promise<void> {
  const { fields, indexes = [], key, listedBy = [], noun, unique = [] } = definition;
  const id = await createTarget(sql, definition);
  const vary = (names: readonly string[], number: string) =>
    names.map((name) => [columnName(name), varied[fields[name]?.type as FieldType]?.(number)] as const);
  const values = new Map<string, string | undefined>([
    ["id", spreadId],
    ...vary([...indexes, ...listedBy], "n % 1000"),
    ...vary([...(key ? [key.field] : []), ...unique], `${rows} || '-' || n`),
  ]);
  const columns = [...recordColumnNames(definition), "confirmation_note", "create_user_id", "update_user_id"];
  const keys = keyTableOf(definition);
  await sql.unsafe(
    `insert into ${noun} (${columns.join(", ")})
     select ${columns.map((column) => values.get(column) ?? `example.${column}`).join(", ")}
     from ${noun} example, generate_series(1, ${rows}) n where example.id = $1`,
    [id],
  );
  if (keys)
    await sql.unsafe(
      `insert into ${keys.name} (${keys.column}, ${keys.id}) select ${keys.column}, id from ${noun} on conflict do nothing`,
    );
}

/** Rows in every growing table, with statistics. */
export async function fill(sql: Sql, rows: number): Promise<void> {
  for (const definition of objects) await copyExample(sql, definition, rows);
  await sql`alter table ledger_entry disable trigger all`;
  const series = sql`generate_series(1, ${rows}) n`;
  const inserts = [
    sql`insert into balance (member, currency) select gen_random_uuid(), gen_random_uuid() from ${series}`,
    sql`insert into ledger_entry (id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after, source_class, source_id, create_date_time, hash, why)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'Sale', 1, 1, 1, 'SaleCase', gen_random_uuid(), now(), 'x', '{}' from ${series}`,
    sql`insert into pending (class, id) select 'SaleCase', gen_random_uuid() from ${series}`,
    sql`insert into payment (id, member, currency, reference, points, value, member_version, create_date_time, create_user_id)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'T-' || n, 1, 1, 1, now(), 'till' from ${series}`,
    sql`insert into payment_cancellation (id, payment, member, points, create_date_time, create_user_id)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, now(), 'till' from ${series}`,
    sql`insert into adjustment_request (id, member, currency, amount, reason, asked_by)
      select gen_random_uuid(), gen_random_uuid(), 'Points', 1, 'r', 'ann' from ${series}`,
    sql`insert into awaiting (sale_id, member) select gen_random_uuid(), ${rows} || '-m' || n from ${series}`,
    sql`insert into awaiting (sale_id, original, until, holder, currency, held)
      select gen_random_uuid(), ${rows} || '-s' || n, now() + interval '1 day', gen_random_uuid(), gen_random_uuid(), 1 from ${series}`,
    sql`insert into history (record_id, version, class, action, changes, note, user_id, at)
      select gen_random_uuid(), 2, 'Store', 'Edit', '[]', '', 'api', now() from ${series}`,
    sql`insert into idempotency_key (caller, method, path, key, content_hash, object_id, status)
      select 'api', 'POST', '/objects', ${rows} || '-k' || n, '', gen_random_uuid(), 'x' from ${series}`,
    sql`insert into erased_key (hash) select hashed_key(${rows} || '-m' || n) from ${series}`,
    sql`insert into segment_member (member, segment, since) select gen_random_uuid(), gen_random_uuid(), now() from ${series}`,
    sql`insert into tier_change (id, member, currency, to_tier, at) select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Silver', now() from ${series}`,
    sql`insert into store_total (currency, span, first, store_code, sales, money, points)
      select gen_random_uuid(), 'day', now()::date - n % 1000, 'copy-' || n, 1, 1, 1 from ${series}`,
    sql`insert into activity_day (currency, day, members) select gen_random_uuid(), now()::date - n % 1000, '{1}' from ${series}`,
    sql`insert into expiring (item_id, at) select gen_random_uuid(), now() + n * interval '1 minute' from ${series}`,
  ];
  for (const insert of inserts) await insert;
  await sql`insert into stock (reward_id) select id from reward on conflict do nothing`;
  await sql`analyze`;
}
