import { fileURLToPath } from "node:url";
import { migrateDatabase } from "@rewards/operations";
import { expect, test, vi } from "vitest";
import { freshKey, memberContent, registerBasics } from "./support/fixtures.ts";
import { backends, expectBooksInOrder, type Running, type Stack, startStack } from "./support/stack.ts";
import { openTills, pointsOf } from "./support/till.ts";

const migrationsFolder = fileURLToPath(new URL("../migrations/expand", import.meta.url));
const salesBetween = 50;

test.each(backends)(
  "an upgrade under load (migrate, then each worker, then each API, each with a role of its own from then on) posts every sale once, and no till gets a wrong answer (queue on %s)",
  async (queue) => {
    const stack = await startStack({ queue, apis: 0, workers: 0 });
    try {
      const { sql } = stack.database;
      const apis = [await stack.startApi({}, "commands"), await stack.startApi({}, "commands")];
      const workers: Running[] = [await stack.startWorker({}, "commands"), await stack.startWorker({}, "commands")];
      const [{ client }] = apis as [(typeof apis)[number]];
      const basics = await registerBasics(client);
      const members = Array.from({ length: 10 }, () => freshKey("member"));
      for (const member of members) await client.created("Member", memberContent(member));

      const tills = openTills({ urls: () => apis.map(({ url }) => url), basics, members });
      expect(await rolesOf(sql)).toEqual(["rewards_service"]);
      await tills.sell(salesBetween);
      await migrateDatabase(stack.ownerUrl, { migrationsFolder });
      await tills.sell(salesBetween);
      for (const [index, old] of workers.entries()) {
        expect(await old.stop()).toBe(0);
        workers[index] = await stack.startWorker();
        await tills.sell(salesBetween);
      }
      for (const [index, old] of apis.entries()) {
        expect(await old.stop()).toBe(0);
        apis[index] = await stack.startApi();
        await tills.sell(salesBetween);
      }
      await tills.close();
      // The session of a process that has just ended may still be there.
      await vi.waitFor(async () => expect(await rolesOf(sql)).toEqual(["rewards_api", "rewards_worker"]), {
        timeout: 120_000,
      });

      expect(tills.wrong).toEqual([]);
      expect(tills.answered.size).toBe(tills.sent.size);
      await expectBooksInOrder(stack);
      const [posted] = await sql`
        select count(*)::int as entries, count(distinct source_id)::int as sales, sum(currency_awarded)::int as points from ledger_entry`;
      expect(posted).toEqual({ entries: tills.sent.size, sales: tills.sent.size, points: pointsOf(tills) });
      const sales = await sql`select external_id, status from sale`;
      expect(new Set(sales.map((row) => row["external_id"]))).toEqual(new Set(tills.sent.keys()));
      expect(new Set(sales.map((row) => row["status"]))).toEqual(new Set(["Resolved-Completed"]));
      expect(await sql`select from drizzle.__drizzle_migrations where created_at >= 4102444800000`).toHaveLength(2);
    } finally {
      await stack.stop();
    }
  },
);

/** The roles of the service's sessions, without those of the queue. */
async function rolesOf(sql: Stack["database"]["sql"]): Promise<string[]> {
  const rows = await sql<{ role: string }[]>`
    select distinct usename::text as role from pg_stat_activity
    where datname = current_database() and application_name like 'rewards%' and application_name <> 'rewards-queue'
    order by 1`;
  return rows.map(({ role }) => role);
}
