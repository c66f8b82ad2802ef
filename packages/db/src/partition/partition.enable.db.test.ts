import { AppError, sale } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { newSale, type TestRecord, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../books/books.verify.ts";
import type { Sql } from "../client.ts";
import { insertGroup } from "../insert/insert.group.ts";
import { postSales } from "../sale/sale.commit.ts";
import { openTestDatabase, untilWaiting } from "../testing/database.ts";
import { insertSales, openShop, planSales } from "../testing/shop.ts";
import { enablePartitions } from "./partition.enable.ts";
import { exchange } from "./partition.exchange.ts";
import { copyingTrigger } from "./partition.fill.ts";
import { listPartitions } from "./partition.read.ts";
import { withPartitions } from "./partition.session.ts";
import { saleChange } from "./partition.table.ts";

const database = await openTestDatabase(6);
const { sql } = database;
const slow = await openTestDatabase(2);
const held = await openTestDatabase(2);
const shop = await openShop(sql, 4);
const existingSales = 10_000;

const withKeyOf = ({ content }: TestRecord, total = 10) =>
  newSale({
    member: String(content["MemberExternalID"]),
    store: shop.store,
    product: shop.product,
    externalId: String(content["ExternalID"]),
    total,
  });

const create = async (records: readonly TestRecord[]) =>
  (await insertGroup(sql, sale, records)).answers.map((answer) =>
    answer instanceof AppError ? answer.code : answer.id,
  );

describe.concurrent("side by side", () => {
  test("an existing database is partitioned while sales come in: none is refused, and the books are in order", async () => {
    const first = times(existingSales, (index) => shop.newSale(index));
    for (let from = 0; from < existingSales; from += 500) await create(first.slice(from, from + 500));
    const posted = await insertSales(
      sql,
      times(50, (index) => shop.newSale(index)),
    );
    await postSales(sql, await planSales(sql, posted));
    let isEnabled = false;
    const sell = async () => {
      const sold: string[] = [];
      for (let more = 3; more > 0; more -= Number(isEnabled)) {
        const records = times(20, (index) => shop.newSale(index));
        expect(await create(records)).toEqual(records.map(({ id }) => id));
        const [again = newSale({ member: "", store: "", product: "" })] = records;
        expect(await create([withKeyOf(again)])).toEqual([again.id]);
        expect(await create([withKeyOf(again, 11)])).toEqual(["Error_Key_Reused"]);
        sold.push(...records.map(({ id }) => id));
      }
      return sold;
    };
    const selling = [sell(), sell()];
    expect(await enablePartitions(database.url)).toBe("made");
    isEnabled = true;
    const sold = (await Promise.all(selling)).flat();
    const [count] = await sql<{ sales: number; keys: number }[]>`
    select (select count(*)::int from sale) as sales, (select count(*)::int from sale_key) as keys`;
    expect(count).toEqual({ sales: existingSales + 50 + sold.length, keys: existingSales + 50 + sold.length });
    expect(await create(first.slice(0, 3).map((record) => withKeyOf(record)))).toEqual(
      first.slice(0, 3).map(({ id }) => id),
    );
    const names = (await listPartitions(sql)).map(({ name }) => name);
    expect(names[0]).toMatch(/^sale_before_\d{4}_\d{2}$/);
    expect(names.at(-1)).toBe("sale_default");
    await postSales(sql, await planSales(sql, sold.slice(0, 300)));
    expect(await verifyBooks(sql)).toEqual([]);
    expect(await enablePartitions(database.url)).toBe("already");
  });

  test("the exchange reads no sale, and sales that came while it held its locks are inserted, on old and new connections", async ({
    expect,
  }) => {
    const stop = new Error("stop");
    const progress = (text: string) => {
      if (text.startsWith("Exchanging")) throw stop;
    };
    await expect(enablePartitions(held.url, { progress })).rejects.toBe(stop);
    const pools = times(4, () => held.openPool(1));
    const sell = (pool: Sql) => insertSales(pool, [newSale({ member: "m", store: "s", product: "p" })]);
    await Promise.all(pools.slice(0, 2).map(sell));
    const selling: Promise<string[]>[] = [];
    await withPartitions(held.url, ({ within }) =>
      within(async (tx) => {
        const [row] = await tx<{ boundary: string }[]>`select boundary from partitioning`;
        const trigger = (await copyingTrigger(tx, saleChange)) ?? "";
        await exchange(tx, row?.boundary ?? "", trigger);
        // The attach would read every sale if nothing proved the bound of the former table.
        expect(
          await tx`select seq_scan::int as scans from pg_stat_xact_user_tables where relname like 'sale_before%'`,
        ).toEqual([{ scans: 0 }]);
        selling.push(...pools.map(sell));
        await untilWaiting(held.sql, pools.length);
      }),
    );
    expect((await Promise.all(selling)).flat()).toHaveLength(pools.length);
    await Promise.all(pools.map(sell));
    expect(await held.sql`select from pg_constraint where conname = 'sale_boundary'`).toHaveLength(0);
    const rows =
      await held.sql`select from sale s join sale_key k on k.external_id = s.external_id and k.sale_id = s.id`;
    expect(rows).toHaveLength(2 + 2 * pools.length);
  });

  test("a statement of the command may be silent for longer than the service's may", async ({ expect }) => {
    await slow.sql.unsafe(`
      create function sleep() returns trigger language plpgsql as $$begin perform pg_sleep(0.5); return new; end$$;
      create trigger sleep before insert on sale_key for each row execute function sleep()`);
    await insertSales(
      slow.sql,
      times(30, () => newSale({ member: "m", store: "s", product: "p" })),
    );
    // A slice of 15 s. The service's own sessions would be given up after 12.
    expect(await enablePartitions(slow.url)).toBe("made");
  });
});
