import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openTestDatabase } from "../testing/database.ts";
import { pruneWebhooks } from "./webhook.prune.ts";

const { sql } = await openTestDatabase();

test("attempts are kept for three days, and what was set aside for as long as the log", async () => {
  const webhook = randomUUID();
  await sql`
    insert into webhook_attempt (webhook, at, error, numbers, ms)
    select ${webhook}, clock_timestamp() - make_interval(days => case when n <= 2100 then 4 else 2 end), '', '{1}', '{1}'
    from generate_series(1, 2110) n order by n`;
  await sql`
    insert into webhook_parked (webhook, n, lane, attempts, next_at, is_dead) values
      (${webhook}, 1, 'a', 9, clock_timestamp() - interval '8 days', true),
      (${webhook}, 2, 'a', 9, clock_timestamp() - interval '6 days', true),
      (${webhook}, 3, 'a', 1, clock_timestamp() - interval '8 days', false)`;
  await pruneWebhooks(sql, 7);
  expect(
    await sql`select count(*)::int as left, max(clock_timestamp() - at) < interval '3 days' as young from webhook_attempt`,
  ).toEqual([{ left: 10, young: true }]);
  expect((await sql`select n from webhook_parked order by n`).map(({ n }) => n)).toEqual(["2", "3"]);
});
