import { setImmediate as nextTurn } from "node:timers/promises";
import { callerUser, sale } from "@rewards/domain";
import { withSql } from "@rewards/lab/database";
import type { Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { productCount, storeCode } from "../subject/shop.ts";

const rowsPerStatement = 500;
const memberCount = 2_000;
const saleDateTime = "2026-05-04T09:30:00.000Z";

/**
 * The limit of storage: durable rows per second from one connection, 500 a statement, into a temporary copy of `sale`'s
 * columns and indexes. The database must be migrated, and is of no use afterwards; the server's setting of `synchronous_commit` applies.
 */
export function measureInsert(databaseUrl: string, seconds: number): Promise<number> {
  return withSql(databaseUrl, async (sql) => {
    await sql`create table insert_limit (like sale including all) with (fillfactor = 50)`;
    return insertFor(sql, seconds);
  });
}

async function insertFor(sql: Sql, seconds: number): Promise<number> {
  // Not counted: the first call connects and plans.
  await insertRows(sql, makeColumns());
  const startedMs = performance.now();
  let rows = 0;
  let next = makeColumns();
  while (performance.now() - startedMs < seconds * 1000) {
    const inserting = insertRows(sql, next);
    // Sent first, so that the next rows are made while Postgres works.
    await nextTurn();
    next = makeColumns();
    await inserting;
    rows += rowsPerStatement;
  }
  return (rows / (performance.now() - startedMs)) * 1000;
}

function makeColumns() {
  const rows = Array.from({ length: rowsPerStatement }, (_, n) => n);
  const ids = rows.map(() => uuidv7());
  const itemsOf = (n: number) => [
    { ProductCode: `P${n % productCount}`, Quantity: 1, TotalAmount: 10.5 },
    { ProductCode: `P${(n + 7) % productCount}`, Quantity: 2, TotalAmount: 3.25 },
  ];
  return {
    ids,
    keys: ids.map((id) => `limit-${id}`),
    tills: rows.map((n) => `till-${n % 10}`),
    items: JSON.stringify(rows.map(itemsOf)),
    members: rows.map((n) => `M${(n * 7919) % memberCount}`),
  };
}

/**
 * An array per column, and constants for all rows: the cheapest way, and one prepared statement for any number of rows.
 */
async function insertRows(sql: Sql, columns: ReturnType<typeof makeColumns>): Promise<void> {
  const { ids, keys, tills, items, members } = columns;
  await sql`
    insert into insert_limit (id, status, confirmation_note, create_user_id, update_user_id, origin, external_id,
      sale_channel_code, point_of_sale_id, sale_items, sale_date_time, member_external_id, store_code)
    select id, ${sale.initial}, ${sale.created.note}, ${callerUser}, ${callerUser}, 'API', external_id, '',
      point_of_sale_id, sale_items, ${saleDateTime}::timestamptz, member_external_id, ${storeCode}
    from rows from (unnest(${sql.array(ids)}::uuid[]), unnest(${sql.array(keys)}::text[]),
      unnest(${sql.array(tills)}::text[]), jsonb_array_elements(${items}::text::jsonb),
      unnest(${sql.array(members)}::text[]))
      as r(id, external_id, point_of_sale_id, sale_items, member_external_id)`;
}
