import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Database, openDatabase } from "@rewards/db";
import { type EmbeddedPostgres, postgresDatabase, startPostgres } from "@rewards/embedded";
import { migrateDatabase } from "@rewards/operations";
import { afterAll, beforeAll, expect, it } from "vitest";

const testWaitMsMax = 600_000;
const migrationsFolder = fileURLToPath(new URL("../../../test/migrations/expand", import.meta.url));
let folder: string;
let server: EmbeddedPostgres;
let owner: Database;

// The shared test server has hundreds of databases, and autovacuum visits one after the other: this one is the test's own.
beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), "rewards-migrate-vacuum-"));
  server = await startPostgres({ dataDir: folder, durable: false, settings: { autovacuum_naptime: "1s" } });
  const url = server.url(postgresDatabase);
  await migrateDatabase(url);
  owner = openDatabase({ url, name: "owner", poolMax: 1, viewPoolMax: 1 });
}, testWaitMsMax);

afterAll(async () => {
  await owner.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}, testWaitMsMax);

/** An automatic vacuum of products that takes longer than any try of a migration. */
async function untilVacuum(): Promise<void> {
  const { sql } = owner;
  await sql`
    insert into product (id, status, confirmation_note, create_user_id, update_user_id, origin, name, description, product_code,
      brand, category, incentivizable)
    select uuidv7(), 'Active', '', 'clerk', 'clerk', '', '', repeat('x', 500), 'P' || n, '', '', true
    from generate_series(1, 5000) n`;
  await sql`update product set description = ''`;
  await sql`
    alter table product set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`;
  const vacuums = () => sql`
    select from pg_stat_activity where backend_type = 'autovacuum worker' and query like 'autovacuum: VACUUM % public.product%'`;
  await expect.poll(async () => (await vacuums()).length, { timeout: testWaitMsMax }).toBe(1);
}

it(
  "ends an automatic vacuum that holds a table which it changes",
  async () => {
    await untilVacuum();
    await migrateDatabase(server.url(postgresDatabase), { migrationsFolder });
    const columns = await owner.sql`
      select from information_schema.columns where table_name = 'product' and column_name = 'colour'`;
    expect(columns).toHaveLength(1);
  },
  testWaitMsMax,
);
