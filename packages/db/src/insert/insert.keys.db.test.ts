import {
  AppError,
  creatableObjects,
  member,
  type ObjectDefinition,
  redemption,
  sale,
  segment,
  store,
} from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { openProxy } from "../../../../test/src/proxy.ts";
import {
  freshKey,
  newMember,
  newOf,
  newSale,
  newSegment,
  newStore,
  type TestRecord,
  times,
  withKey,
} from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import type { Sql, Tx } from "../client.ts";
import { hashedKey } from "../idempotency/idempotency.claim.ts";
import { answerText, holding, openTestDatabase, untilWaiting } from "../testing/database.ts";
import { insertGroup } from "./insert.group.ts";

const database = await openTestDatabase();
const { sql } = database;
const newKey = () => freshKey("idempotency");

async function insert(definition: ObjectDefinition, records: readonly TestRecord[], client: Sql = sql) {
  const { answers } = await insertGroup(client, definition, records);
  return answers.map(answerText);
}

/** For an insert within a transaction that the test holds open. */
const within = (tx: Tx) => ({ begin: (run: (tx: Tx) => unknown) => run(tx) }) as unknown as Sql;

const keysOf = async (...keys: string[]) => [
  ...(await sql<{ key: string; id: string; status: string }[]>`
    select key, object_id as id, status from idempotency_key where key = any(${keys}::text[]) order by key, path`),
];

async function countOf({ noun }: ObjectDefinition, ids: readonly string[]): Promise<number> {
  return (await sql`select from ${sql(noun)} where id = any(${[...ids]}::uuid[])`).length;
}

async function countAll({ noun }: ObjectDefinition): Promise<number> {
  return (await sql`select from ${sql(noun)}`).length;
}

test("the hash of a key is taken for the key itself, in one group and in a later one, and fails no other record", async () => {
  const [key, later] = [newKey(), newKey()];
  const [first, twin, other] = [withKey(newStore(), key), withKey(newStore(), hashedKey(key)), newStore()];
  expect(await insert(store, [first, twin, other])).toEqual([first.id, "Error_Key_Reused", other.id]);
  await insert(store, [withKey(newStore(), later)]);
  const [again, beside] = [withKey(newStore(), hashedKey(later)), newStore()];
  expect(await insert(store, [again, beside])).toEqual(["Error_Key_Reused", beside.id]);
  expect(await countOf(store, [twin.id, again.id])).toBe(0);
});

describe.each(creatableObjects)("a create of $class with an idempotency key", (definition) => {
  test("repeated gets the first answer, also in another group, and there is one record and one key", async () => {
    const [key, business] = [newKey(), freshKey(definition.noun)];
    const [first, again, later] = times(3, () => withKey(newOf(definition, business), key));
    expect(await insert(definition, [first as TestRecord])).toEqual([first?.id]);
    await sql`update ${sql(definition.noun)} set status = 'Resolved-Elsewhere' where id = ${first?.id as string}`;
    expect(await insert(definition, [again as TestRecord, newOf(definition), later as TestRecord])).toMatchObject([
      first?.id,
      expect.any(String),
      first?.id,
    ]);
    expect(await countOf(definition, [again?.id as string, later?.id as string])).toBe(0);
    expect(await keysOf(key)).toEqual([{ key, id: first?.id, status: definition.initial }]);
    await sql`update ${sql(definition.noun)} set status = ${definition.initial} where id = ${first?.id as string}`;
  });

  test("repeated with other content is Error_Key_Reused, and nothing is written", async () => {
    const key = newKey();
    const [first, other] = times(2, () => withKey(newOf(definition), key));
    await insert(definition, [first as TestRecord]);
    const before = await countAll(definition);
    const { answers } = await insertGroup(sql, definition, [other as TestRecord]);
    expect(answers[0]).toMatchObject({ code: "Error_Key_Reused", details: [{ identifier: "Idempotency-Key" }] });
    expect(await countAll(definition)).toBe(before);
    expect(await keysOf(key)).toMatchObject([{ id: first?.id }]);
  });

  test("within one group the first is inserted, a repeat gets the same answer, other content is refused", async () => {
    const [key, business] = [newKey(), freshKey(definition.noun)];
    const [first, same, last] = times(3, () => withKey(newOf(definition, business), key)) as [
      TestRecord,
      TestRecord,
      TestRecord,
    ];
    const [other, unkeyed] = [withKey(newOf(definition), key), newOf(definition)];
    expect(await insert(definition, [first, other, same, unkeyed, last])).toEqual([
      first.id,
      "Error_Key_Reused",
      first.id,
      unkeyed.id,
      first.id,
    ]);
    expect(await countOf(definition, [other.id, same.id, last.id])).toBe(0);
  });

  test("repeated unchanged after an unknown outcome has the same IDs, in any mixture", async () => {
    const [keyed, unkeyed, fresh] = [withKey(newOf(definition), newKey()), newOf(definition), newOf(definition)];
    await insert(definition, [keyed, unkeyed]);
    expect(await insert(definition, [fresh, unkeyed, keyed])).toEqual([fresh.id, unkeyed.id, keyed.id]);
    expect(await countOf(definition, [keyed.id, unkeyed.id, fresh.id])).toBe(3);
  });

  test("is one record if the answer to its COMMIT is lost and the group is repeated", async () => {
    const proxy = await openProxy(database.url);
    const [key, business] = [newKey(), freshKey(definition.noun)];
    const [first, again] = times(2, () => withKey(newOf(definition, business), key)) as [TestRecord, TestRecord];
    proxy.cutAnswerTo("commit");
    const cut = insert(definition, [first, newOf(definition)], database.openPool(1, proxy.url));
    await expect(cut).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(await keysOf(key)).toMatchObject([{ id: first.id }]);
    expect(await insert(definition, [again])).toEqual([first.id]);
    expect(await insert(definition, [first])).toEqual([first.id]);
    expect(await countOf(definition, [first.id, again.id])).toBe(1);
    proxy.shut();
  });

  test("leaves neither record nor key if its session ends before the commit", async () => {
    const key = newKey();
    const record = withKey(newOf(definition), key);
    const pool = database.openPool(1);
    const session = await pool<{ pid: number }[]>`select pg_backend_pid() as pid`;
    let failed: Promise<unknown> = Promise.resolve();
    await holding(
      sql,
      (tx) => tx`lock table ${tx(definition.noun)} in share mode`,
      async () => {
        failed = expect(insert(definition, [record], pool)).rejects.toMatchObject({ code: expect.any(String) });
        await untilWaiting(sql);
        await sql`select pg_terminate_backend(${session[0]?.pid as number})`;
        return "rollback";
      },
    );
    await failed;
    expect(await keysOf(key)).toEqual([]);
    expect(await countOf(definition, [record.id])).toBe(0);
    expect(await insert(definition, [record])).toEqual([record.id]);
  });

  test("takes as many statements for many rows as for one, whether the keys are new or not", async () => {
    const recorder = database.openRecorder();
    const counts: number[][] = [];
    // A programme takes 500 rules in all.
    for (const rows of [1, 10, definition.key?.within ? 100 : 500]) {
      const group = times(rows, () => withKey(newOf(definition), newKey()));
      const first = await recorder.record(() => insertGroup(recorder.sql, definition, group));
      const again = await recorder.record(() => insertGroup(recorder.sql, definition, group));
      counts.push([first.length, again.length]);
    }
    expect(counts).toEqual(times(3, () => counts[0]));
    expect(counts[0]?.[1]).toBe(4);
  });
});

describe.each(creatableObjects.filter(({ key }) => key))("a refusal of a $class is not remembered", (definition) => {
  const isAnswered = definition.key?.repeats === "answer";
  const other = (record: TestRecord): TestRecord => ({ ...record, content: { ...record.content, Origin: "POS" } });
  const refusal = isAnswered ? "Error_Key_Reused" : "Error_Key_Taken";

  test("for a taken business key: the idempotency key is free, also for other content", async () => {
    const [key, business] = [newKey(), freshKey(definition.noun)];
    await insert(definition, [newOf(definition, business)]);
    const refused = withKey(other(newOf(definition, business)), key);
    const accepted = withKey(newOf(definition), newKey());
    expect(await insert(definition, [refused, accepted])).toEqual([refusal, accepted.id]);
    expect(await keysOf(key)).toEqual([]);
    const next = withKey(newOf(definition), key);
    expect(await insert(definition, [next])).toEqual([next.id]);
  });

  test("within one group: the next record with its key is inserted as if it were the first", async () => {
    const [key, business] = [newKey(), freshKey(definition.noun)];
    await insert(definition, [newOf(definition, business)]);
    const refused = times(2, () => withKey(other(newOf(definition, business)), key));
    const [next, late] = times(2, () => withKey(newOf(definition), key)) as [TestRecord, TestRecord];
    expect(await insert(definition, [...refused, next, late])).toEqual([refusal, refusal, next.id, "Error_Key_Reused"]);
    expect(await keysOf(key)).toMatchObject([{ id: next.id }]);
  });
});

test("a member of an unknown programme is refused, and its key is free", async () => {
  const [key, external] = [newKey(), freshKey("member")];
  const good = withKey(newMember(), newKey());
  const bad = withKey(newMember(external, { ProgramBusinessID: "NONE" }), key);
  expect(await insert(member, [bad, good])).toEqual(["Error_Programme_Unknown", good.id]);
  expect(await keysOf(key)).toEqual([]);
  const next = withKey(newMember(external), key);
  expect(await insert(member, [next])).toEqual([next.id]);
});

test.each([sale, store, member])(
  "if Postgres refuses one row of a group of $class, only that row's key is not stored",
  async (definition) => {
    const noun = sql(definition.noun);
    await sql`alter table ${noun} add constraint poison check (origin <> 'poison')`;
    try {
      const keys = times(20, newKey);
      const group = keys.map((key, index) => {
        const record = newOf(definition);
        const content = index === 7 ? { ...record.content, Origin: "poison" } : record.content;
        return index % 3 === 2 ? { ...record, content } : withKey({ ...record, content }, key);
      });
      const expected = group.map(({ id }, index) => (index === 7 ? "Error_Record_Refused" : id));
      expect(await insert(definition, group)).toEqual(expected);
      const kept = await keysOf(...keys);
      expect(new Set(kept.map(({ id }) => id))).toEqual(
        new Set(group.flatMap(({ id, claim }, index) => (claim && index !== 7 ? [id] : []))),
      );
    } finally {
      await sql`alter table ${noun} drop constraint poison`;
    }
  },
);

test.each([sale, redemption])(
  "a $class whose ExternalID exists is answered with the existing ID, and later so is its key",
  async (definition) => {
    const business = freshKey("existing");
    const existing = newOf(definition, business);
    await insert(definition, [existing]);
    const keys = times(3, newKey);
    const group = keys.map((key) => withKey(newOf(definition, business), key));
    const fresh = withKey(newOf(definition), newKey());
    expect(await insert(definition, [...group, fresh])).toEqual([existing.id, existing.id, existing.id, fresh.id]);
    expect((await keysOf(...keys)).map(({ id }) => id)).toEqual(times(3, () => existing.id));
    const again = withKey(newOf(definition, business), keys[1] as string);
    expect(await insert(definition, [again])).toEqual([existing.id]);
    expect(
      await countOf(
        definition,
        [...group, again].map(({ id }) => id),
      ),
    ).toBe(0);
  },
);

test("a key is scoped by caller, method and path, and may be any visible text", async () => {
  const key = `{"'\\,%\${}()null${"~".repeat(230)}!`;
  const scopes = [
    {},
    { caller: "another" },
    { method: "PATCH" },
    { path: "/Segment/objects" },
    { key: key.toUpperCase() },
    { key: `${key}!` },
  ];
  const group = scopes.map((more) => withKey(newSegment(), key, more));
  expect(await insert(segment, group)).toEqual(group.map(({ id }) => id));
  const again = group.map(({ content, claim }) => ({ ...newSegment(), content, claim }) as TestRecord);
  expect(await insert(segment, again)).toEqual(group.map(({ id }) => id));
});

test("a call with a key whose first call is under way waits, and gets the same answer", async () => {
  const key = newKey();
  const [first, same, other] = [withKey(newSegment("a"), key), withKey(newSegment("a"), key), newSegment("b")];
  const answers: Promise<(string | undefined)[]>[] = [];
  await holding(
    sql,
    (tx) => insertGroup(within(tx), segment, [first]),
    async () => {
      answers.push(insert(segment, [same]), insert(segment, [withKey(other, key)]));
      await untilWaiting(sql, 2);
      return "commit";
    },
  );
  expect(await Promise.all(answers)).toEqual([[first.id], ["Error_Key_Reused"]]);
});

test("a call that waits for a first call that is rolled back is done in its place", async () => {
  const key = newKey();
  const [first, next] = [withKey(newSegment("a"), key), withKey(newSegment("b"), key)];
  let answer: Promise<unknown> = Promise.resolve();
  await holding(
    sql,
    (tx) => insertGroup(within(tx), segment, [first]),
    async () => {
      answer = insert(segment, [next]);
      await untilWaiting(sql);
      return "rollback";
    },
  );
  expect(await answer).toEqual([next.id]);
  expect(await keysOf(key)).toMatchObject([{ id: next.id }]);
});

test("a call that waits for a first call that is refused is done in its place", async () => {
  const [key, code] = [newKey(), freshKey("store")];
  await insert(store, [newStore(code)]);
  const [refused, next] = [withKey(newStore(code), key), withKey(newStore(), key)];
  let answer: Promise<unknown> = Promise.resolve();
  await holding(
    sql,
    (tx) => insertGroup(within(tx), store, [refused]),
    async () => {
      answer = insert(store, [next]);
      await untilWaiting(sql);
      return "commit";
    },
  );
  expect(await answer).toEqual([next.id]);
  expect(await keysOf(key)).toMatchObject([{ id: next.id }]);
});

test.each(creatableObjects)(
  "a hundred creates of $class with one key over four gateways are one record",
  async (definition) => {
    const [key, business] = [newKey(), freshKey(definition.noun)];
    const pools = times(4, () => database.openPool(1));
    const answers = await Promise.all(
      pools.flatMap((pool) =>
        times(5, () =>
          insert(
            definition,
            times(5, () => withKey(newOf(definition, business), key)),
            pool,
          ),
        ),
      ),
    );
    const [kept] = await keysOf(key);
    expect(new Set(answers.flat())).toEqual(new Set([kept?.id]));
    expect(await countOf(definition, [kept?.id as string])).toBe(1);
  },
);

test.each([
  { definition: segment, of: () => newSegment("same") },
  { definition: sale, of: (key: string) => newSale({ externalId: key, member: "m", store: "s", product: "p" }) },
  { definition: store, of: (key: string) => newStore(key) },
])(
  "two gateways with the same 200 keys of $definition.class in opposite order end without a deadlock",
  async (given) => {
    const { definition, of } = given;
    const gateways = [database.openPool(1), database.openPool(1)] as const;
    for (let round = 0; round < 20; round += 1) {
      const keys = times(200, newKey);
      const group = () => keys.map((key) => withKey(of(key), key));
      const [first, second] = await Promise.all([
        insert(definition, group(), gateways[0]),
        insert(definition, group().toReversed(), gateways[1]),
      ]);
      const idOf = new Map((await keysOf(...keys)).map(({ key, id }) => [key, id]));
      expect(first).toEqual(keys.map((key) => idOf.get(key)));
      expect(second).toEqual(first.toReversed());
      expect(await countOf(definition, [...idOf.values()])).toBe(200);
    }
  },
);

test("a refusal for a key that was used carries no text of the database", async () => {
  const key = newKey();
  await insert(segment, [withKey(newSegment(), key)]);
  const { answers } = await insertGroup(sql, segment, [withKey(newSegment(), key)]);
  expect(answers[0]).toBeInstanceOf(AppError);
  expect((answers[0] as AppError).details).toEqual([{ code: "Error_Key_Reused", identifier: "Idempotency-Key" }]);
});

test("after all of this every key refers to a record, and the books add up", async () => {
  const ids = creatableObjects.map(({ noun }) => `select id from ${noun}`).join(" union all ");
  const rows = await sql.unsafe(`select from idempotency_key where object_id not in (${ids})`);
  expect(rows).toHaveLength(0);
  expect(await verifyBooks(sql)).toEqual([]);
});
