import { sale } from "@rewards/domain";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { explain, fullScans } from "../../../db/src/testing/plan.ts";
import { findByNumber } from "./record.find.ts";

const { sql, openRecorder } = await openTestDatabase(2);
const recorder = openRecorder();
const rows = 20_000;

test("a record is found by its number, over gaps in numbers and in time, in a plan that reads no whole table", async () => {
  expect(await findByNumber(sql, sale, 1n)).toBeUndefined();
  // Days without sales, and seconds with thousands; two of three numbers were never used.
  await sql`
    insert into sale (id, number, status, confirmation_note, create_date_time, create_user_id, update_user_id, external_id)
    select gen_random_uuid(), n * 3, 'Resolved-Completed', '',
      '2026-01-01'::timestamptz + n / 5000 * interval '9 days' + n * interval '1 millisecond', 'api', 'api', 's' || n
    from generate_series(1, ${rows}) n`;
  await sql`analyze sale`;
  for (const number of [3, 6, 14_997, 15_000, 15_003, 30_000, rows * 3]) {
    const [row] = await sql<{ id: string }[]>`select id from sale where number = ${number}`;
    expect([number, await findByNumber(sql, sale, BigInt(number))]).toEqual([number, row?.id]);
  }
  for (const number of [0n, -1n, 4n, BigInt(rows * 3 + 3), 2n ** 62n])
    expect(await findByNumber(sql, sale, number)).toBeUndefined();
  const [text = ""] = await recorder.record(() => findByNumber(recorder.sql, sale, 3n));
  expect(fullScans(await explain(text, sql))).toEqual([]);
});
