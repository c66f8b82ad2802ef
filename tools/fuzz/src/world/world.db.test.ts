import { runAction } from "@rewards/db";
import { type ActionDefinition, actions, callerUser, formatId, member, reward, segment, store } from "@rewards/domain";
import { beforeEach, expect, test } from "vitest";
import { keyOf, newMember, newReward, newSegment, newStore } from "../../../../test/src/records.ts";
import { insertAll, openTestService } from "../../../../test/src/service.ts";
import { ExpectedState } from "./world.ts";

const { database } = await openTestService(2, "fuzz-test");
const { sql } = database;

let world: ExpectedState;
beforeEach(async () => {
  await sql`truncate store, member, reward, stock, segment, pending cascade`;
  world = new ExpectedState(sql);
});

const actionNamed = (name: string) => actions.find((action) => action.name === name) as ActionDefinition;
const act = (name: string, id: string, content: unknown) =>
  runAction(sql, actionNamed(name), { id, content, user: callerUser });

async function register(definition: typeof store | typeof member | typeof reward, record: ReturnType<typeof newStore>) {
  const [id = ""] = await insertAll(database, definition, [record]);
  world.created(definition, id);
  expect(await world.compare()).toEqual([]);
  return id;
}

test("a record that was answered and exists is right, and can be named", async () => {
  const record = newStore();
  const id = await register(store, record);
  expect(await world.compareAll()).toEqual([]);
  expect(world.known.key("Store", 0)).toBe(keyOf(record, "StoreCode"));
  expect(world.known.id("Store", 0)).toBe(formatId("STO", id));
});

test("a record without an answer is reported", async () => {
  await insertAll(database, store, [newStore()]);
  expect(await world.compare()).toEqual([expect.stringMatching(/^STO-\w+ .* no create was answered with it$/)]);
});

test("a later record without an answer is reported at the end", async () => {
  await insertAll(database, store, [newStore()]);
  expect(await world.compareAll()).toEqual([expect.stringContaining("no create was answered with it")]);
});

test("an answer without its record is reported", async () => {
  world.created(store, "01900000-0000-7000-8000-000000000000");
  expect(await world.compare()).toEqual([expect.stringContaining("is not in the database")]);
});

test("a deleted record is reported at the end", async () => {
  await register(store, newStore());
  await sql`delete from store`;
  expect(await world.compareAll()).toEqual([expect.stringContaining("is not in the database")]);
});

test("a create whose answer was not awaited may have made one record, but not two", async () => {
  world.maybeCreated(segment, "unseen");
  await insertAll(database, segment, [newSegment("unseen")]);
  expect(await world.compare()).toEqual([]);
  await insertAll(database, segment, [newSegment("unseen")]);
  expect(await world.compare()).toHaveLength(1);
});

test("an answered action must be done once; done twice, or not at all, it is reported", async () => {
  const id = await register(store, newStore());
  const edit = async (times: number) => {
    world.touched(id);
    world.acted(actionNamed("Edit"), id, {});
    for (let count = 0; count < times; count += 1) await act("Edit", id, { Name: "Other" });
    return world.compare();
  };
  expect(await edit(1)).toEqual([]);
  expect(await edit(2)).toEqual([expect.stringContaining("1 accepted actions changed it 2 times")]);
  expect(await edit(0)).toEqual([expect.stringContaining("1 accepted actions changed it 0 times")]);
});

test("a change by a refused action is reported, even if the version stays", async () => {
  const id = await register(store, newStore());
  world.touched(id);
  await sql`update store set name = 'Changed' where id = ${id}`;
  expect(await world.compare()).toEqual([expect.stringContaining("it changed though no action was accepted")]);
});

test("adjustments add up to the answered amounts", async () => {
  const id = await register(member, newMember());
  const adjust = async (amount: number, reported: number) => {
    world.touched(id);
    await act("AddBalance", id, { AdjustBalances: { Amount: amount, Name: "Points" } });
    world.acted(actionNamed("AddBalance"), id, { AdjustBalances: { Amount: reported, Name: "Points" } });
    return world.compare();
  };
  expect(await adjust(12.5, 12.5)).toEqual([]);
  expect(await adjust(2, 1)).toEqual([
    expect.stringContaining(
      "accepted 2 adjustments of 13.5000 in all, posted 13.5000; stored 2 adjustments of 14.5000",
    ),
  ]);
});

test("stock adds up to the answered amounts", async () => {
  const id = await register(reward, newReward());
  world.touched(id);
  await act("AddRewardStock", id, { RewardQuantity: 5 });
  world.acted(actionNamed("AddRewardStock"), id, { RewardQuantity: 5 });
  expect(await world.compare()).toEqual([]);
  await sql`update stock set added = added + 1, available = available + 1`;
  expect(await world.compareAll()).toEqual([
    expect.stringContaining("accepted a stock of 5.0000; stored a stock of 6.0000"),
  ]);
});
