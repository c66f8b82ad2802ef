import { setImmediate as nextTurn } from "node:timers/promises";
import { callerUser, sale } from "@rewards/domain";
import postgres, { type Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { productCount, storeCode } from "../subject/shop.ts";

const rowsPerStatement = 500;

/**
 * The limit of storing: durable rows a second from one connection, 500 a statement, into a table of `sale`'s columns and
 * indexes that is made for it and dropped afterwards. The database is a migrated one; `synchronous_commit` is as it
 * stands there.
 */
export async function measureInsert(databaseUrl: string, seconds: number): Promise<{ rowsPerSecond: number }> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`drop table if exists insert_limit`;
    await sql`create table insert_limit (like sale including all) with (fillfactor = 50)`;
    return { rowsPerSecond: await insertFor(sql, seconds) };
  } finally {
    await sql`drop table if exists insert_limit`;
    await sql.end();
  }
}

async function insertFor(sql: Sql, seconds: number): Promise<number> {
  // Once without counting: it connects and plans.
  await insertRows(sql, rowsAsJson());
  const startedMs = performance.now();
  let rows = 0;
  let next = rowsAsJson();
  while (performance.now() - startedMs < seconds * 1000) {
    const inserting = insertRows(sql, next);
    // Sent first, then the next rows are made while Postgres works.
    await nextTurn();
    next = rowsAsJson();
    await inserting;
    rows += rowsPerStatement;
  }
  return (rows / (performance.now() - startedMs)) * 1000;
}

/** As JSON, so that one prepared statement with one parameter takes any number of rows. */
async function insertRows(sql: Sql, rows: string): Promise<void> {
  await sql`
    insert into insert_limit (id, status, confirmation_note, create_user_id, update_user_id, origin, external_id,
      sale_channel_code, point_of_sale_id, sale_items, sale_date_time, member_external_id, store_code)
    select id, status, confirmation_note, create_user_id, update_user_id, origin, external_id,
      sale_channel_code, point_of_sale_id, sale_items, sale_date_time, member_external_id, store_code
    from jsonb_to_recordset(${rows}::text::jsonb) as r(id uuid, status text, confirmation_note text, create_user_id text,
      update_user_id text, origin text, external_id text, sale_channel_code text, point_of_sale_id text,
      sale_items jsonb, sale_date_time timestamptz, member_external_id text, store_code text)`;
}

const memberCount = 2_000;

function rowsAsJson(): string {
  return JSON.stringify(
    Array.from({ length: rowsPerStatement }, (_, n) => {
      const id = uuidv7();
      return {
        id,
        status: sale.initial,
        confirmation_note: sale.created.note,
        create_user_id: callerUser,
        update_user_id: callerUser,
        origin: "API",
        external_id: `limit-${id}`,
        sale_channel_code: "",
        point_of_sale_id: `till-${n % 10}`,
        sale_items: [
          { ProductCode: `P${n % productCount}`, Quantity: 1, TotalAmount: 10.5 },
          { ProductCode: `P${(n + 7) % productCount}`, Quantity: 2, TotalAmount: 3.25 },
        ],
        sale_date_time: "2026-05-04T09:30:00.000Z",
        member_external_id: `M${(n * 7919) % memberCount}`,
        store_code: storeCode,
      };
    }),
  );
}
