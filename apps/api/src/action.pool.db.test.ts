import { EventEmitter } from "node:events";
import { type ActionCall, runAction } from "@rewards/db";
import {
  type ActionDefinition,
  AppError,
  addBalance,
  callerUser,
  editMember,
  member,
  parseContent,
} from "@rewards/domain";
import { expect, test, vi } from "vitest";
import { freshKey, newClaim, newMember, times } from "../../../test/src/records.ts";
import { insertAll, openTestService } from "../../../test/src/service.ts";
import { openActionPool } from "./action.pool.ts";
import type { ApiContext } from "./call.ts";
import { createWriteGate } from "./gates.ts";

const { database } = await openTestService(10, "action-pool-test");
const { sql } = database;
const write = createWriteGate(6);
const noKeys = { sealing: undefined, all: new Map() };
const pool = openActionPool({ database, personal: { keys: noKeys }, enqueuer: { push: () => undefined }, write });

/** The context of a call of this caller. */
const contextOf = (user: string) =>
  ({
    env: { caller: { user }, outgoing: new EventEmitter(), incoming: { headers: {}, socket: {} } },
  }) as unknown as ApiContext;

const callOf = (
  action: ActionDefinition,
  id: string,
  content: unknown,
  more: Partial<ActionCall> = {},
): ActionCall => ({
  ...{ id, user: callerUser, content: parseContent(action.content as never, content) },
  ...more,
});
const points = (Amount: number) => ({ AdjustBalances: { Amount, Name: "Points" } });
const send = (call: ActionCall, { action = addBalance, user = "till" } = {}) =>
  pool.run(contextOf(user), action, call, 100);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

const newMembers = (count: number) =>
  insertAll(
    database,
    member,
    times(count, () => newMember()),
  );
const balancesOf = async (ids: readonly string[]) => {
  const rows = await sql<{ member: string; balance: string }[]>`
    select member, balance from balance where member = any(${[...ids]}::uuid[])`;
  const byMember = new Map(rows.map((row) => [row.member, row.balance]));
  return ids.map((id) => byMember.get(id));
};

/** The transactions that wrote entries. */
const countPostings = async () =>
  Number((await sql`select count(distinct xmin::text) as count from ledger_entry`)[0]?.["count"]);

test("calls that arrive together share a transaction", async () => {
  const ids = await newMembers(64);
  const before = await countPostings();
  await Promise.all(ids.map((id) => send(callOf(addBalance, id, points(1)))));
  expect((await countPostings()) - before).toBe(1);
  expect(await balancesOf(ids)).toEqual(times(64, () => "1.0000"));
});

test("calls of one record are done one after the other, in the order of arrival", async () => {
  const [id = "", ...others] = await newMembers(3);
  const answers = await Promise.all(
    times(30, (n) => {
      const isEdit = n % 5 === 4;
      const call = isEdit ? callOf(editMember, id, { FullName: `Ada ${n}` }) : callOf(addBalance, id, points(n + 1));
      return send(call, { action: isEdit ? editMember : addBalance });
    }).concat(others.map((one) => send(callOf(addBalance, one, points(1))))),
  );
  expect(answers.slice(0, 30).map(({ version }) => version)).toEqual(times(30, (n) => n + 2));
  const history =
    await sql`select changes -> 0 ->> 'to' as to, action from history where record_id = ${id} order by version`;
  expect(history.map(({ action }) => action)).toEqual(times(30, (n) => (n % 5 === 4 ? "Edit" : "AddBalance")));
});

test("of two calls with one key in one batch the second gets the first answer again, and other content is refused", async () => {
  const [id = "", neighbour = ""] = await newMembers(2);
  const claim = (amount: number) => newClaim("one-key", points(amount), { method: "PATCH", path: `/objects/${id}` });
  const keyed = (amount: number) => callOf(addBalance, id, points(amount), { claim: claim(amount) });
  const [first, again, reused, done] = await Promise.all([
    send(keyed(5)),
    send(keyed(5)),
    codeOf(send(keyed(6))),
    send(callOf(addBalance, neighbour, points(1))),
  ]);
  expect([first, again]).toMatchObject([
    { version: 2, isReplayed: false },
    { version: 2, isReplayed: true },
  ]);
  expect([reused, done.version]).toEqual(["Error_Key_Reused", 2]);
  expect(await balancesOf([id, neighbour])).toEqual(["5.0000", "1.0000"]);
});

test("one call among 64 that Postgres refuses is refused, and the others are done once", async () => {
  const ids = await newMembers(64);
  await sql`alter table adjustment add constraint no_1313 check (amount <> 1313)`;
  const answers = await Promise.all(
    ids.map((id, n) => codeOf(send(callOf(addBalance, id, points(n === 7 ? 1313 : 1))))),
  );
  await sql`alter table adjustment drop constraint no_1313`;
  expect(answers.map((answer) => answer === "none")).toEqual(times(64, (n) => n !== 7));
  expect(await balancesOf(ids)).toEqual(times(64, (n) => (n === 7 ? "0.0000" : "1.0000")));
});

test("while a record is locked, its neighbours are answered, and then it is", async () => {
  const ids = await newMembers(20);
  const [held = "", ...others] = ids;
  let isDone = false;
  await sql.begin(async (tx) => {
    await tx`select from member where id = ${held} for update`;
    const waiting = send(callOf(addBalance, held, points(1))).finally(() => (isDone = true));
    await Promise.all(others.map((id) => send(callOf(addBalance, id, points(1)))));
    expect(isDone).toBe(false);
    waiting.catch(() => undefined);
  });
  await vi.waitFor(() => expect(isDone).toBe(true));
  expect(await balancesOf(ids)).toEqual(times(20, () => "1.0000"));
});

test("calls whose records are locked hold no batch: others are answered, as many lone calls as there are batches and more", async () => {
  const ids = await newMembers(8);
  const held = ids.slice(0, 3);
  let waiting: Promise<unknown>[] = [];
  await sql.begin(async (tx) => {
    await tx`select from member where id = any(${held}::uuid[]) for update`;
    for (const id of held) {
      const one = send(callOf(addBalance, id, points(1)));
      one.catch(() => undefined);
      waiting = [...waiting, one];
      // So each is alone in its batch.
      await vi.waitFor(() => expect(write.use().inside).toBe(waiting.length));
    }
    for (const id of ids.slice(3)) await send(callOf(addBalance, id, points(1)));
    expect(await balancesOf(held)).toEqual(times(3, () => "0.0000"));
  });
  await Promise.all(waiting);
  expect(await balancesOf(ids)).toEqual(times(8, () => "1.0000"));
});

test("a call whose caller has gone while another one of its record was under way is not run", async () => {
  const [id = ""] = await newMembers(1);
  const gone = contextOf("till");
  const calls: Promise<unknown>[] = [];
  await sql.begin(async (tx) => {
    await tx`select from member where id = ${id} for update`;
    calls.push(send(callOf(addBalance, id, points(1))));
    const left = pool.run(gone, addBalance, callOf(addBalance, id, points(10)), 100);
    calls.push(expect(left).rejects.toThrow("Error_Body_Malformed"));
    calls.push(send(callOf(addBalance, id, points(100))));
    Object.assign(gone.env.outgoing, { destroyed: true });
  });
  await Promise.all(calls);
  expect(await balancesOf([id])).toEqual(["101.0000"]);
});

test("one caller has three quarters of the places, and others are served meanwhile", async () => {
  const [busy, [calm = ""]] = [await newMembers(200), await newMembers(1)];
  const calls: Promise<unknown>[] = [];
  await sql.begin(async (tx) => {
    await tx`lock table adjustment in share mode`;
    calls.push(...busy.map((id) => send(callOf(addBalance, id, points(1)), { user: "greedy" })));
    const content = { FullName: freshKey("Ada") };
    await send(callOf(editMember, calm, content), { action: editMember, user: "calm" });
    expect(pool.use()).toMatchObject({ inside: 96, insideMax: 128, waiting: 104 });
  });
  await Promise.all(calls);
  expect(pool.use()).toMatchObject({ inside: 0, waiting: 0 });
});

test("the batches of an action hold two connections, however many calls arrive", async () => {
  const ids = await newMembers(100);
  const calls: Promise<unknown>[] = [];
  await sql.begin(async (tx) => {
    await tx`lock table adjustment in share mode`;
    calls.push(...ids.map((id) => send(callOf(addBalance, id, points(1)), { user: id })));
    await vi.waitFor(() => expect(write.use()).toMatchObject({ inside: 2, waiting: 0 }));
  });
  await Promise.all(calls);
  expect(write.use().inside).toBe(0);
});

test("a lone call is answered like one of a batch", async () => {
  const [id = "", twin = ""] = await newMembers(2);
  const { woken: _, ...alone } = await runAction(sql, addBalance, callOf(addBalance, twin, points(2)));
  expect(await send(callOf(addBalance, id, points(2)))).toEqual({ ...alone, position: undefined });
});
