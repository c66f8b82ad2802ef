import { randomBytes } from "node:crypto";
import { member, sale } from "@rewards/domain";
import { personalKeysVar } from "@rewards/runtime";
import { expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  newId,
  newMember,
  newSale,
  type TestRecord,
  times,
  withKey,
} from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { erasePerson } from "../../../operations/src/person/person.erase.ts";
import { rekeyPersonal } from "../../../operations/src/personal.rekey.ts";
import { insertGroup } from "../insert/insert.group.ts";
import { createPersonalKeys, noKeys, type PersonalKeys } from "../personal/personal.keys.ts";
import { sealNewRecord } from "../personal/personal.seal.ts";
import { answerText, holding, openTestDatabase, untilWaiting } from "../testing/database.ts";

const database = await openTestDatabase(6);
const { sql } = database;
const author = { actor: "olga" };

const [a, b] = ["a", "b"].map((id) => `${id}:${randomBytes(32).toString("base64")}`);
const keysOf = (text: string) => createPersonalKeys(personalKeysVar.parse(text));
const plain = keysOf(`plain,${a}`);
const under = keysOf(`${a}`);
const both = keysOf(`${b},${a}`);
const next = keysOf(`${b}`);

async function insert(definition: typeof sale | typeof member, record: TestRecord): Promise<string | undefined> {
  const { answers } = await insertGroup(sql, definition, [record]);
  return answers.map(answerText)[0];
}

/** A sale with a key, and its repeats, with the same or other content. */
function newCall() {
  const record = newSale({ member: freshKey("m"), store: "s", product: "p" });
  const key = freshKey("call");
  return {
    first: (keys: PersonalKeys) => withKey(record, key, {}, keys),
    again: (keys: PersonalKeys, more: object = {}) =>
      withKey({ ...record, id: newId(), content: { ...record.content, ...more } }, key, {}, keys),
  };
}

const reused = "Error_Key_Reused";
const rotations: readonly [string, PersonalKeys, PersonalKeys, string | undefined][] = [
  ["keys are made known", noKeys, plain, reused],
  ["encryption begins", plain, under, reused],
  ["another API still stores in clear", under, plain, reused],
  ["a key is replaced", under, both, reused],
  ["another API still has the key before", both, under, undefined],
  ["the key before is removed", under, next, undefined],
];

test.each(rotations)(
  "while %s, a repeat is known; other content is refused if it can be compared",
  async (...given) => {
    const [, before, after, refusal] = given;
    const call = newCall();
    const { id } = call.first(before);
    expect(await insert(sale, call.first(before))).toBe(id);
    expect(await insert(sale, call.again(after))).toBe(id);
    expect(await insert(sale, call.again(after, { Origin: "POS" }))).toBe(refusal ?? id);
  },
);

test("the hashes of one key and content differ under two keys, and neither is a SHA-256", () => {
  const call = newCall();
  const claims = [noKeys, under, next].map((keys) => call.first(keys).claim);
  expect(new Set(claims.map((claim) => claim?.contentHash.slice(-64))).size).toBe(3);
  expect(claims.map((claim) => claim?.keyHash?.length)).toEqual([undefined, 80, 80]);
});

/** A registered member, and the repeat of its create under these keys. */
async function register(keys: PersonalKeys) {
  const record = newMember();
  const key = freshKey("create");
  const by = (own: PersonalKeys, id = newId()) => withKey({ ...record, id }, key, {}, own);
  const first = sealNewRecord(member, keys, by(keys, record.id)) as TestRecord;
  expect(await insert(member, first)).toBe(record.id);
  const stored = async () => [
    ...(await sql<{ key: string; content: Buffer | null; hash: Buffer | null }[]>`
      select key, content_hash as content, key_hash as hash from idempotency_key where object_id = ${record.id}`),
  ];
  return { id: record.id, externalId: keyOf(record, "ExternalID"), key, by, stored };
}

test("an erasure leaves a keyed hash of the key and none of the content; a repeat is known under each key list that has the key", async () => {
  const person = await register(under);
  await erasePerson(sql, person.externalId, author);
  expect(await person.stored()).toEqual([
    { key: expect.stringMatching(/^hmac [0-9a-f]{80}$/), content: null, hash: null },
  ]);
  for (const keys of [plain, under, both]) expect(await insert(member, person.by(keys))).toBe(person.id);
  expect(await person.stored()).toHaveLength(1);
  expect(await sql`select from idempotency_key where key = ${person.key}`).toHaveLength(0);
});

test("a repeat that waits for the erasure of its first call gets the first answer", async () => {
  const person = await register(under);
  let answer: Promise<unknown> = Promise.resolve();
  await holding(
    sql,
    (tx) => erasePerson({ begin: (run: (inner: typeof tx) => unknown) => run(tx) } as never, person.externalId, author),
    async () => {
      answer = insert(member, person.by(under));
      await untilWaiting(sql);
      return "commit";
    },
  );
  expect(await answer).toBe(person.id);
  expect(await sql`select from idempotency_key where key = ${person.key}`).toHaveLength(0);
});

test("twenty repeats of an erased call at once get the first answer", async () => {
  const person = await register(under);
  await erasePerson(sql, person.externalId, author);
  const answers = await Promise.all(times(20, () => insert(member, person.by(under))));
  expect(answers).toEqual(times(20, () => person.id));
});

test("a rekeying drops the hashes of contents that were made in another way, of members alone; their repeats are known", async () => {
  const people = [await register(noKeys), await register(under), await register(both)] as const;
  const call = newCall();
  const sold = await insert(sale, call.first(under));
  await rekeyPersonal(sql, both, author);
  const kept = await Promise.all(
    people.map(async ({ stored }) => (await stored()).map(({ content }) => content !== null)),
  );
  expect(kept).toEqual([[false], [false], [true]]);
  expect(
    await sql`select from idempotency_key where object_id = ${sold ?? null} and content_hash is not null`,
  ).toHaveLength(1);
  for (const { id, by } of people) expect(await insert(member, by(next))).toBe(id);
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
