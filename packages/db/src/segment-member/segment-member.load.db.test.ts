import { compileRules, member, parseRules, segment } from "@rewards/domain";
import { expect, test } from "vitest";
import { newMember, newSegment } from "../../../../test/src/records.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { loadMemberships } from "./segment-member.load.ts";

const { sql } = await openTestDatabase();
const rules = [{ id: "FANS", where: { segment: ["Fans"] }, gives: { bonus: "1" } }];
const sets = [compileRules(parseRules(JSON.stringify(rules)))];

test("of a member's many times in a segment, only those between the first purchase and the last are read", async () => {
  const [memberId = ""] = await insertAll(sql, member, [newMember()]);
  const [segmentId = ""] = await insertAll(sql, segment, [newSegment("Fans")]);
  // In the segment on each even day of the year.
  await sql`
    insert into segment_member (member, segment, since, until)
    select ${memberId}, ${segmentId}, d, case when d < '2026-12-31' then d + interval '1 day' end
    from generate_series('2026-01-01T00:00:00Z'::timestamptz, '2026-12-31T00:00:00Z', interval '2 days') d`;
  const daysBetween = async (...times: readonly string[]) => {
    const purchases = times.map((at) => ({ memberId, soldAtMs: Date.parse(at) }));
    const found = (await loadMemberships(sql, purchases, sets)).get(memberId) ?? [];
    return found.map(({ sinceMs }) => new Date(sinceMs).toISOString().slice(5, 10)).sort();
  };
  expect(await daysBetween("2026-01-07T00:00:00Z", "2026-01-03T12:00:00Z")).toEqual(["01-03", "01-05", "01-07"]);
  expect(await daysBetween("2026-01-03T23:59:59.999Z")).toEqual(["01-03"]);
  expect(await daysBetween("2026-01-04T00:00:00Z")).toEqual([]);
  expect(await daysBetween("2027-01-01T00:00:00Z")).toEqual(["12-31"]);
});
