import {
  type ActionDefinition,
  AppError,
  deletedStatus,
  member,
  type ObjectDefinition,
  product,
  redemptionItem,
  reward,
  sale,
  stageAction,
  statusesOf,
  store,
} from "@rewards/domain";
import { retryWithJitter } from "@rewards/runtime";
import { describe, expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  newId,
  newMember,
  newProduct,
  newReward,
  newSale,
  newStore,
  times,
} from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import type { Sql } from "../client.ts";
import { codeOf, faultKind, lockNotAvailable } from "../fault.ts";
import { writeMoves } from "../history/history.write.ts";
import { expireItems } from "../redemption-item/redemption-item.expire.ts";
import { parkSales } from "../sale/sale.park.ts";
import { holding, insertAll, openTestDatabase } from "../testing/database.ts";
import { expireByHand, mintItems } from "../testing/items.ts";
import {
  addPoints,
  contentFor,
  createTarget,
  namedActions,
  refusal,
  requireAction,
  runAsClerk,
} from "../testing/targets.ts";

const database = await openTestDatabase(20);
const { sql } = database;

type Row = Record<string, unknown>;

const run = (action: ActionDefinition, id: string, content?: unknown, client: Sql = sql) =>
  runAsClerk(client, action, { id, content });

async function rowOf(target: ObjectDefinition, id: string): Promise<Row> {
  const [row] = await sql<Row[]>`select * from ${sql(target.noun)} where id = ${id}`;
  if (!row) throw new Error("no such row");
  return row;
}

async function balanceOf(memberId: string): Promise<Row> {
  const [row] = await sql<Row[]>`
    select b.balance, b.sequence from balance b join currency c on c.id = b.currency where b.member = ${memberId} and c.name = 'Points'`;
  return row ?? {};
}

const add = addPoints;
const addBalance = requireAction(member, "AddBalance");
const addStock = requireAction(reward, "AddRewardStock");
const editStore = requireAction(store, "Edit");
const editProduct = requireAction(product, "Edit");
const lock = requireAction(redemptionItem, "Lock");
const use = requireAction(redemptionItem, "Use");

/** Repeats what waited too long for a lock, as callers do: a slow machine lets nobody have it for long enough. */
const insist = <Result>(work: () => Promise<Result>) =>
  retryWithJitter(work, {
    isRetryable: (error) => codeOf(error) === lockNotAvailable,
    waitMsMin: 20,
    waitMsMax: 500,
  });

const create = (target: ObjectDefinition, action?: ActionDefinition) => createTarget(sql, target, action);
const moveOf = (action: ActionDefinition) => {
  const move = action.target.transitions[action.transition];
  if (!move) throw new Error("no such move");
  return move;
};

/** Leaves a record as a move of its class would, with its history. */
async function moveTo(target: ObjectDefinition, id: string, status: string): Promise<void> {
  if ((await rowOf(target, id))["status"] === status) return;
  const [move = ""] = Object.entries(target.transitions).find(([, { to }]) => to === status) ?? [];
  await sql.begin(async (tx) => {
    await tx`update ${tx(target.noun)} set status = ${status}, version = version + 1 where id = ${id}`;
    await tx`delete from pending where id = ${id}`;
    await writeMoves(tx, target, stageAction(move), [{ id, from: target.initial }]);
  });
}

/** The notes of actions that count what they did. */
const countingNotes: Readonly<Record<string, string>> = {
  AddMembers: "1 member added.",
  RemoveMembers: "0 members removed, 1 was not in it.",
};

describe.each(namedActions)("$name", ({ action }) => {
  const { target } = action;
  const { from, to } = moveOf(action);

  test.each(from)("moves from %s, increments the version and names its caller", async (status) => {
    const id = await create(target, action);
    await moveTo(target, id, status);
    const before = await rowOf(target, id);
    expect(await run(action, id, contentFor(action, id))).toEqual({
      status: to ?? status,
      version: Number(before["version"]) + 1,
      woken: [],
      isReplayed: false,
    });
    const after = await rowOf(target, id);
    expect(after).toMatchObject({
      status: to ?? status,
      version: Number(before["version"]) + 1,
      update_user_id: "clerk",
      confirmation_note: countingNotes[action.name] ?? action.answer.note,
      create_user_id: before["create_user_id"],
      create_date_time: before["create_date_time"],
    });
    expect((after["update_date_time"] as Date) >= (before["update_date_time"] as Date)).toBe(true);
  });

  const others = [...statusesOf(target), "Resolved-Unheard Of"].filter((status) => !from.includes(status));
  test.each(others)("is 409 from %s and changes nothing", async (status) => {
    const id = await create(target);
    const [{ status: initial } = {}] = await sql`select status from ${sql(target.noun)} where id = ${id}`;
    await sql`update ${sql(target.noun)} set status = ${status} where id = ${id}`;
    const before = await rowOf(target, id);
    const [counts] = await countAll();
    const code = status === "Resolved-Expired" ? "Error_Voucher_Expired" : "Error_Status_Illegal";
    expect(await refusal(run(action, id, contentFor(action, id)))).toBe(code);
    expect(await rowOf(target, id)).toEqual(before);
    expect((await countAll())[0]).toEqual(counts);
    await sql`update ${sql(target.noun)} set status = ${initial as string} where id = ${id}`;
  });

  test("on an unknown ID is 404", async () => {
    expect(await refusal(run(action, newId(), contentFor(action, "")))).toBe("Error_Object_Unknown");
  });
});

const countAll = () => sql`
  select (select version from catalogue), (select count(*) from ledger_entry) as entries, (select count(*) from adjustment) as adjustments,
    (select sum(added) from stock) as added, (select count(*) from expiring) as expiring`;

describe("Edit", () => {
  test("changes the given fields and keeps the others, also within a page", async () => {
    const address = { Street: "1 Main St", City: "Bern", Country: "CH" };
    const [id] = await insertAll(sql, store, [newStore(undefined, { Address: address, Description: "old" })]);
    await run(editStore, id as string, { Address: { City: "Basel", PostalCode: "4000" }, IsParticipating: false });
    expect(await rowOf(store, id as string)).toMatchObject({
      name: "Corner shop",
      description: "old",
      is_participating: false,
      address: { Street: "1 Main St", City: "Basel", StateProvince: "", Country: "CH", PostalCode: "4000" },
    });
    await run(editStore, id as string, { Description: "", Name: null });
    expect(await rowOf(store, id as string)).toMatchObject({ description: "", name: "Corner shop", version: 3 });
  });

  test.each([
    { target: store, action: editStore, column: "store_code", field: "StoreCode", of: newStore },
    { target: product, action: editProduct, column: "product_code", field: "ProductCode", of: newProduct },
  ])("of a $target.class to a taken $field is Error_Key_Taken and changes nothing", async (given) => {
    const { target, action, column, field, of } = given;
    const [taken, mine] = [of(), of()];
    const [, id] = await insertAll(sql, target, [taken, mine]);
    const before = await rowOf(target, id as string);
    expect(await refusal(run(action, id as string, { [field]: keyOf(taken, field), Name: "x" }))).toBe(
      "Error_Key_Taken",
    );
    expect(await rowOf(target, id as string)).toEqual(before);
    const free = freshKey("free");
    await run(action, id as string, { [field]: free });
    expect((await rowOf(target, id as string))[column]).toBe(free);
    expect(await insertAll(sql, target, [of(keyOf(mine, field))])).toHaveLength(1);
  });

  test("that gives a store the code that sales wait for wakes those sales", async () => {
    const [of, code] = [newMember(), freshKey("awaited-store")];
    await insertAll(sql, member, [of]);
    const sales = times(3, () => newSale({ member: keyOf(of, "ExternalID"), store: code, product: "any" }));
    await insertAll(sql, sale, sales);
    await parkSales(
      sql,
      sales.map(({ id }) => ({ id, memberExternalId: keyOf(of, "ExternalID"), storeCode: code })),
    );
    const [id] = await insertAll(sql, store, [newStore()]);
    const { woken } = await run(editStore, id as string, { StoreCode: code });
    expect(new Set(woken)).toEqual(new Set(sales.map((one) => one.id)));
    const ids = sales.map((one) => one.id);
    expect(await sql`select from awaiting where sale_id = any(${ids}::uuid[])`).toHaveLength(0);
    expect(await sql`select from pending where id = any(${ids}::uuid[])`).toHaveLength(3);
  });

  test("of a cached class increments the catalogue's version", async () => {
    const version = async () => Number((await sql`select version from catalogue`)[0]?.["version"]);
    const [id] = await insertAll(sql, product, [newProduct()]);
    const before = await version();
    await run(editProduct, id as string, { Incentivizable: false });
    expect(await version()).toBe(before + 1);
  });

  test("twenty at once of one store each increment the version", async () => {
    const [id] = await insertAll(sql, store, [newStore()]);
    await Promise.all(times(20, (index) => run(editStore, id as string, { Name: `name ${index}` })));
    expect((await rowOf(store, id as string))["version"]).toBe(21);
  });
});

describe("AddBalance", () => {
  test("posts before it answers: its caller can read the entry, whose source is an adjustment", async () => {
    const id = await create(member);
    await run(addBalance, id, add(12.3456));
    expect(await balanceOf(id)).toEqual({ balance: "12.3456", sequence: "1" });
    await run(addBalance, id, add(-2.3456));
    expect(await balanceOf(id)).toEqual({ balance: "10.0000", sequence: "2" });
    const entries = await sql<Row[]>`
      select e.type, e.currency_awarded, e.member_balance, e.source_class, a.amount, a.create_user_id from ledger_entry e
      join adjustment a on a.id = e.source_id where e.member = ${id} order by e.sequence`;
    const common = { type: "Adjustment", source_class: "Adjustment", create_user_id: "clerk" };
    expect([...entries]).toEqual([
      { ...common, currency_awarded: "12.3456", member_balance: "12.3456", amount: "12.3456" },
      { ...common, currency_awarded: "-2.3456", member_balance: "10.0000", amount: "-2.3456" },
    ]);
    expect((await rowOf(member, id))["version"]).toBe(3);
  });

  test.each([
    ["an unknown currency", add(5, "Miles"), "Error_Currency_Unknown"],
    ["a deduction below zero", add(-10.0001), "Error_Balance_Insufficient"],
    ["an award over the limit", add(99_999_999_999), "Error_Balance_OutOfRange"],
  ] as const)("refuses %s and changes nothing", async (_, content, code) => {
    const id = await create(member);
    await run(addBalance, id, add(10));
    const before = [await rowOf(member, id), await balanceOf(id), [...(await countAll())]];
    expect(await refusal(run(addBalance, id, content))).toBe(code);
    expect([await rowOf(member, id), await balanceOf(id), [...(await countAll())]]).toEqual(before);
  });

  test("takes a balance down to exactly 0", async () => {
    const id = await create(member);
    await run(addBalance, id, add(10));
    await run(addBalance, id, add(-10));
    expect(await balanceOf(id)).toEqual({ balance: "0.0000", sequence: "2" });
  });

  test("fifty at once of one member are all posted, one after the other", async () => {
    const id = await create(member);
    await Promise.all(times(50, (index) => run(addBalance, id, add(index + 1))));
    expect(await balanceOf(id)).toEqual({ balance: "1275.0000", sequence: "50" });
    expect((await rowOf(member, id))["version"]).toBe(51);
  });

  test("fifty deductions at once of a balance for twenty leave exactly 0", async () => {
    const id = await create(member);
    await run(addBalance, id, add(20));
    const answers = await Promise.all(times(50, () => refusal(run(addBalance, id, add(-1)))));
    expect(answers.filter((answer) => answer === "none")).toHaveLength(20);
    expect(answers.filter((answer) => answer === "Error_Balance_Insufficient")).toHaveLength(30);
    expect(await balanceOf(id)).toEqual({ balance: "0.0000", sequence: "21" });
  });

  test("reaches a currency that is newer than the member, whose balance a refused call does not create", async () => {
    await sql`insert into programme (business_id, name) values ('NEWER', 'Newer')`;
    const addCurrency = (name: string, position: number) => sql`
      insert into currency (program, position, name) select id, ${position}, ${name} from programme where business_id = 'NEWER'`;
    await addCurrency("Old", 0);
    const [id] = await insertAll(sql, member, [newMember(undefined, { ProgramBusinessID: "NEWER" })]);
    await addCurrency("New", 1);
    expect(await refusal(run(addBalance, id as string, add(-1, "New")))).toBe("Error_Balance_Insufficient");
    expect(await sql`select from balance where member = ${id as string}`).toHaveLength(1);
    await Promise.all(times(10, () => run(addBalance, id as string, add(1, "New"))));
    const rows = await sql`
      select c.name, b.balance from balance b join currency c on c.id = b.currency where b.member = ${id as string} order by c.name`;
    expect([...rows]).toEqual([
      { name: "New", balance: "10.0000" },
      { name: "Old", balance: "0.0000" },
    ]);
  });
});

describe("AddRewardStock", () => {
  const stockOf = async (id: string) => [
    ...(await sql`select added, available, issued from stock where reward_id = ${id}`),
  ];

  test("increases the stock added and the stock available, twenty at once", async () => {
    const id = await create(reward);
    await Promise.all(times(20, () => run(addStock, id, { RewardQuantity: 5 })));
    expect(await stockOf(id)).toEqual([{ added: "100.0000", available: "100.0000", issued: "0.0000" }]);
    expect((await rowOf(reward, id))["version"]).toBe(21);
  });

  test.each([
    ["an uncounted type", { RewardType: "digital" }, { RewardQuantity: 1 }, "Error_Stock_NotCounted"],
    ["a sum over the limit", {}, { RewardQuantity: 99_999_999_999 }, "Error_Stock_OutOfRange"],
  ] as const)("refuses %s and changes nothing", async (_, more, content, code) => {
    const [id = ""] = await insertAll(sql, reward, [newReward(undefined, more)]);
    if (code === "Error_Stock_OutOfRange") await run(addStock, id, { RewardQuantity: 99_999_999_999 });
    const before = [await rowOf(reward, id), await stockOf(id)];
    expect(await refusal(run(addStock, id, content))).toBe(code);
    expect([await rowOf(reward, id), await stockOf(id)]).toEqual(before);
  });
});

describe("a voucher", () => {
  test.each([
    { action: lock, from: "Open-Available With Expiry" },
    { action: use, from: "Open-Available With Expiry" },
    { action: lock, from: "Open-Active" },
    { action: use, from: "Open-Active" },
  ])(
    "past its expiry refuses $action.name from $from in the same way before and after the scheduled expiry ran",
    async ({ action, from }) => {
      const [id = ""] = await mintItems(sql, 1);
      if (from === "Open-Active") await run(lock, id);
      await expireByHand(sql, [id]);
      const refused = async () => {
        const before = await rowOf(redemptionItem, id);
        expect(await refusal(run(action, id))).toBe("Error_Voucher_Expired");
        expect(await rowOf(redemptionItem, id)).toEqual(before);
      };
      await refused();
      await expireItems(sql);
      expect((await rowOf(redemptionItem, id))["status"]).toBe("Resolved-Expired");
      await refused();
    },
  );

  test("that was used before its expiry is refused by its status after it", async () => {
    const [id = ""] = await mintItems(sql, 1);
    await expireByHand(sql, [id], 500);
    await run(use, id);
    await expect
      .poll(() => sql`select from redemption_item where id = ${id} and expiration_date_time < clock_timestamp()`)
      .toHaveLength(1);
    for (const action of [lock, use]) expect(await refusal(run(action, id))).toBe("Error_Status_Illegal");
  });

  test("without an expiry can be used at any time", async () => {
    const [id = ""] = await mintItems(sql, 1, "");
    expect((await rowOf(redemptionItem, id))["expiration_date_time"]).toBeNull();
    expect(await run(use, id)).toMatchObject({ status: "Resolved-Completed" });
  });

  test("that had to wait after its expiry was checked is used at the time of the check", async () => {
    const patient = database.openPool(1);
    await patient`set lock_timeout = 0`;
    /** Lets a voucher expire while its use waits. On a slow machine it may have expired before it is checked. */
    async function useDuringExpiry(inMs: number): Promise<string> {
      const [id = ""] = await mintItems(sql, 1);
      const isPast = async () =>
        (await sql`select expiration_date_time < clock_timestamp() as past from redemption_item where id = ${id}`)[0]?.[
          "past"
        ];
      let using: Promise<string> = Promise.resolve("");
      await expireByHand(sql, [id], inMs);
      await holding(
        sql,
        (tx) => tx`select 1 from expiring where item_id = ${id} for update`,
        async () => {
          using = refusal(run(use, id, undefined, patient));
          await expect.poll(isPast).toBe(true);
          return "rollback";
        },
      );
      return (await using) === "none" ? id : useDuringExpiry(2 * inMs);
    }
    const id = await useDuringExpiry(400);
    expect((await rowOf(redemptionItem, id))["status"]).toBe("Resolved-Completed");
    const [row] = await sql`
      select i.update_date_time < i.expiration_date_time as item, h.at < i.expiration_date_time as history
      from redemption_item i join history h on h.record_id = i.id where i.id = ${id}`;
    expect(row).toEqual({ item: true, history: true });
  });

  test("that was used is no longer listed to expire", async () => {
    const [id = ""] = await mintItems(sql, 1);
    expect(await sql`select from expiring where item_id = ${id}`).toHaveLength(1);
    await run(lock, id);
    expect(await sql`select from expiring where item_id = ${id}`).toHaveLength(1);
    await run(use, id);
    expect(await sql`select from expiring where item_id = ${id}`).toHaveLength(0);
  });

  test.each([
    { ms: 0, end: "Resolved-Expired" },
    { ms: 5, end: /^Resolved-(Completed|Expired)$/ },
    { ms: 20, end: /^Resolved-(Completed|Expired)$/ },
    { ms: 60_000, end: "Resolved-Completed" },
  ])(
    "under a hundred Lock, Use and expiry at once, $ms ms before its expiry, ends in one consistent way",
    async (given) => {
      const [id = ""] = await mintItems(sql, 1);
      await expireByHand(sql, [id], given.ms);
      const kinds = times(102, (index) => ["use", "lock", "expire"][index % 3] as "use" | "lock" | "expire");
      const answers = await Promise.all(
        kinds.map((kind) =>
          insist<unknown>(() => (kind === "expire" ? expireItems(sql) : refusal(run(kind === "use" ? use : lock, id)))),
        ),
      );
      await expect
        .poll(async () => {
          await expireItems(sql);
          return (await rowOf(redemptionItem, id))["status"];
        })
        .toMatch(given.end);
      const { status, version } = await rowOf(redemptionItem, id);
      const succeeded = (kind: string) =>
        kinds.filter((one, index) => one === kind && answers[index] === "none").length;
      expect(succeeded("use")).toBe(status === "Resolved-Completed" ? 1 : 0);
      expect(succeeded("lock")).toBeLessThanOrEqual(1);
      // One move to the final status, after a lock if there was one.
      expect(version).toBe(2 + succeeded("lock"));
      expect(await sql`select from expiring where item_id = ${id}`).toHaveLength(0);
    },
  );
});

test("a deleted reward's vouchers stay valid", async () => {
  const [id = ""] = await mintItems(sql, 1);
  const [row] = await sql<{ reward: string }[]>`select reward from redemption_item where id = ${id}`;
  await run(requireAction(reward, "DeleteObject"), row?.reward as string);
  expect((await rowOf(reward, row?.reward as string))["status"]).toBe(deletedStatus);
  expect(await run(use, id)).toMatchObject({ status: "Resolved-Completed" });
});

test("two products that swap their codes at once end in one order or the other, or one call must be retried", async () => {
  const [a, b] = [newProduct(), newProduct()];
  const [idA = "", idB = ""] = await insertAll(sql, product, [a, b]);
  const answers = await Promise.allSettled([
    run(editProduct, idA, { ProductCode: keyOf(b, "ProductCode") }),
    run(editProduct, idB, { ProductCode: keyOf(a, "ProductCode") }),
  ]);
  for (const answer of answers) {
    if (answer.status === "fulfilled") continue;
    const { reason } = answer;
    expect(reason instanceof AppError ? reason.code : faultKind(reason)).toMatch(/^(Error_Key_Taken|infrastructure)$/);
  }
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
