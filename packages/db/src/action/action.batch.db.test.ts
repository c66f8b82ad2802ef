import {
  type ActionDefinition,
  AppError,
  member,
  type ObjectDefinition,
  parseContent,
  product,
  reward,
  sale,
  store,
} from "@rewards/domain";
import { describe, expect, test, vi } from "vitest";
import {
  freshKey,
  keyOf,
  newClaim,
  newId,
  newMember,
  newProduct,
  newSale,
  newStore,
  times,
} from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import type { ActionCall } from "../object/object.types.ts";
import { parkSales } from "../sale/sale.park.ts";
import { actionPath } from "../testing/act.ts";
import { holding, insertAll, openTestDatabase } from "../testing/database.ts";
import {
  addPoints,
  contentFor,
  createAllowing,
  createTarget,
  namedActions,
  requireAction,
} from "../testing/targets.ts";
import { runAction, runActions } from "./action.run.ts";

const { sql, openPool } = await openTestDatabase(20);
/** Another API. */
const other = openPool(4);
const addBalance = requireAction(member, "AddBalance");
const addStock = requireAction(reward, "AddRewardStock");
const editProduct = requireAction(product, "Edit");
const editStore = requireAction(store, "Edit");

type Call = Omit<ActionCall, "user">;

const callOf = (
  action: ActionDefinition,
  id: string,
  content: unknown,
  more: Partial<ActionCall> = {},
): ActionCall => ({
  ...{ id, user: "clerk", source: { origin: "127.0.0.1", requestId: "r-1" }, ...more },
  content: action.content ? parseContent(action.content as never, content) : undefined,
});

const claimOf = (action: ActionDefinition, { id, content }: Pick<Call, "id" | "content">, key: string) =>
  newClaim(key, content, { method: "PATCH", path: actionPath(action, id) });

/** The answer of each call as text: the code of its refusal, its outcome, or that it was left. */
const textOf = (answer: unknown) => (answer instanceof AppError ? answer.code : JSON.stringify(answer ?? "left"));
const runTogether = async (action: ActionDefinition, calls: readonly ActionCall[]) =>
  (await runActions(sql, action, calls)).answers.map(textOf);
const runAlone = (action: ActionDefinition, call: ActionCall) =>
  runAction(sql, action, call).then(({ woken: _, ...outcome }) => textOf(outcome), textOf);

/** Everything that actions write about a record, without what differs between two records that are treated alike. */
async function written({ noun }: ObjectDefinition, id: string) {
  const [record] = await sql`
    select to_jsonb(t) - array['id', 'number', 'create_date_time', 'external_id', 'store_code', 'product_code', 'rule_id', 'program_business_id',
      'name', 'voucher_code', 'voucher_key', 'member_external_id', 'redemption', 'redemption_items', 'reward', 'expiration_date_time', 'locked_until_date_time', 'update_date_time', 'rule'] as r,
      to_jsonb(t) ->> 'update_date_time' as at from ${sql(noun)} t where id = ${id}`;
  const history = await sql`
    select version, action, case when action in ('End', 'Lock', 'AddCard', 'RemoveCard', 'Merge') then '[]' else changes end as changes, note, user_id, at = ${record?.["at"] ?? null}::timestamptz as is_last
    from history where record_id = ${id} order by version`;
  const entries = await sql`
    select e.sequence, e.type, e.currency_awarded, e.member_balance, a.amount, a.create_user_id
    from ledger_entry e left join adjustment a on a.id = e.source_id where e.member = ${id} order by e.sequence`;
  const adjustments = await sql`select count(*)::int from adjustment where member = ${id}`;
  const audit = await sql`
    select actor, origin, request_id, operation, detail - array['changes', 'from', 'merge', 'payment', 'cancellation'] as detail from audit_entry where record_id = ${id} order by at, id`;
  const keys = await sql`select status, version from idempotency_key where object_id = ${id} order by version`;
  const stock = await sql`select added, available from stock where reward_id = ${id}`;
  const expiring = await sql`select count(*)::int from expiring where item_id = ${id}`;
  const members = await sql`select count(*)::int from segment_member where segment = ${id} and until is null`;
  return JSON.parse(
    JSON.stringify({ record, history, entries, adjustments, audit, keys, stock, expiring, members }, (key, value) =>
      key === "at" ? undefined : value,
    ),
  );
}

/** How the n-th call of a batch differs from a plain one. */
const variants: readonly ((
  action: ActionDefinition,
  call: ActionCall,
  version: number,
) => ActionCall | Promise<ActionCall>)[] = [
  (_, call) => call,
  (_, call, version) => ({ ...call, expected: new Set([version]) }),
  (_, call, version) => ({ ...call, expected: new Set([version + 1]) }),
  (action, call) => ({ ...call, claim: claimOf(action, call, freshKey("key")) }),
  // Its key was used: the first answer again.
  async (action, call) => {
    const keyed = { ...call, claim: claimOf(action, call, freshKey("key")) };
    await runAction(sql, action, keyed);
    return keyed;
  },
  // Its key was used with other content.
  async (action, call) => {
    const key = freshKey("key");
    await runAction(sql, action, { ...call, claim: claimOf(action, call, key) });
    return { ...call, claim: claimOf(action, { ...call, content: "other" }, key) };
  },
  // A stale version with a key, which stays free.
  (action, call, version) => ({
    ...call,
    expected: new Set([version + 7]),
    claim: claimOf(action, call, freshKey("key")),
  }),
];

/** Rules change at most so often within some seconds; this test makes many. */
const ageVersions = () =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update earning_version set applied_at = applied_at - interval '1 minute'`;
  });

describe.each(namedActions)("a batch of $name", ({ action }) => {
  test("answers and writes what the same calls do alone", async () => {
    const twins = [];
    for (const variant of [...variants, ...variants]) {
      const pair = [];
      for (const _ of ["together", "alone"]) {
        const { id, version } = await createAllowing(sql, action);
        pair.push(await variant(action, callOf(action, id, contentFor(action, id)), version));
      }
      twins.push(pair as [ActionCall, ActionCall]);
      await ageVersions();
    }
    const together = await runTogether(
      action,
      twins.map(([one]) => one),
    );
    const alone = [];
    for (const [, one] of twins) alone.push(await runAlone(action, one));
    expect(together).toEqual(alone);
    for (const [one, two] of twins)
      expect(await written(action.target, one.id)).toEqual(await written(action.target, two.id));
  });
});

test("a batch leaves the keys of earlier calls as they are, also equal ones of other records and callers", async () => {
  const [one = "", two = "", done = ""] = await insertAll(
    sql,
    member,
    times(3, () => newMember()),
  );
  const [jan, feb] = [freshKey("jan"), freshKey("feb")];
  const keyed = (id: string, key: string, caller: string, currency = "Points") => {
    const content = addPoints(1, currency);
    return callOf(addBalance, id, content, { claim: { ...claimOf(addBalance, { id, content }, key), caller } });
  };
  const rows = () =>
    sql`select key, path, caller, version, at from idempotency_key where key = any(${[jan, feb]}::text[])`;
  await runAction(sql, addBalance, keyed(one, jan, "till"));
  const before = await rows();
  // A call that is done has the batch committed.
  const plain = callOf(addBalance, done, addPoints(1));
  const [, ...refused] = await runTogether(addBalance, [
    plain,
    keyed(one, feb, "till", "Miles"),
    keyed(two, jan, "till", "Miles"),
  ]);
  const [, ofOther] = await runTogether(addBalance, [plain, keyed(one, jan, "app", "Miles")]);
  expect([...refused, ofOther]).toEqual(times(3, () => "Error_Currency_Unknown"));
  expect(await rows()).toEqual(before);
  await runTogether(addBalance, [keyed(one, feb, "till"), keyed(two, jan, "till")]);
  await runTogether(addBalance, [keyed(one, jan, "app")]);
  const after = await rows();
  expect(after).toHaveLength(4);
  expect(after.filter(({ at }) => before.some((row) => row["at"] === at || +row["at"] === +at))).toEqual([...before]);
  expect(JSON.parse(await runAlone(addBalance, keyed(one, jan, "till")))).toMatchObject({
    version: 2,
    isReplayed: true,
  });
});

const balanceOf = async (id: string) =>
  (await sql<{ balance: string }[]>`select balance from balance where member = ${id}`)[0]?.balance;
const newMembers = (count: number) =>
  insertAll(
    sql,
    member,
    times(count, () => newMember()),
  );

test("refusals among adjustments of random amounts are those of lone calls, and so are the books", async () => {
  const ids = await newMembers(64);
  const twins = await newMembers(64);
  const amounts = times(64, (n) => [5, -3, -10.0001, 99_999_999_999, 0.0001, -10][(n * 7) % 6] as number);
  const contents = amounts.map((amount, n) => addPoints(amount, n % 11 === 10 ? "Miles" : "Points"));
  const answers = [];
  for (const group of [ids, twins])
    await runTogether(
      addBalance,
      group.map((id) => callOf(addBalance, id, addPoints(10))),
    );
  for (const [n, id] of twins.entries()) answers.push(await runAlone(addBalance, callOf(addBalance, id, contents[n])));
  expect(
    await runTogether(
      addBalance,
      ids.map((id, n) => callOf(addBalance, id, contents[n])),
    ),
  ).toEqual(answers);
  expect(new Set(answers).size).toBe(4);
  for (const [n, id] of ids.entries())
    expect(await written(member, id)).toEqual(await written(member, twins[n] as string));
});

test("one call that Postgres refuses leaves its whole batch undone, and alone only it is refused", async () => {
  const [taken, ...mine] = times(9, () => newProduct());
  const [, ...ids] = await insertAll(sql, product, [taken as never, ...mine]);
  const calls = ids.map((id, n) =>
    callOf(editProduct, id, n === 5 ? { ProductCode: keyOf(taken as never, "ProductCode") } : { Name: "New" }),
  );
  const before = await Promise.all(ids.map((id) => written(product, id)));
  expect(await runTogether(editProduct, calls)).toEqual(times(8, () => '"left"'));
  expect(await Promise.all(ids.map((id) => written(product, id)))).toEqual(before);
  const answers = await Promise.all(calls.map((call) => runAlone(editProduct, call)));
  expect(answers.map((answer) => answer === "Error_Key_Taken")).toEqual(times(8, (n) => n === 5));
});

test("stores in one batch may change different fields", async () => {
  const ids = await insertAll(
    sql,
    store,
    times(4, () => newStore(undefined, { Description: "old" })),
  );
  const contents = [
    { Name: "A" },
    { Description: "" },
    { Name: "B", Address: { City: "Bern" } },
    { IsParticipating: false },
  ];
  await runTogether(
    editStore,
    ids.map((id, n) => callOf(editStore, id, contents[n])),
  );
  const rows = await sql`
    select name, description, is_participating, address ->> 'City' as city from store where id = any(${ids}::uuid[]) order by id`;
  expect([...rows]).toEqual([
    { name: "A", description: "old", is_participating: true, city: "" },
    { name: "Corner shop", description: "", is_participating: true, city: "" },
    { name: "B", description: "old", is_participating: true, city: "Bern" },
    { name: "Corner shop", description: "old", is_participating: false, city: "" },
  ]);
});

test("stores that get the codes which sales wait for wake the sales of each", async () => {
  const [of, codes] = [newMember(), times(3, () => freshKey("awaited-store"))];
  await insertAll(sql, member, [of]);
  const memberExternalId = keyOf(of, "ExternalID");
  const sales = codes.map((code) => newSale({ member: memberExternalId, store: code, product: "any" }));
  await insertAll(sql, sale, sales);
  await parkSales(
    sql,
    sales.map(({ id }, n) => ({ id, memberExternalId, storeCode: codes[n] as string })),
  );
  const ids = await insertAll(
    sql,
    store,
    times(3, () => newStore()),
  );
  const { woken } = await runActions(
    sql,
    editStore,
    ids.map((id, n) => callOf(editStore, id, n === 2 ? { Name: "New" } : { StoreCode: codes[n] })),
  );
  expect(new Set(woken)).toEqual(new Set(sales.slice(0, 2).map(({ id }) => id)));
});

describe("while another session holds", () => {
  const [addFive, addTen] = [addPoints(5), { RewardQuantity: 10 }];
  test.each([
    { what: "the record", action: addBalance, content: addFive, table: "member", column: "id" },
    { what: "the balance", action: addBalance, content: addFive, table: "balance", column: "member" },
    { what: "the stock", action: addStock, content: addTen, table: "stock", column: "reward_id" },
  ])("$what of one call, the others of its batch are done, and it and its key are left", async (given) => {
    const { action, content, table, column } = given;
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await createTarget(sql, action.target));
    const calls = ids.map((id) => {
      const call = callOf(action, id, content);
      return { ...call, claim: claimOf(action, call, freshKey("key")) };
    });
    const held = ids[2] as string;
    const before = await written(action.target, held);
    await holding(
      other,
      (tx) => tx`select from ${tx(table)} where ${tx(column)} = ${held} for update`,
      async () => {
        const answers = await runTogether(action, calls);
        expect(answers.map((answer) => answer === '"left"')).toEqual([false, false, true, false, false]);
        return "rollback";
      },
    );
    expect(await written(action.target, held)).toEqual(before);
    expect(await runAlone(action, calls[2] as ActionCall)).toContain('"isReplayed":false');
  });
});

test("a batch whose session is ended after its entries are written leaves nothing, and its calls can be sent again", async () => {
  const ids = await newMembers(8);
  const calls = ids.map((id) => {
    const call = callOf(addBalance, id, addPoints(7));
    return { ...call, claim: claimOf(addBalance, call, freshKey("key")) };
  });
  const before = await Promise.all(ids.map((id) => written(member, id)));
  await holding(
    other,
    (tx) => tx`lock table audit_entry in share mode`,
    async () => {
      const running = runActions(sql, addBalance, calls);
      running.catch(() => undefined);
      await vi.waitFor(async () => {
        const ended = await other`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into audit_entry%'`;
        expect(ended).toHaveLength(1);
      });
      await expect(running).rejects.toThrow();
      return "rollback";
    },
  );
  expect(await Promise.all(ids.map((id) => written(member, id)))).toEqual(before);
  expect(await runTogether(addBalance, calls)).toEqual(
    times(8, () => '{"status":"Open-Active","version":2,"isReplayed":false}'),
  );
  expect(await runTogether(addBalance, calls)).toEqual(
    times(8, () => '{"status":"Open-Active","version":2,"isReplayed":true}'),
  );
  expect(await Promise.all(ids.map(balanceOf))).toEqual(times(8, () => "7.0000"));
});

test("each call of a batch has the limits of its own caller", async () => {
  const ids = await newMembers(4);
  const scopes = [{ programmes: ["elsewhere"] }, { largestAdjustment: "5" }, undefined, { programmes: ["REWARDS"] }];
  const calls = ids.map((id, n) => {
    const call = callOf(addBalance, id, addPoints(6));
    return { ...call, scope: scopes[n], claim: claimOf(addBalance, call, freshKey("key")) };
  });
  const done = '{"status":"Open-Active","version":2,"isReplayed":false}';
  expect(await runTogether(addBalance, calls)).toEqual([
    "Error_Object_Unknown",
    "Error_Adjustment_TooLarge",
    done,
    done,
  ]);
  expect(await sql`select from idempotency_key where object_id = any(${ids}::uuid[])`).toHaveLength(2);
});

test("batches of the same members from two APIs post each call once", async () => {
  const ids = await newMembers(20);
  const send = async (client: typeof sql, order: readonly string[]) => {
    const calls = order.map((id) => callOf(addBalance, id, addPoints(1)));
    const { answers } = await runActions(client, addBalance, calls);
    for (const [n, answer] of answers.entries()) {
      expect(answer).not.toBeInstanceOf(AppError);
      if (!answer) await runAction(client, addBalance, calls[n] as ActionCall);
    }
  };
  await Promise.all(times(10, (n) => send(n % 2 ? sql : other, n % 3 ? ids : ids.toReversed())));
  expect(await Promise.all(ids.map(balanceOf))).toEqual(times(20, () => "10.0000"));
});

test("an unknown object is left by its batch, and alone it is 404", async () => {
  const [id = ""] = await newMembers(1);
  const calls = [newId(), id].map((one) => callOf(addBalance, one, addPoints(1)));
  expect((await runTogether(addBalance, calls))[0]).toBe('"left"');
  expect(await runAlone(addBalance, calls[0] as ActionCall)).toBe("Error_Object_Unknown");
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
