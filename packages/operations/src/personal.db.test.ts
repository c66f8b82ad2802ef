import { randomBytes } from "node:crypto";
import {
  type AppError,
  callerUser,
  editMember,
  formatId,
  member,
  memberBalance,
  parseContent,
  parseQuery,
  recordOf,
  store,
} from "@rewards/domain";
import { drizzle } from "drizzle-orm/postgres-js";
import { expect, test } from "vitest";
import { keyOf, newMember, newStore, type TestRecord, times } from "../../../test/src/records.ts";
import { findLoginUser } from "../../access/src/console-user/console-user.read.ts";
import { openTotp } from "../../access/src/console-user/console-user.totp.ts";
import { createUser, requireCodes } from "../../access/src/console-user/console-user.write.ts";
import { runAction } from "../../db/src/action/action.run.ts";
import { holdKey, readStoredKeys } from "../../db/src/personal/personal.key.ts";
import { createPersonalKeys, foldCase, noKeys, type PersonalKeys } from "../../db/src/personal/personal.keys.ts";
import { sealNewRecord } from "../../db/src/personal/personal.seal.ts";
import { act } from "../../db/src/testing/act.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../../db/src/testing/database.ts";
import { listOf } from "../../db/src/testing/query-records.ts";
import { collectAnswer, createViewRunner, findObject } from "../../db/src/view/view.compile.ts";
import { verifyBooks } from "./books/books.verify.ts";
import { erasePerson } from "./person/person.erase.ts";
import { exportPerson } from "./person/person.export.ts";
import { rekeyPersonal } from "./personal.rekey.ts";

const { sql, readDb, openRecorder } = await openTestDatabase();
const [first, second] = ["first", "second"].map((id) => ({ id, bytes: randomBytes(32) })) as [
  { id: string; bytes: Buffer },
  { id: string; bytes: Buffer },
];
const keys = createPersonalKeys({ sealing: "first", keys: [first] });
const rotated = createPersonalKeys({ sealing: "second", keys: [second, first] });
const inClear = createPersonalKeys({ sealing: undefined, keys: [second, first] });

const members = listOf(recordOf(member));
const balances = listOf(memberBalance);
const person = {
  FullName: "Zoë Canary",
  EmailAddress: "Zoe@Canary.example",
  MobileNumber: "4915551",
  DateOfBirth: "1931-07-19",
};
const author = { actor: "olga" };

async function insert(record: TestRecord, sealing: PersonalKeys = keys): Promise<string> {
  const [id = ""] = await insertAll(sql, member, [sealNewRecord(member, sealing, record) as TestRecord]);
  return id;
}
const register = (more: object = {}, sealing?: PersonalKeys) =>
  insert(newMember(undefined, { ...person, ...more }), sealing);
const ask = (view: typeof members, query: object, opening = rotated) =>
  collectAnswer(createViewRunner(readDb, readDb, opening), {
    view,
    parameters: {},
    user: "api",
    query: parseQuery(view, { query }),
  });
const contentOf = async (id: string, opening = rotated) =>
  (await findObject(createViewRunner(readDb, readDb, opening), member, id)).content;
const edit = (id: string, content: object, sealing = keys) =>
  runAction(
    sql,
    editMember,
    { id, user: callerUser, content: parseContent(editMember.content as never, content) },
    sealing,
  );
const rowOf = async (id: string) => (await sql`select to_jsonb(m) as row from member m where id = ${id}`)[0]?.["row"];
const refusalOf = (given: Promise<unknown>) =>
  given.then(
    () => undefined,
    ({ code, cause }: AppError) => [code, (cause as Error).message],
  );

test("case is folded as the indexes in Postgres fold it, for every letter that both know", async () => {
  const rows = await sql<{ letter: string; folded: string }[]>`
    select chr(n) as letter, lower(chr(n) collate "pg_c_utf8") as folded from generate_series(1, 1114111) n
    where n not between 55296 and 57343 and lower(chr(n) collate "pg_c_utf8") <> chr(n)`;
  expect(rows.length).toBeGreaterThan(1_300);
  for (const { letter, folded } of rows.filter((row) => !/\p{Cn}/u.test(row.letter)))
    expect([letter, foldCase(letter)]).toEqual([letter, folded]);
  const changed = times(0x110000, (n) => n).filter((n) => {
    const letter = (n < 0xd800 || n > 0xdfff) && String.fromCodePoint(n);
    return letter && letter !== letter.toLowerCase() && foldCase(letter) !== letter;
  });
  const unlike = await sql`
    select n from unnest(${changed}::int[]) n where unicode_assigned(chr(n)) and lower(chr(n) collate "pg_c_utf8") = chr(n)`;
  expect([...unlike]).toEqual([]);
  expect(foldCase("ΟΔΟΣ İ")).toBe("οδοσ i");
});

test("a sealed record has no personal value in its row; every read shows the values", async () => {
  const id = await register();
  const row = await rowOf(id);
  expect(row).toMatchObject({ full_name: "", email_address: "", mobile_number: "", date_of_birth: null });
  for (const value of ["Canary", "anary.example", "4915551", "1931"]) expect(JSON.stringify(row)).not.toContain(value);
  expect(await contentOf(id)).toMatchObject({ ...person, Name: person.FullName });
  const own = {
    filter: {
      filterConditions: { F: { lhs: { field: "ID" }, comparator: "EQ", rhs: { value: formatId("MEM", id) } } },
    },
  };
  expect((await ask(members, own)).data).toMatchObject([{ ...person, Name: person.FullName }]);
  const selected = { ...own, select: [{ field: "Name" }, { field: "DateOfBirth" }] };
  expect((await ask(members, selected)).data).toMatchObject([{ Name: person.FullName, DateOfBirth: "1931-07-19" }]);
  const behind = ["FullName", "Name", "DateOfBirth", "EmailAddress"].map((field) => ({ field: `Member.${field}` }));
  const byMember = {
    filter: {
      filterConditions: { F: { lhs: { field: "Member.ID" }, comparator: "EQ", rhs: { value: formatId("MEM", id) } } },
    },
  };
  const shown = (of: typeof person) => ({
    "Member.FullName": of.FullName,
    "Member.Name": of.FullName,
    "Member.DateOfBirth": of.DateOfBirth,
    "Member.EmailAddress": of.EmailAddress,
  });
  expect((await ask(balances, { ...byMember, select: behind })).data).toMatchObject([shown(person)]);
  await edit(id, { FullName: "Now in clear" }, inClear);
  expect((await ask(balances, { ...byMember, select: behind })).data).toMatchObject([
    shown({ ...person, FullName: "Now in clear" }),
  ]);
  expect(await rowOf(id)).toMatchObject({
    full_name: "Now in clear",
    date_of_birth: "1931-07-19",
    personal_sealed: null,
  });
});

/** Postgres' plan of a look-up by a mobile number. */
async function explainLookUp(ignoreCase: boolean): Promise<string> {
  const recorder = openRecorder();
  const reader = drizzle(recorder.sql);
  const filter = {
    filterConditions: {
      F: { lhs: { field: "MobileNumber" }, comparator: "EQ", rhs: { value: "4915551" }, ignoreCase },
    },
  };
  const [sent] = await recorder.recordCalls(() =>
    collectAnswer(createViewRunner(reader, reader, rotated), {
      view: members,
      parameters: {},
      user: "api",
      query: parseQuery(members, { query: { filter } }),
    }),
  );
  const plan = await sql.begin(async (tx) => {
    await tx`set local plan_cache_mode = force_custom_plan`;
    return tx.unsafe(`explain ${sent?.text}`, sent?.parameters as never[]);
  });
  return plan.map((line) => line["QUERY PLAN"]).join("\n");
}

test("look-ups find the same records in clear and under every key, exactly and in any case, by an index", async () => {
  const addresses = ["A@look.example", "a@look.example", "B@look.example", ""];
  const ids = new Map<string, string>();
  for (const sealing of [noKeys, keys, rotated])
    for (const EmailAddress of addresses)
      ids.set(formatId("MEM", await register({ EmailAddress }, sealing)), EmailAddress);
  const found = async (comparator: string, value: unknown, ignoreCase = false) => {
    const filter = {
      filterConditions: {
        F: { lhs: { field: "EmailAddress" }, comparator, rhs: { value, values: value }, ignoreCase },
      },
    };
    const { data } = await ask(members, { filter, select: [{ field: "EmailAddress" }] });
    const known = data.map(({ ID }) => ids.get(String(ID))).filter((one) => one !== undefined);
    return known.sort();
  };
  const thrice = (...texts: string[]) => texts.flatMap((text) => [text, text, text]).sort();
  expect(await found("EQ", "a@look.example")).toEqual(thrice("a@look.example"));
  expect(await found("EQ", "a@LOOK.example", true)).toEqual(thrice("A@look.example", "a@look.example"));
  expect(await found("EQ", "a@LOOK.example")).toEqual([]);
  expect(await found("EQ", "")).toEqual(thrice(""));
  expect(await found("NEQ", "a@look.example")).toEqual(thrice("A@look.example", "B@look.example", ""));
  expect(await found("NEQ", "b@look.example", true)).toEqual(thrice("A@look.example", "a@look.example", ""));
  expect(await found("NEQ", "")).toEqual(thrice("A@look.example", "a@look.example", "B@look.example"));
  expect(await found("IN", ["B@look.example", "", "x"])).toEqual(thrice("B@look.example", ""));
  expect(await found("IN", ["b@look.example", "A@look.example"], true)).toEqual(
    thrice("A@look.example", "a@look.example", "B@look.example"),
  );
  expect(await found("NOT_IN", ["B@look.example", ""])).toEqual(thrice("A@look.example", "a@look.example"));

  for (const ignoreCase of [false, true]) {
    const text = await explainLookUp(ignoreCase);
    expect(text).toContain("member_mobile_number_hash_idx");
    expect(text).toContain("member_mobile_number_idx");
    expect(text).not.toContain("Seq Scan");
  }
});

test("an Edit seals a record in clear, and merges into one that is sealed; other actions leave it as it is", async () => {
  const id = await register({}, noKeys);
  await sql`delete from personal_key`;
  await edit(id, { FullName: "Second Name" });
  expect((await readStoredKeys(sql)).map(({ id }) => id)).toEqual(["first"]);
  const { personal_sealed: sealed, ...row } = await rowOf(id);
  expect(row).toMatchObject({ full_name: "", email_address: "", date_of_birth: null, version: 2 });
  await act(sql, "AddBalance", "member", id, { AdjustBalances: { Amount: 5, Name: "Points" } });
  await edit(id, { JoinDateTime: "2026-01-15T09:30:00.000Z" });
  expect((await rowOf(id)).personal_sealed).toBe(sealed);
  await edit(id, { EmailAddress: "", DateOfBirth: "1932-01-02" }, rotated);
  const { email_address_hash: hash, personal_sealed: resealed } = await rowOf(id);
  expect([hash, resealed.split(".")[0]]).toEqual([null, "second"]);
  expect(await contentOf(id)).toMatchObject({
    ...person,
    FullName: "Second Name",
    EmailAddress: "",
    DateOfBirth: "1932-01-02",
    "@version": 5,
  });
  const history = await sql`select changes from history where record_id = ${id} order by version`;
  const changed = (...names: string[]) => names.map((field) => ({ field, from: null, to: null }));
  expect(history.map(({ changes }) => changes)).toMatchObject([
    changed("FullName"),
    [{ field: "Balance.Points" }],
    [{ field: "JoinDateTime" }],
    changed("EmailAddress", "DateOfBirth"),
  ]);
});

test("without its key a record is not shown, not changed and not found; the refusal is 503 and says which key", async () => {
  const id = await register({}, rotated);
  const before = await rowOf(id);
  const lacks = [
    "Error_Service_Unavailable",
    expect.stringMatching(/key (first|second), which PERSONAL_DATA_KEYS lacks/),
  ];
  for (const held of [keys, noKeys]) {
    expect(await refusalOf(contentOf(id, held))).toEqual(lacks);
    expect(await refusalOf(ask(members, {}, held))).toEqual(lacks);
    expect(await refusalOf(ask(balances, { select: [{ field: "Member.FullName" }] }, held))).toEqual(lacks);
    expect(await refusalOf(edit(id, { FullName: "x" }, held))).toEqual(lacks);
    expect(await refusalOf(exportPerson(sql, before.external_id, author, () => undefined, held))).toEqual(lacks);
    expect((await ask(members, { select: [{ field: "Status" }] }, held)).data.length).toBeGreaterThan(0);
  }
  expect(await rowOf(id)).toEqual(before);
  expect(await sql`select from audit_entry where operation = 'member.export'`).toHaveLength(0);
});

test("a value that somebody moved to another row, or damaged, is not shown", async () => {
  const [id, other] = [await register(), await register({ FullName: "Other" })];
  const { personal_sealed: sealed } = await rowOf(id);
  const refused = [
    "Error_Service_Unavailable",
    expect.stringContaining(`the encrypted data of Member ${other} is damaged`),
  ];
  const texts = [sealed, `${sealed.slice(0, -6)}AAAAAA`, "first.", "first.x"];
  for (const text of texts) {
    await sql`update member set personal_sealed = ${text} where id = ${other}`;
    expect(await refusalOf(contentOf(other))).toEqual(refused);
  }
  for (const text of ["", "x", ".", "no key"]) {
    await sql`update member set personal_sealed = ${text} where id = ${other}`;
    expect(await refusalOf(contentOf(other))).toEqual(["Error_Service_Unavailable", expect.stringContaining("lacks")]);
  }
  const done = await rekeyPersonal(sql, rotated, author);
  expect(done).toMatchObject({ unopenedCount: 1, unopened: [expect.stringContaining(other)], unused: ["first"] });
  expect(await contentOf(id)).toMatchObject(person);
  await sql`update member set personal_sealed = null, email_address_hash = null, mobile_number_hash = null where id = ${other}`;
});

test("the ID of a key stays while a transaction in progress stores data under it", async () => {
  const id = await register({}, noKeys);
  await sql.begin((tx) => holdKey(tx, { id: "held", checkValue: "x" }));
  let rekeying: ReturnType<typeof rekeyPersonal> | undefined;
  await holding(
    sql,
    (tx) => holdKey(tx, { id: "held", checkValue: "x" }),
    async (tx) => {
      rekeying = rekeyPersonal(sql, rotated, author);
      await untilWaiting(sql);
      await tx`update member set personal_sealed = 'held.x' where id = ${id}`;
      return "commit";
    },
  );
  expect((await rekeying)?.unused).not.toContain("held");
  expect(await readStoredKeys(sql)).toContainEqual({ id: "held", checkValue: "x" });
  await sql`update member set personal_sealed = null, email_address_hash = null, mobile_number_hash = null where id = ${id}`;
});

test("a rekeying with another key under the ID of a stored one is refused, and stores nothing", async () => {
  await register({}, keys);
  const other = createPersonalKeys({ sealing: "first", keys: [{ id: "first", bytes: randomBytes(32) }, second] });
  const refused = ["Error_Service_Unavailable", expect.stringMatching(/other keys under these IDs .*: first\./)];
  expect(await refusalOf(rekeyPersonal(sql, other, author))).toEqual(refused);
  expect((await readStoredKeys(sql)).find(({ id }) => id === "first")?.checkValue).toBe(keys.sealing?.checkValue);
});

test("a rekeying counts the records that another process stored in another way meanwhile", async () => {
  const ids = (await Promise.all(times(120, () => register({}, keys)))).toSorted();
  let rekeying: ReturnType<typeof rekeyPersonal> | undefined;
  await holding(
    sql,
    (tx) => tx`select from member where id = ${ids.at(-1) ?? ""} for update`,
    async () => {
      rekeying = rekeyPersonal(sql, rotated, author);
      await untilWaiting(sql);
      await edit(ids[0] ?? "", { FullName: "Behind" }, inClear);
      return "commit";
    },
  );
  expect(await rekeying).toMatchObject({ late: 1 });
  expect(await contentOf(ids[0] ?? "")).toMatchObject({ FullName: "Behind" });
});

test("secrets of one-time codes are encrypted, bound to their user, and stored anew by a rekeying", async () => {
  await createUser(sql, { name: "cody", rights: "*", by: { login: "cody" } }, author);
  const stored = async () => (await findLoginUser(sql, "cody"))?.totpSecret as Buffer;
  const secret = await requireCodes(sql, noKeys, "cody", author).catch(() => undefined);
  expect(secret).toBeUndefined();
  const made = await requireCodes(sql, inClear, "cody", author);
  expect(await stored()).toEqual(made);
  const done = await rekeyPersonal(sql, rotated, author);
  expect(done.secrets).toBe(1);
  expect((await stored()).toString()).toMatch(/^second\./);
  expect(openTotp(rotated, "cody", await stored())).toEqual(made);
  for (const [held, name, reason] of [
    [keys, "cody", "PERSONAL_DATA_KEYS lacks: second"],
    [rotated, "other", "is damaged, or of another user or key: second"],
  ] as const)
    expect(await refusalOf((async () => openTotp(held, name, await stored()))())).toEqual([
      "Error_Service_Unavailable",
      expect.stringContaining(reason),
    ]);
  const back = createPersonalKeys({ sealing: "first", keys: [first] });
  expect((await rekeyPersonal(sql, back, author)).unused).not.toContain("second");
  expect(await rekeyPersonal(sql, inClear, author)).toMatchObject({ secrets: 1 });
  expect(await stored()).toEqual(made);
});

test("another key under a known ID stores nothing: no record, no Edit and no rekeying", async () => {
  const id = await register({}, noKeys);
  await sql.begin((tx) => holdKey(tx, keys.sealing as NonNullable<typeof keys.sealing>));
  const other = createPersonalKeys({ sealing: "first", keys: [{ id: "first", bytes: randomBytes(32) }] });
  const before = await rowOf(id);
  const refused = ["Error_Service_Unavailable", expect.stringMatching(/other keys under these IDs .*: first\./)];
  for (const storing of [
    () => register({}, other),
    () => edit(id, { FullName: "x" }, other),
    () => rekeyPersonal(sql, other, author),
  ])
    expect(await refusalOf(storing())).toEqual(refused);
  expect(await rowOf(id)).toEqual(before);
});

test("an erasure clears sealed values and hashes; a rekeying leaves the erased as they are; an export shows values", async () => {
  const record = newMember(undefined, person);
  const key = keyOf(record, "ExternalID");
  const id = await insert(record, rotated);
  const rows: string[] = [];
  await exportPerson(sql, key, author, (table, row) => void (table === "member" && rows.push(row)), rotated);
  const exported = JSON.parse(rows[0] ?? "");
  expect(exported).toMatchObject({
    full_name: person.FullName,
    email_address: person.EmailAddress,
    date_of_birth: "1931-07-19",
  });
  expect(Object.keys(exported).filter((name) => /sealed|hash/.test(name))).toEqual([]);
  await erasePerson(sql, key, author);
  const erased = await rowOf(id);
  expect(erased).toMatchObject({
    personal_sealed: null,
    email_address_hash: null,
    mobile_number_hash: null,
    full_name: "",
  });
  await rekeyPersonal(sql, rotated, author);
  expect(await rowOf(id)).toEqual(erased);
});

test("rekeying to clear brings everything back, and a store, which has no personal fields, is never sealed", async () => {
  const shop = newStore();
  expect(sealNewRecord(store, keys, shop)).toBe(shop);
  const id = await register();
  const before = (await sql`select id, version, update_date_time from member order by id`).map((row) => ({ ...row }));
  const { unused, unopenedCount } = await rekeyPersonal(sql, inClear, author);
  expect([unused, unopenedCount]).toEqual([["first", "second"], 0]);
  expect(
    await sql`select from member where personal_sealed is not null or email_address_hash is not null`,
  ).toHaveLength(0);
  expect((await sql`select id, version, update_date_time from member order by id`).map((row) => ({ ...row }))).toEqual(
    before,
  );
  expect(await contentOf(id, noKeys)).toMatchObject(person);
  expect(await sql`select from personal_key`).toHaveLength(0);
  expect(await verifyBooks(sql)).toEqual([]);
});
