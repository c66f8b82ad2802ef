import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPersonalKeys, insertGroup, sealNewRecord } from "@rewards/db";
import { formatId, member, segment } from "@rewards/domain";
import { verifyBooks } from "@rewards/operations";
import { personalKeysVar } from "@rewards/runtime";
import { afterAll, expect, it } from "vitest";
import { keyOf, newMember, newSegment, times } from "../../../test/src/records.ts";
import { openTestService } from "../../../test/src/service.ts";
import { runHere } from "./testing/command.ts";

const { database, url } = await openTestService(2);
const { sql } = database;
const folder = await mkdtemp(join(tmpdir(), "rewards-segments-"));
afterAll(() => rm(folder, { recursive: true }));

const run = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  runHere(["segments", ...args], { DATABASE_URL: url, ...env });

async function openSegment() {
  const one = newSegment();
  await insertGroup(sql, segment, [one]);
  const keys = async () => {
    const rows = await sql<{ key: string }[]>`
      select external_id as key from segment_member s join member m on m.id = s.member
      where segment = ${one.id} and until is null`;
    return rows.map(({ key }) => key).sort();
  };
  return { id: formatId(segment.idPrefix, one.id), keys };
}

it("a file of members is added in slices, unknown keys are named, and a second run adds the rest", async () => {
  const members = times(1_100, () => newMember());
  await insertGroup(sql, member, members.slice(0, 1_050));
  const keys = members.map((one) => keyOf(one, "ExternalID"));
  const file = join(folder, "members.txt");
  await writeFile(file, `\uFEFF${keys.join("\r\n")}\n\n${keys[0]}\n`);
  const { id, keys: inside } = await openSegment();
  const first = await run({}, "import", id, file);
  expect([first.code, first.output]).toEqual([
    1,
    `1,050 members are in the segment.\n50 not found: no member has these ExternalIDs:\n${keys.slice(1_050).join("\n")}\n`,
  ]);
  await insertGroup(sql, member, members.slice(1_050));
  const second = await run({}, "import", id, file, "--json", "--actor", "olga");
  expect([second.code, JSON.parse(second.output)]).toEqual([0, { members: 1_100, unknown: [] }]);
  expect(await inside()).toEqual(keys.toSorted());
  const audit = await sql`select actor from audit_entry where operation = 'segment:addMembers' order by id`;
  expect(audit.map(({ actor }) => actor)).toEqual(["ann", "ann", "olga", "olga"]);
  expect(await verifyBooks(sql)).toEqual([]);
});

it("members born in a month are added, whether their data is encrypted or not", async () => {
  const key = `k1:${randomBytes(32).toString("base64")}`;
  const keys = createPersonalKeys(personalKeysVar.parse(key));
  const born = (DateOfBirth: string | null) => newMember(undefined, { DateOfBirth });
  const given = [born("1990-05-17"), born("2001-04-30"), born("1985-05-01"), born(null)];
  const sealed = given.map((one, at) => (at % 2 === 0 ? sealNewRecord(member, keys, one) : one));
  await sql`insert into personal_key (id, check_value) values ('k1', ${keys.sealing?.checkValue ?? ""})`;
  await insertGroup(sql, member, sealed);
  const { id, keys: inside } = await openSegment();
  const env = { PERSONAL_DATA_KEYS: key };
  const refused = await run({}, "fill", id, "--born-in", "05");
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("PERSONAL_DATA_KEYS lacks")]);
  const done = await run(env, "fill", id, "--born-in", "05");
  expect([done.code, done.output]).toEqual([0, "2 members are in the segment.\n"]);
  const bornInMay = given.filter((_, at) => at % 2 === 0).map((one) => keyOf(one, "ExternalID"));
  expect(await inside()).toEqual(bornInMay.sort());
  expect((await run(env, "fill", id, "--born-in", "05")).output).toBe(done.output);
});

it("an ID that is not a segment's, an unknown one and an inactive segment are refused in words", async () => {
  const file = join(folder, "one.txt");
  const one = newMember();
  await insertGroup(sql, member, [one]);
  await writeFile(file, keyOf(one, "ExternalID"));
  const { id } = await openSegment();
  const unknown = id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const outputs = [];
  outputs.push(await run({}, "import", `MEM-${id.slice(4)}`, file));
  outputs.push(await run({}, "import", unknown, file));
  await sql`update segment set status = 'Resolved-Inactive' where name like 'segment%'`;
  outputs.push(await run({}, "import", id, file));
  expect(outputs.map(({ code, output }) => `${code} ${output}`)).toEqual([
    `1 MEM-${id.slice(4)} is not the ID of a segment.\n`,
    "1 There is no object with this ID. (Error_Object_Unknown)\n",
    "1 The status Resolved-Inactive does not allow AddMembers. (Error_Status_Illegal)\n",
  ]);
});
