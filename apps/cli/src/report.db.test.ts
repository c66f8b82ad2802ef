import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openTestService } from "../../../test/src/service.ts";
import { readDay } from "./report.ts";
import { runHere } from "./testing/command.ts";

const { database, url } = await openTestService(2);
const env = { DATABASE_URL: url };
const pointsId = "01900000-0000-7000-8000-000000000002";
const today = new Date().toISOString().slice(0, 10);

test("prints what members have by month of award, and what of it expires, as a table and as JSON", async () => {
  const empty = await runHere(["report", "liability", "--as-of", today], env);
  expect(empty).toEqual({
    code: 0,
    output: `Liability at the end of ${today}\n\nREWARDS, Points (days of UTC)\nNo points were awarded.\n`,
  });
  await database.sql`
    insert into ledger_entry (id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after, source_class, source_id, create_date_time, hash, why)
    select gen_random_uuid(), id, c, sequence, type, amount, balance, awarded, 'SaleCase', gen_random_uuid(), at::timestamptz, '', '{}' from (values
      (gen_random_uuid(), ${pointsId}::uuid)) m(id, c), (values
      (1, 'Sale', 1204.5, 1204.5, 1204.5, '2026-04-30T23:59Z'), (2, 'Redemption', -1000, 204.5, 1204.5, '2026-05-01T12:00Z'),
      (3, 'Sale', 30, 234.5, 1234.5, '2026-05-02T12:00Z')) e(sequence, type, amount, balance, awarded, at)`;
  await database.sql`
    insert into expiry_version (currency, version, months, until, applied_at) values (${pointsId}, 2, 1, 'day', '2026-03-01')`;
  const report = (...more: string[]) => runHere(["report", "liability", "--as-of", "2026-05-31", ...more], env);
  expect((await report()).output.split("\n").slice(2)).toEqual([
    "REWARDS, Points (days of UTC)",
    "Awarded in  Points   Outstanding",
    "----------  -------  -----------",
    "2026-04     1,204.5  204.5",
    "2026-05     30       30",
    "Total       1,234.5  234.5",
    "Members with points: 1",
    "They can spend 30; 0 pending, 204.5 overdue",
    "Expired so far: 0",
    "Expire next: 30, at 2026-06-03T00:00:00.000Z",
    "",
  ]);
  const page = await readFile(new URL("../../../docs/points.md", import.meta.url), "utf8");
  expect(page).toContain((await report()).output);
  expect(JSON.parse((await report("--json")).output)).toMatchObject({
    asOf: "2026-05-31",
    currencies: [
      { programme: "REWARDS", outstanding: "234.5000", months: [{ month: "2026-04" }, { month: "2026-05" }] },
    ],
  });
});

test("says what the points of a programme's first currency are worth, if its file says what a point is", async () => {
  const { sql } = database;
  await sql`update programme set point_value = 0.0055, point_value_currency = 'EUR'`;
  await sql`insert into currency (program, position, name) select program, 1, 'Stars' from currency`;
  const { output } = await runHere(["report", "liability", "--as-of", "2026-05-31", "--json"], env);
  const [points, stars] = JSON.parse(output).currencies;
  expect([points.worth, stars.worth]).toEqual([{ amount: "1.28975", currency: "EUR" }, null]);
  const text = await runHere(["report", "liability", "--as-of", "2026-05-31"], env);
  expect(text.output).toContain("They are worth 1.28975 EUR\n");
});

test.each([
  ["2026-02-29", "It must be a day such as 2026-05-31."],
  ["yesterday", "It must be a day such as 2026-05-31."],
  ["2026-5-31", "It must be a day such as 2026-05-31."],
  ["2026-06-02", "This day has not begun yet."],
])("refuses %s as a day", (text, message) => {
  expect(() => readDay(text, Date.parse("2026-05-31T23:00:00Z"))).toThrow(message);
});

test("accepts the day that has begun in the first time zone", () => {
  expect(readDay("2026-06-01", Date.parse("2026-05-31T11:00:00Z"))).toBe("2026-06-01");
});
