import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { createPersonalKeys, hashedKey, insertGroup, sealNewRecord } from "@rewards/db";
import { type AppError, creatableObjects, member, parseContent, product, reward, store } from "@rewards/domain";
import { exportedViews } from "@rewards/operations";
import { personalKeysVar } from "@rewards/runtime";
import { expect, test } from "vitest";
import { adjustmentOf, post } from "../../../packages/db/src/testing/ledger.ts";
import {
  keyOf,
  newMember,
  newProduct,
  newReward,
  newStore,
  type TestRecord,
  times,
} from "../../../test/src/records.ts";
import { openTestService } from "../../../test/src/service.ts";
import { runHere } from "./testing/command.ts";

const { database, url } = await openTestService(2);
const { sql } = database;
const key = `k:${randomBytes(32).toString("base64")}`;
const keys = createPersonalKeys(personalKeysVar.parse(key));
const person = { FullName: "Zoë Canary", EmailAddress: "zoe@canary.example", DateOfBirth: "1931-07-19" };

async function run(...args: string[]) {
  const env = { DATABASE_URL: url, PERSONAL_DATA_KEYS: key };
  const { code, output } = await runHere(["export", ...args, "--actor", "olga"], env);
  expect([code, output]).toEqual([0, output]);
  return output;
}
const read = async (...args: string[]) =>
  (await run(...args))
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const audited = async () =>
  (await sql`select actor, detail from audit_entry where operation = 'view.export' order by id desc limit 1`)[0];

test("every record is in an export once, in order, more of them than a page has", async () => {
  await insertGroup(
    sql,
    product,
    times(2_345, () => newProduct()),
  );
  const ids = (await sql`select id from product order by create_date_time, id`).map(({ id }) => id);
  const shown = await read("ProductList");
  expect(shown.map(({ ID }) => ID)).toEqual(ids.map((id) => `PRO-${id.replaceAll("-", "")}`));
});

test("what describes a person is in an export only if it is asked for, decrypted; the audit says so", async () => {
  const one = newMember(undefined, person);
  await insertGroup(sql, member, [sealNewRecord(member, keys, one) as TestRecord]);
  const mine = (all: { ExternalID: string }[]) => all.find(({ ExternalID }) => ExternalID === keyOf(one, "ExternalID"));
  const without = await run("MemberList");
  for (const value of Object.values(person)) expect(without).not.toContain(value);
  expect(await audited()).toEqual({ actor: "olga", detail: { view: "MemberList", personal: [], parameters: {} } });
  expect(mine(await read("MemberList", "--personal"))).toMatchObject(person);
  const personal = expect.arrayContaining(Object.keys(person));
  expect(await audited()).toEqual({ actor: "olga", detail: { view: "MemberList", personal, parameters: {} } });
  const csv = await run("memberlist", "--personal", "--format", "csv");
  expect(csv).toContain(person.EmailAddress);
});

test("import takes the lines of exported objects", async () => {
  await insertGroup(sql, store, [newStore()]);
  await insertGroup(sql, reward, [newReward()]);
  for (const one of creatableObjects) {
    const lines = await read(`${one.path}List`, "--personal");
    const refused = lines.flatMap((line) => {
      try {
        parseContent(one.content, line);
        return [];
      } catch (error) {
        return (error as AppError).details;
      }
    });
    expect([one.noun, refused]).toEqual([one.noun, []]);
  }
});

test("the entries of all members are exported, of a time if it is given", async () => {
  const members = times(3, () => newMember());
  await insertGroup(sql, member, members);
  for (const { id } of members) await post(sql, [adjustmentOf(id, 5), adjustmentOf(id, -2)]);
  const all = await read("LedgerEntries");
  expect(all.map(({ CurrencyAwarded }) => CurrencyAwarded)).toEqual([5, -2, 5, -2, 5, -2]);
  const bounds = ["--from", all[2].CreateDateTime, "--to", all[3].CreateDateTime] as const;
  const between = all.filter(({ CreateDateTime: at }) => at >= bounds[1] && at <= bounds[3]);
  expect(await read("LedgerEntries", ...bounds)).toEqual(between);
  const externalId = keyOf(members[0] as TestRecord, "ExternalID");
  const ofOne = ["LedgerEntriesBetweenDates", "--parameter", `MemberExternalID=${externalId}`] as const;
  expect(await read(...ofOne)).toEqual(all.slice(0, 2));
  // An erasure leaves the audit as it is.
  expect(JSON.stringify(await audited())).not.toContain(externalId);
  expect(await audited()).toMatchObject({ detail: { parameters: { MemberExternalID: hashedKey(externalId) } } });
  expect(await read(...ofOne, "--to", "2020-01-01T00:00:00Z")).toEqual([]);
});

test("CSV has a line of names, and gzip unpacks to the same", async () => {
  await insertGroup(sql, store, [newStore("=1+1")]);
  const csv = await run("StoreList", "--format", "csv");
  expect(csv).toMatch(/^ID,.*Address\.City.*\n/);
  expect(csv).toContain(",'=1+1,");
  const packed = await run("StoreList", "--format", "csv", "--gzip");
  expect(gunzipSync(Buffer.from(packed, "latin1")).toString()).toBe(csv);
});

test("every view is exported, or says which parameter it lacks", async () => {
  for (const { name, parameters } of exportedViews) {
    const { code, output } = await runHere(["export", name], { DATABASE_URL: url, PERSONAL_DATA_KEYS: key });
    const needed = Object.keys(parameters).filter((one) => !/^(From|To)DateTime$/.test(one));
    expect([name, code, needed.every((one) => output.includes(one))]).toEqual([name, needed.length > 0 ? 1 : 0, true]);
  }
  const missing = await runHere(["export", "MemberList"], { DATABASE_URL: url });
  expect(missing).toMatchObject({ code: 0 });
  const sealed = await runHere(["export", "MemberList", "--personal"], { DATABASE_URL: url });
  expect(sealed).toEqual({ code: 1, output: expect.stringContaining("PERSONAL_DATA_KEYS") });
});
