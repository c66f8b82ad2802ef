import {
  type DataViewDefinition,
  dataViewOf,
  formatId,
  member,
  parseParameters,
  parseQuery,
  segment,
} from "@rewards/domain";
import { afterAll, expect, test } from "vitest";
import { keyOf, newMember, newSegment, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { erasePerson } from "../../../operations/src/person/person.erase.ts";
import { noKeys } from "../personal/personal.keys.ts";
import { openSegments } from "../segment.process.ts";
import { act } from "../testing/act.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../testing/database.ts";
import { refusal, requireAction, runAsClerk } from "../testing/targets.ts";
import { collectAnswer, createViewRunner } from "../view/view.compile.ts";

const database = await openTestDatabase(6);
const { sql } = database;
const views = createViewRunner(database.readDb, database.queries, noKeys, sql);

/** The times that the view SegmentMembers shows. */
async function shownTimes(id: string) {
  const view = dataViewOf("SegmentMembers") as DataViewDefinition;
  const parameters = parseParameters(view, { SegmentID: formatId(segment.idPrefix, id) });
  const query = parseQuery(view, { paging: { maxResultsToFetch: 3 } });
  return (await collectAnswer(views, { view, parameters, user: "ann", query })).data;
}

async function openGroup(count: number) {
  const [id = ""] = await insertAll(sql, segment, [newSegment()]);
  const members = times(count, () => newMember());
  const memberIds = await insertAll(sql, member, members);
  const keys = members.map((one) => keyOf(one, "ExternalID"));
  const run = (name: "AddMembers" | "RemoveMembers", given: readonly string[], more: object = {}) =>
    runAsClerk(sql, requireAction(segment, name), { id, content: { MemberExternalIDs: given }, ...more });
  const read = async () => {
    const [row] = await sql<{ status: string; note: string; version: number }[]>`
      select status, confirmation_note as note, version from segment where id = ${id}`;
    return row;
  };
  const inside = async () => {
    const rows = await sql<{ key: string }[]>`
      select external_id as key from segment_member s join member m on m.id = s.member
      where segment = ${id} and until is null`;
    const found = new Set(rows.map(({ key }) => key));
    return keys.filter((key) => found.has(key));
  };
  return { id, keys, memberIds, run, read, inside };
}

test("the first members open a new segment, and its worker then has nothing to do", async () => {
  const { id, keys, run, read } = await openGroup(1);
  expect(await run("AddMembers", keys)).toMatchObject({ status: "Open-Active", version: 2 });
  expect(await sql`select from pending where id = ${id}`).toHaveLength(0);
  await openSegments(sql, [id]);
  expect(await read()).toEqual({ status: "Open-Active", note: "1 member added.", version: 2 });
});

test("adding and removing members twice changes nothing more, and the notes count who changed", async () => {
  const { keys, run, read, inside } = await openGroup(3);
  const [first = "", second = "", third = ""] = keys;
  await run("AddMembers", [first, second, first]);
  expect((await read())?.note).toBe("2 members added.");
  await run("AddMembers", keys);
  expect([(await read())?.note, await inside()]).toEqual(["1 member added, 2 were in it.", keys]);
  await run("RemoveMembers", [second, third]);
  await run("RemoveMembers", [second, first]);
  expect([(await read())?.note, await inside()]).toEqual(["1 member removed, 1 was not in it.", []]);
  await run("AddMembers", [second]);
  expect(await inside()).toEqual([second]);
  expect(
    await sql`select from segment_member m join member x on x.id = m.member where external_id = ${second}`,
  ).toHaveLength(2);
});

test("unknown members, and those of other programmes than the caller's, are refused, and nothing is written", async () => {
  const { keys, run, read, inside } = await openGroup(2);
  const before = await read();
  const [known = ""] = keys;
  const unknown = times(12, (at) => `nobody-${at}`);
  await expect(run("AddMembers", [known, ...unknown])).rejects.toMatchObject({
    code: "Error_Member_Unknown",
    details: times(10, (at) => ({ code: "Error_Member_Unknown", identifier: `.MemberExternalIDs(${at + 2})` })),
  });
  const foreign = { scope: { programmes: ["CLUB"] } };
  expect(await refusal(run("RemoveMembers", keys, foreign))).toBe("Error_Member_Unknown");
  expect(await run("AddMembers", keys, { scope: { programmes: ["REWARDS"] } })).toMatchObject({ version: 2 });
  expect([before?.version, await inside()]).toEqual([1, keys]);
});

test("nobody is in an inactive segment, however many were, and nobody can be added", async () => {
  const { id, keys, run } = await openGroup(1);
  await run("AddMembers", keys);
  await sql`
    insert into segment_member (member, segment, since) select gen_random_uuid(), ${id}, clock_timestamp() from generate_series(1, 50000)`;
  const rows = () => sql`
    select count(*), sum(('x' || md5(s::text || s.xmin))::bit(32)::bigint) as of from segment_member s where segment = ${id}`;
  const before = await rows();
  await act(sql, "MarkAsInactive", "segment", id);
  // A statement that changed each of them would run into the statement timeout.
  expect(await rows()).toEqual(before);
  const [row] = await sql<{ at: Date }[]>`select update_date_time as at from segment where id = ${id}`;
  const until = { UntilDateTime: row?.at.toISOString() };
  expect(await shownTimes(id)).toMatchObject([until, until, until]);
  expect(await refusal(run("AddMembers", keys))).toBe("Error_Status_Illegal");
});

test("the audit says who was added and removed, and that a segment became inactive, by whichever client", async () => {
  const { id, keys, memberIds, run } = await openGroup(3);
  await run("AddMembers", keys.slice(0, 2));
  await run("AddMembers", keys);
  await run("RemoveMembers", keys.slice(1, 2));
  // A segment belongs to all programmes: a client of one can close it, though it cannot remove members of another.
  const foreign = { id, content: undefined, scope: { programmes: ["CLUB"] } };
  await runAsClerk(sql, requireAction(segment, "MarkAsInactive"), foreign);
  const entries = await sql<{ operation: string; members: string[] | undefined; status: object[] }[]>`
    select operation, detail -> 'members' as members, detail -> 'changes' as status from audit_entry where record_id = ${id} order by id`;
  const of = (...at: number[]) => at.map((index) => formatId(member.idPrefix, memberIds[index] ?? "")).sort();
  expect(entries.map(({ operation, members }) => [operation, members?.toSorted()])).toEqual([
    ["segment:addMembers", of(0, 1)],
    ["segment:addMembers", of(2)],
    ["segment:removeMembers", of(1)],
    ["segment:markAsInactive", undefined],
  ]);
  expect(entries.at(-1)?.status).toEqual([{ field: "Status", from: "Open-Active", to: "Resolved-Inactive" }]);
});

test("removed and added within a millisecond, a member is in the segment; a clock that runs back makes no overlap", async () => {
  const { id, keys, run } = await openGroup(1);
  await run("AddMembers", keys);
  await sql`update segment_member set since = since + interval '1 hour' where segment = ${id}`;
  for (const name of ["RemoveMembers", "AddMembers", "RemoveMembers", "AddMembers"] as const) await run(name, keys);
  const rows = await sql`select until from segment_member where segment = ${id}`;
  expect(rows).toEqual([{ until: null }]);
});

test("an erased person is in no segment, and one who is being erased cannot be added", async () => {
  const { keys, run, inside } = await openGroup(2);
  const [key = "", other = ""] = keys;
  await run("AddMembers", keys);
  let adding: Promise<unknown> = Promise.resolve();
  const erased = await erasePerson(sql, key, { actor: "olga" });
  expect(await refusal(run("AddMembers", [erased?.surrogate ?? ""]))).toBe("Error_Member_Unknown");
  expect(await inside()).toEqual([other]);
  await holding(
    sql,
    (tx) => tx`select from member where external_id = ${other} for update`,
    async (tx) => {
      adding = refusal(run("AddMembers", [other]));
      await untilWaiting(sql);
      await tx`update member set external_id = 'gone' where external_id = ${other}`;
      return "commit";
    },
  );
  expect(await adding).toBe("Error_Member_Unknown");
  await sql`update member set external_id = ${other} where external_id = 'gone'`;
});

test("callers who add, remove and erase the same members at the same time wait for one another, and all end", async () => {
  const { id, keys, run } = await openGroup(30);
  const turned = keys.toReversed();
  const other = await openGroup(0);
  await Promise.all(
    [
      run("AddMembers", keys),
      other.run("AddMembers", turned),
      run("RemoveMembers", turned),
      run("AddMembers", turned.slice(5)),
      ...keys.slice(0, 3).map((key) => refusal(erasePerson(sql, key, { actor: "olga" }))),
    ].map((call) => call.catch((error: { code?: string }) => expect(error.code).toBe("Error_Member_Unknown"))),
  );
  await act(sql, "MarkAsInactive", "segment", id);
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
