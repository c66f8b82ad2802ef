import {
  AppError,
  actions,
  creatableObjects,
  member,
  type ObjectDefinition,
  product,
  redemption,
  reward,
  sale,
  segment,
  store,
} from "@rewards/domain";
import { describe, expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  newId,
  newMember,
  newOf,
  newProduct,
  newRedemption,
  newReward,
  newSale,
  newSegment,
  newStore,
  type TestRecord,
  times,
} from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { runAction } from "../action/action.run.ts";
import { answerText, insertAll, openTestDatabase } from "../testing/database.ts";
import { insertGroup } from "./insert.group.ts";

const database = await openTestDatabase();
const { sql } = database;

const saleOf = (externalId: string, total = 10) =>
  newSale({ externalId, member: "nobody", store: "nowhere", product: "nothing", total });
const redemptionOf = (externalId: string, quantity = 1) =>
  newRedemption("nobody", [{ reward: "none", quantity }], { ExternalID: externalId });

async function insert(definition: ObjectDefinition, records: readonly TestRecord[], client = sql) {
  const { answers } = await insertGroup(client, definition, records);
  return answers.map(answerText);
}

async function countByKey(definition: ObjectDefinition, column: string, keys: readonly string[]): Promise<number> {
  const rows = await sql`select id from ${sql(definition.noun)} where ${sql(column)} = any(${[...keys]}::text[])`;
  return rows.length;
}

async function pendingOf(definition: ObjectDefinition, ids: readonly string[]): Promise<number> {
  const rows = await sql`select id from pending where class = ${definition.class} and id = any(${[...ids]}::uuid[])`;
  return rows.length;
}

describe.each(creatableObjects)("a group of $class", (definition) => {
  test("is inserted under its IDs, in its first status, at version 1", async () => {
    const records = times(5, () => newOf(definition));
    expect(await insert(definition, records)).toEqual(records.map(({ id }) => id));
    const rows = await sql`
      select status, version, confirmation_note, create_user_id, update_user_id from ${sql(definition.noun)}
      where id = any(${records.map(({ id }) => id)}::uuid[])`;
    expect([...rows]).toEqual(
      times(5, () => ({
        status: definition.initial,
        version: 1,
        confirmation_note: definition.created.note,
        create_user_id: "api",
        update_user_id: "api",
      })),
    );
  });

  test("comes with its pending rows, or without any if its class has no stage", async () => {
    const records = times(3, () => newOf(definition));
    await insert(definition, records);
    expect(
      await pendingOf(
        definition,
        records.map(({ id }) => id),
      ),
    ).toBe(definition.staged ? 3 : 0);
  });

  test("repeated unchanged after an unknown outcome has the same IDs and no second row", async () => {
    const records = times(3, () => newOf(definition));
    const first = await insert(definition, records);
    expect(await insert(definition, records)).toEqual(first);
    const ids = records.map(({ id }) => id);
    const rows = await sql`select id from ${sql(definition.noun)} where id = any(${ids}::uuid[])`;
    expect(rows).toHaveLength(3);
    expect(await pendingOf(definition, ids)).toBe(definition.staged ? 3 : 0);
  });

  test("repeated with new records among the committed ones inserts only the new ones", async () => {
    const committed = times(2, () => newOf(definition));
    await insert(definition, committed);
    const fresh = newOf(definition);
    const group = [committed[1], fresh, committed[0]] as TestRecord[];
    expect(await insert(definition, group)).toEqual(group.map(({ id }) => id));
  });
});

describe.each([
  { definition: sale, of: saleOf },
  { definition: redemption, of: redemptionOf },
])("a key of $definition.class is an idempotency key", ({ definition, of }) => {
  test("within a group the first record is inserted, the same content gets its ID, other content is Error_Key_Reused", async () => {
    const [same, mixed] = [freshKey("same"), freshKey("mixed")];
    const group = [of(same), of(same), of(mixed), of(mixed, 20), of(same)];
    const first = group[0]?.id;
    expect(await insert(definition, group)).toEqual([first, first, group[2]?.id, "Error_Key_Reused", first]);
    expect(await countByKey(definition, "external_id", [same, mixed])).toBe(2);
  });

  test("across groups a repeat gets the first answer, also after the status has moved", async () => {
    const key = freshKey("again");
    const first = of(key);
    await insert(definition, [first]);
    await sql`update ${sql(definition.noun)} set status = ${definition.transitions.reject.to}, version = 2 where id = ${first.id}`;
    await sql`delete from pending where id = ${first.id}`;
    const repeated = of(key);
    expect(await insert(definition, [repeated, of(key, 20)])).toEqual([first.id, "Error_Key_Reused"]);
    expect(await pendingOf(definition, [first.id, repeated.id])).toBe(0);
  });

  test("a hundred creates of one key over four gateways make one record", async () => {
    const key = freshKey("crowd");
    const pools = times(4, () => database.openPool(1));
    const answers = await Promise.all(
      pools.flatMap((pool) =>
        times(5, async () =>
          insert(
            definition,
            times(5, () => of(key)),
            pool,
          ),
        ),
      ),
    );
    const [row] = await sql`select id from ${sql(definition.noun)} where external_id = ${key}`;
    expect(new Set(answers.flat())).toEqual(new Set([row?.["id"]]));
  });
});

test("content with equal numbers and instants is the same content", async () => {
  const key = freshKey("equal");
  const content = (text: string, at: string) =>
    saleOfContent(key, {
      SaleDateTime: at,
      SaleItems: JSON.parse(`[{"ProductCode":"p","Quantity":1,"TotalAmount":${text}}]`),
    });
  const first = content("10.50", "2026-01-02T03:04:05Z");
  const repeats = [
    content("10.5", "2026-01-02T03:04:05.000Z"),
    content("1.05e1", "2026-01-02T04:04:05+01:00"),
    content("10.5000", "2026-01-01T22:04:05.000-05:00"),
  ];
  expect(await insert(sale, [first])).toEqual([first.id]);
  expect(await insert(sale, repeats)).toEqual(repeats.map(() => first.id));
  expect(await insert(sale, [content("10.5001", "2026-01-02T03:04:05Z")])).toEqual(["Error_Key_Reused"]);
  expect(await insert(sale, [content("10.5", "2026-01-02T03:04:05.001Z")])).toEqual(["Error_Key_Reused"]);
});

test.each([
  ["a field that the interface does not know", { Unknown: "x" }, true],
  ["an explicit default", { Origin: "API", SaleChannelCode: "" }, true],
  ["another channel", { SaleChannelCode: "web" }, false],
  [
    "another order of lines",
    { SaleItems: [2, 1].map((n) => ({ ProductCode: "p", Quantity: n, TotalAmount: n })) },
    false,
  ],
])("content with %s: is it the same? %j %s", async (_, more, isSame) => {
  const key = freshKey("content");
  const lines = [1, 2].map((n) => ({ ProductCode: "p", Quantity: n, TotalAmount: n }));
  const first = saleOfContent(key, { SaleItems: lines });
  await insert(sale, [first]);
  expect(await insert(sale, [saleOfContent(key, { SaleItems: lines, ...more })])).toEqual([
    isSame ? first.id : "Error_Key_Reused",
  ]);
});

function saleOfContent(externalId: string, more: Record<string, unknown>): TestRecord {
  return newSale({ externalId, member: "nobody", store: "nowhere", product: "p", more });
}

test("redemptions without ExternalID are separate records", async () => {
  const group = times(3, () => redemptionOf(""));
  expect(await insert(redemption, group)).toEqual(group.map(({ id }) => id));
});

describe.each([
  { definition: store, of: (key: string) => newStore(key), column: "store_code" },
  { definition: member, of: (key: string) => newMember(key), column: "external_id" },
  { definition: product, of: (key: string) => newProduct(key), column: "product_code" },
  { definition: reward, of: (key: string) => newReward(key), column: "external_id" },
])("a key of $definition.class is not an idempotency key", ({ definition, of, column }) => {
  test("within a group the first is inserted and a repeat is Error_Key_Taken", async () => {
    const key = freshKey("taken");
    const group = [of(key), of(key), newOf(definition)];
    expect(await insert(definition, group)).toEqual([group[0]?.id, "Error_Key_Taken", group[2]?.id]);
    expect(await countByKey(definition, column, [key])).toBe(1);
  });

  test("across groups the same content is Error_Key_Taken", async () => {
    const key = freshKey("taken");
    await insert(definition, [of(key)]);
    const { answers } = await insertGroup(sql, definition, [of(key)]);
    expect(answers[0]).toMatchObject({
      code: "Error_Key_Taken",
      details: [{ identifier: `.${definition.key.field}` }],
    });
  });
});

test.each([
  { definition: product, of: (key: string) => newProduct(key) },
  { definition: reward, of: (key: string) => newReward(key) },
])("the key of a deleted $definition.class is free again", async ({ definition, of }) => {
  const remove = actions.find((action) => action.name === "DeleteObject" && action.target.class === definition.class);
  if (!remove) throw new Error("no DeleteObject");
  const key = freshKey("deleted");
  const [first, second] = [of(key), of(key)];
  await insert(definition, [first]);
  await runAction(sql, remove, { id: first.id, content: undefined, user: "api" });
  expect(await insert(definition, [second])).toEqual([second.id]);
  expect(await insert(definition, [of(key)])).toEqual(["Error_Key_Taken"]);
  await runAction(sql, remove, { id: second.id, content: undefined, user: "api" });
  expect(await insert(definition, [first])).toEqual([first.id]);
});

describe("members", () => {
  test("an unknown programme refuses only its row", async () => {
    const group = [newMember(), newMember(freshKey("member"), { ProgramBusinessID: "NONE" }), newMember()];
    expect(await insert(member, group)).toEqual([group[0]?.id, "Error_Programme_Unknown", group[2]?.id]);
    expect(
      await countByKey(
        member,
        "external_id",
        group.map((one) => keyOf(one, "ExternalID")),
      ),
    ).toBe(2);
  });

  test("each begins with a balance of 0 in every currency of its programme, and in no other", async () => {
    await sql`insert into programme (business_id, name) values ('MILES', 'Miles')`;
    await sql`
      insert into currency (program, position, name)
      select p.id, c.position, c.name from programme p, (values (0, 'Miles'), (1, 'Status')) as c(position, name) where p.business_id = 'MILES'`;
    const group = [newMember(), newMember(freshKey("member"), { ProgramBusinessID: "MILES" })];
    await insert(member, group);
    const rows = await sql`
      select b.member, c.name, b.balance, b.awarded, b.sequence from balance b join currency c on c.id = b.currency
      where b.member = any(${group.map(({ id }) => id)}::uuid[]) order by b.member, c.name`;
    const zero = { balance: "0.0000", awarded: "0.0000", sequence: "0" };
    expect([...rows]).toEqual([
      { member: group[0]?.id, name: "Points", ...zero },
      { member: group[1]?.id, name: "Miles", ...zero },
      { member: group[1]?.id, name: "Status", ...zero },
    ]);
  });
});

test("a reward begins with a stock of 0", async () => {
  const [id] = await insertAll(sql, reward, [newReward()]);
  expect([...(await sql`select added, available, issued from stock where reward_id = ${id as string}`)]).toEqual([
    { added: "0.0000", available: "0.0000", issued: "0.0000" },
  ]);
});

describe("a row that Postgres refuses for its own reason", () => {
  test.each([
    { definition: sale, bad: [0] },
    { definition: sale, bad: [99] },
    { definition: sale, bad: times(1, () => Math.floor(Math.random() * 100)) },
    { definition: sale, bad: times(3, () => Math.floor(Math.random() * 100)) },
    { definition: member, bad: times(2, () => Math.floor(Math.random() * 100)) },
    { definition: store, bad: times(2, () => Math.floor(Math.random() * 100)) },
    { definition: redemption, bad: times(2, () => Math.floor(Math.random() * 100)) },
  ])(
    "is the only one to get Error_Record_Refused, of 100 of $definition.class with $bad bad",
    async ({ definition, bad }) => {
      const noun = sql(definition.noun);
      await sql`alter table ${noun} add constraint poison check (origin <> 'poison')`;
      try {
        const group = times(100, (index) => {
          const record = newOf(definition);
          return bad.includes(index) ? { ...record, content: { ...record.content, Origin: "poison" } } : record;
        });
        const { answers } = await insertGroup(sql, definition, group);
        expect(answers.map(answerText)).toEqual(
          group.map(({ id }, index) => (bad.includes(index) ? "Error_Record_Refused" : id)),
        );
        expect((answers[bad[0] as number] as AppError).status).toBe(422);
        const rows = await sql`select id from ${noun} where id = any(${group.map(({ id }) => id)}::uuid[])`;
        expect(rows).toHaveLength(100 - new Set(bad).size);
        if (definition === sale)
          expect(
            await pendingOf(
              sale,
              group.map(({ id }) => id),
            ),
          ).toBe(rows.length);
      } finally {
        await sql`alter table ${noun} drop constraint poison`;
      }
    },
  );
});

test("an infrastructure fault is thrown, and refuses no record", async () => {
  const standby = database.openPool(1);
  await standby`set default_transaction_read_only = on`;
  const group = times(2, () => saleOf(freshKey("fault")));
  await expect(insertGroup(standby, sale, group)).rejects.toMatchObject({ code: "25006" });
  expect(await insert(sale, group)).toEqual(group.map(({ id }) => id));
});

describe("two gateways with the same 500 keys in opposite order", () => {
  test.each([
    { definition: sale, of: saleOf, column: "external_id", rounds: 50 },
    { definition: product, of: (key: string) => newProduct(key), column: "product_code", rounds: 10 },
    { definition: member, of: (key: string) => newMember(key), column: "external_id", rounds: 10 },
    { definition: store, of: (key: string) => newStore(key), column: "store_code", rounds: 10 },
  ])("end without a deadlock, each key of $definition.class once, in $rounds rounds", async (given) => {
    const { definition, of, column, rounds } = given;
    const gateways = [database.openPool(1), database.openPool(1)] as const;
    for (let round = 0; round < rounds; round += 1) {
      const keys = times(500, () => freshKey("opposite"));
      const groups = [keys.map((key) => of(key)), keys.toReversed().map((key) => of(key))] as const;
      const [first, second] = await Promise.all([
        insert(definition, groups[0], gateways[0]),
        insert(definition, groups[1], gateways[1]),
      ]);
      const rows =
        await sql`select id, ${sql(column)} as key from ${sql(definition.noun)} where ${sql(column)} = any(${keys}::text[])`;
      expect(rows).toHaveLength(500);
      const idOf = new Map(rows.map((row) => [row["key"], row["id"]]));
      const existing = keys.map((key) => idOf.get(key));
      if (definition === sale) {
        expect(first).toEqual(existing);
        expect(second).toEqual(existing.toReversed());
      } else {
        const won = [...first, ...second].filter((answer) => answer !== "Error_Key_Taken");
        expect(new Set(won)).toEqual(new Set(existing));
        expect(won).toHaveLength(500);
      }
    }
  });
});

/** A programme takes 500 rules in all. */
const manyOf = ({ key }: ObjectDefinition) => (key?.within ? 100 : 500);

describe("the number of statements", () => {
  test.each(creatableObjects)("for a group of $class is the same for 1, 10 and many rows", async (definition) => {
    const recorder = database.openRecorder();
    const counts: number[] = [];
    for (const rows of [1, 10, manyOf(definition)]) {
      const group = times(rows, () => newOf(definition));
      counts.push((await recorder.record(() => insertGroup(recorder.sql, definition, group))).length);
    }
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeLessThanOrEqual(9);
  });

  test("for sales is one, and three if all 500 exist already", async () => {
    const recorder = database.openRecorder();
    const group = times(500, () => saleOf(freshKey("count")));
    expect(await recorder.record(() => insertGroup(recorder.sql, sale, group))).toHaveLength(1);
    const repeated = group.map((record) => ({ ...record, id: newId() }));
    expect(await recorder.record(() => insertGroup(recorder.sql, sale, repeated))).toHaveLength(3);
  });
});

test("segments with the same name are separate records: a segment has no key", async () => {
  const group = times(3, () => newSegment("one name"));
  expect(await insert(segment, group)).toEqual(group.map(({ id }) => id));
});

test("a refusal carries no text of the database", async () => {
  const record = newStore();
  const poisoned = { ...record, content: { ...record.content, Name: "\0" } };
  const { answers } = await insertGroup(sql, store, [poisoned]);
  const [answer] = answers;
  expect(answer).toBeInstanceOf(AppError);
  expect((answer as AppError).details).toEqual([{ code: "Error_Record_Refused" }]);
});

test("after all of this the books add up", async () => {
  expect(await verifyBooks(sql)).toEqual([]);
});
