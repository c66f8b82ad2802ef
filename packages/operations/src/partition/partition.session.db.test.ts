import { expect, test } from "vitest";
import { advisoryLocks } from "../../../db/src/lock.ts";
import { holding, openTestDatabase } from "../../../db/src/testing/database.ts";
import { withPartitions } from "./partition.session.ts";

const { sql, url } = await openTestDatabase(2);

test("a command waits for the session of one that was killed, until Postgres has ended it", async () => {
  const run = { ended: Promise.resolve("") };
  await holding(
    sql,
    (tx) => tx`select pg_advisory_xact_lock(${advisoryLocks.partitions})`,
    async () => {
      run.ended = withPartitions(url, async () => "done");
      const asking = () => sql`
        select from pg_stat_activity where application_name = 'rewards-partitions' and datname = current_database()
          and state = 'idle' and query like '%pg_try_advisory_lock%'`;
      await expect.poll(async () => (await asking()).length, { timeout: 60_000, interval: 20 }).toBe(1);
      return "rollback";
    },
  );
  expect(await run.ended).toBe("done");
});
