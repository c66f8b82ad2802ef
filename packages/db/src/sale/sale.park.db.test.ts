import { member, store } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { freshKey, newId, newMember, newSale, newStore, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { sweepAwaiting, wakeAwaiting, wakeRowsMax } from "../awaiting/awaiting.wake.ts";
import { insertGroup } from "../insert/insert.group.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../testing/database.ts";
import { insertSales, openShop, planSales } from "../testing/shop.ts";
import { postSales } from "./sale.commit.ts";
import { loadOpenSales } from "./sale.load.ts";
import { parkSales } from "./sale.park.ts";

const { sql } = await openTestDatabase();
const shop = await openShop(sql, 2);
const [known = ""] = shop.members;

async function addSale(of: string, at: string): Promise<string> {
  const [id = ""] = await insertSales(sql, [newSale({ member: of, store: at, product: shop.product })]);
  return id;
}

const park = async (ids: readonly string[]) => (await parkSales(sql, await loadOpenSales(sql, ids))).again;
const awaitingOf = async (ids: readonly string[]) => [
  ...(await sql`select member, store from awaiting where sale_id = any(${[...ids]}::uuid[]) order by sale_id`),
];
const pendingOf = async (ids: readonly string[]) => {
  const rows = await sql<{ id: string }[]>`select id from pending where id = any(${[...ids]}::uuid[]) order by id`;
  return rows.map((row) => row.id);
};
const postAll = async (ids: readonly string[]) => (await postSales(sql, await planSales(sql, ids))).settled.length;

describe("parking", () => {
  test("takes sales with missing references out of pending, and notes what they await", async () => {
    const [of, at] = [freshKey("unknown"), freshKey("nowhere")];
    const ids = [await addSale(of, shop.store), await addSale(known, at), await addSale(of, at)];
    expect(await park(ids)).toEqual([]);
    expect(await awaitingOf(ids)).toEqual([
      { member: of, store: null },
      { member: null, store: at },
      { member: of, store: at },
    ]);
    expect(await pendingOf(ids)).toEqual([]);
    const rows =
      await sql`select status, confirmation_note, version from sale where id = any(${ids}::uuid[]) order by id`;
    expect([...rows]).toEqual(
      ["Awaiting the member.", `Awaiting store ${at}.`, `Awaiting the member and store ${at}.`].map((note) => ({
        status: "Pending-Awaiting Reference",
        confirmation_note: note,
        version: 2,
      })),
    );
  });

  test("returns sales whose member and store exist after all, and leaves them pending", async () => {
    const [id, other] = [await addSale(known, shop.store), await addSale(freshKey("unknown"), shop.store)];
    expect(await park([id, other])).toEqual([id]);
    expect(await pendingOf([id, other])).toEqual([id]);
  });

  test("skips sales that were settled meanwhile, and unknown IDs", async () => {
    const id = await addSale(known, shop.store);
    const sales = await loadOpenSales(sql, [id]);
    await postAll([id]);
    const missing = [...sales, { id: newId(), memberExternalId: known, storeCode: shop.store }];
    const parked = await parkSales(
      sql,
      missing.map((one) => ({ ...one, memberExternalId: freshKey("unknown") })),
    );
    expect(parked.again).toEqual([]);
    expect(await awaitingOf([id])).toEqual([]);
    expect(await sql`select status from sale where id = ${id}`).toMatchObject([{ status: "Resolved-Completed" }]);
  });

  test("waits for the transaction that is creating its member, and then finds the member", async () => {
    const of = newMember();
    const key = String(of.content["ExternalID"]);
    const id = await addSale(key, shop.store);
    let parking: Promise<readonly string[]> = Promise.resolve([]);
    await holding(
      sql,
      async (tx) => {
        // What insertGroup does in its own transaction, held open here.
        await insertGroup({ begin: (run: (tx: unknown) => unknown) => run(tx) } as never, member, [of]);
      },
      async () => {
        parking = park([id]);
        await untilWaiting(sql);
        return "commit";
      },
    );
    expect(await parking).toEqual([id]);
    expect(await awaitingOf([id])).toEqual([]);
  });
});

describe("waking", () => {
  test("happens in the commit of the missing record", async () => {
    const of = newMember();
    const id = await addSale(String(of.content["ExternalID"]), shop.store);
    await park([id]);
    expect((await insertGroup(sql, member, [newMember()])).woken).toEqual([]);
    expect((await insertGroup(sql, member, [of])).woken).toEqual([id]);
    expect([await awaitingOf([id]), await pendingOf([id])]).toEqual([[], [id]]);
    expect(await postAll([id])).toBe(1);
  });

  test("does not happen for a refused member", async () => {
    const key = freshKey("member");
    const id = await addSale(key, shop.store);
    await park([id]);
    const { woken } = await insertGroup(sql, member, [newMember(key, { ProgramBusinessID: "NONE" })]);
    expect([woken, await awaitingOf([id])]).toEqual([[], [{ member: key, store: null }]]);
  });

  test("by the member, of a sale that also awaits its store, parks the sale again for the store only", async () => {
    const [of, at] = [newMember(), newStore()];
    const [memberKey, storeKey] = [String(of.content["ExternalID"]), String(at.content["StoreCode"])];
    const id = await addSale(memberKey, storeKey);
    await park([id]);
    expect((await insertGroup(sql, member, [of])).woken).toEqual([id]);
    expect(await park([id])).toEqual([]);
    expect(await awaitingOf([id])).toEqual([{ member: null, store: storeKey }]);
    expect((await insertGroup(sql, store, [at])).woken).toEqual([id]);
    expect(await postAll([id])).toBe(1);
  });

  test("moves at most wakeRowsMax sales at once; a stray job posts one of the rest, and the sweep moves the others", async () => {
    const of = newMember();
    const key = String(of.content["ExternalID"]);
    await sql`
      with keyed as (
        insert into sale_key (sale_id, external_id) select gen_random_uuid(), 'many-' || n from generate_series(1, ${wakeRowsMax + 5}) n
        returning sale_id, external_id)
      insert into sale (id, version, status, confirmation_note, create_user_id, update_user_id, origin, external_id, sale_channel_code, point_of_sale_id,
        sale_items, sale_date_time, member_external_id, store_code)
      select sale_id, 2, 'Pending-Awaiting Reference', '', 'api', 'api', 'API', external_id, '', '', '[]', now(), ${key}, ${shop.store}
      from keyed`;
    await sql`insert into awaiting (sale_id, member) select id, ${key} from sale where member_external_id = ${key}`;
    expect((await insertGroup(sql, member, [of])).woken).toHaveLength(wakeRowsMax);
    const left = await sql<{ id: string }[]>`select sale_id as id from awaiting where member = ${key}`;
    expect(left).toHaveLength(5);
    const stray = left[0]?.id ?? "";
    expect(await postAll([stray])).toBe(1);
    const { woken } = await sweepAll();
    expect(woken.toSorted()).toEqual(
      left
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(await sql`select from awaiting where member = ${key}`).toHaveLength(0);
    const [row] =
      await sql`select count(*)::int from pending p join sale s on s.id = p.id where s.member_external_id = ${key}`;
    expect(row?.["count"]).toBe(wakeRowsMax + 4);
  });
});

async function sweepAll() {
  const all: string[] = [];
  let cursor: string | null = null;
  do {
    const { woken, next } = await sweepAwaiting(sql, cursor);
    all.push(...woken);
    cursor = next;
  } while (cursor !== null);
  return { woken: all };
}

describe("the sweep", () => {
  test("wakes sales whose member and store exist, and no others", async () => {
    const ids = [
      await addSale(freshKey("unknown"), shop.store),
      await addSale(known, freshKey("nowhere")),
      await addSale(known, shop.store),
    ];
    await park(ids);
    // Planted: the third awaits a member that exists.
    const third = ids[2] as string;
    await sql`update sale set status = 'Pending-Awaiting Reference', version = 2 where id = ${third}`;
    await sql`delete from pending where id = ${third}`;
    await sql`insert into awaiting (sale_id, member) values (${third}, ${known})`;
    expect((await sweepAll()).woken).toEqual([third]);
    expect(await pendingOf(ids)).toEqual([third]);
    expect(await awaitingOf(ids)).toHaveLength(2);
    expect(await postAll([third])).toBe(1);
  });

  test("continues from its cursor page by page, and starts again after the end", async () => {
    await sql`insert into awaiting (sale_id, member) select gen_random_uuid(), 'page' from generate_series(1, ${wakeRowsMax})`;
    const first = await sweepAwaiting(sql, null);
    expect(first.next).not.toBeNull();
    const second = await sweepAwaiting(sql, first.next);
    expect(second.next).toBeNull();
    await sql`delete from awaiting where member = 'page'`;
  });

  test("and a concurrent wake-up move each sale once", async () => {
    const of = newMember();
    const key = String(of.content["ExternalID"]);
    const ids = await Promise.all(times(20, () => addSale(key, shop.store)));
    await park(ids);
    await insertAll(sql, member, [of]);
    await sql`delete from pending where id = any(${ids}::uuid[])`;
    await sql`insert into awaiting (sale_id, member) select unnest(${ids}::uuid[]), ${key}`;
    const [swept, woken] = await Promise.all([sweepAll(), sql.begin((tx) => wakeAwaiting(tx, "member", [key]))]);
    expect(new Set([...swept.woken, ...woken])).toEqual(new Set(ids));
    expect(await pendingOf(ids)).toHaveLength(20);
    expect(await awaitingOf(ids)).toEqual([]);
  });
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
