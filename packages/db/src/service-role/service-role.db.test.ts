import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../client.ts";
import { migrateDatabase } from "../migrate.ts";
import { serviceTables, tables, tableViews } from "../tables.ts";
import { openTestDatabase } from "../testing/database.ts";
import { describeExcessRights } from "./service-role.inspect.ts";
import { serviceRights, serviceRole } from "./service-role.rights.ts";

const denied = "42501";
const database = await openTestDatabase(2);
const owner = database.sql;
const service = postgres(database.serviceUrl, { max: 1, onnotice: () => undefined });
const other = `${serviceRole}_${Math.random().toString(36).slice(2)}`;

beforeAll(async () => {
  await owner.unsafe(`create role ${other} login password 'other-password'`);
});

afterAll(async () => {
  await service.end();
  await owner.unsafe(`drop owned by ${other}`);
  await owner.unsafe(`drop role ${other}`);
});

/** Runs a statement and rolls it back. Returns "done", or the code with which Postgres refused it. */
async function attempt(sql: Sql, statement: string): Promise<string> {
  const undo = new Error("undo");
  return sql
    .begin(async (tx) => {
      await tx.unsafe(statement);
      throw undo;
    })
    .catch((error: Error & { code?: string }) => (error === undo ? "done" : (error.code ?? error.message)));
}

test("API and worker connect as their role, which is a member of no other role", async () => {
  expect([...(await service`select current_user::text as role`)]).toEqual([{ role: serviceRole }]);
  const roles = await owner`select 1 from pg_auth_members where member = ${serviceRole}::regrole`;
  expect(roles).toHaveLength(0);
});

const onLedger = [
  "update ledger_entry set currency_awarded = 0",
  "delete from ledger_entry",
  "truncate ledger_entry",
  "truncate sale cascade",
  "drop table ledger_entry",
  "alter table ledger_entry add column more int",
  "alter table ledger_entry disable trigger ledger_entry_immutable",
  "alter table ledger_entry disable trigger all",
  "drop trigger ledger_entry_immutable on ledger_entry",
  "alter table ledger_entry owner to current_user",
  "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
  "drop index ledger_entry_source_key",
];
const onServer = [
  "set local session_replication_role = replica",
  "copy (select 1) to program 'id'",
  "create role more superuser",
  "alter role rewards_service superuser",
  "create table mine (id int)",
  "create schema mine",
  "set local role rewards",
  "delete from drizzle.__drizzle_migrations",
  "drop table bullmq.job",
];

test.each([...onLedger, ...onServer])("the service cannot: %s", async (statement) => {
  expect(await attempt(service, statement)).toBe(denied);
});

test.each(["ledger_entry", "ledger_period_head", "adjustment", "audit_entry", "history"])(
  "the service can insert into %s, and cannot change it",
  async (table) => {
    expect(serviceRights.get(table)).toEqual(["select", "insert"]);
    expect(await attempt(service, `update ${table} set ${await firstColumn(table)} = default`)).toBe(denied);
    expect(await attempt(service, `delete from ${table}`)).toBe(denied);
  },
);

async function firstColumn(table: string): Promise<string> {
  const [row] = await owner`
    select quote_ident(attname) as name from pg_attribute where attrelid = ${table}::regclass and attnum = 1`;
  return row?.["name"];
}

test("the service has exactly the listed rights on every table of the schema", async () => {
  const rows = await owner<{ name: string; rights: string[] }[]>`
    select c.relname as name, array_agg(lower(a.privilege_type)) as rights
    from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and a.grantee = ${serviceRole}::regrole group by 1`;
  const sorted = (rights: readonly string[]) => [...rights].sort();
  expect(new Map(rows.map(({ name, rights }) => [name, sorted(rights)]))).toEqual(
    new Map([...serviceRights].map(([name, rights]) => [name, sorted(rights)])),
  );
  expect(serviceRights.size).toBe(Object.keys(tables).length + tableViews.length);
  expect(Object.keys(serviceTables).length).toBeLessThan(serviceRights.size);
});

test("another migrate restores missing rights and revokes excess ones", async () => {
  await owner.unsafe(`grant all on ledger_entry to ${serviceRole}; revoke all on sale from ${serviceRole}`);
  expect(await attempt(service, "select from sale")).toBe(denied);
  expect(await migrateDatabase(database.url)).toMatchObject({ hasServiceRole: true });
  expect(await attempt(service, "select from sale")).toBe("done");
  expect(await attempt(service, "truncate ledger_entry")).toBe(denied);
});

/** The excess rights of a URL's role. */
async function excessOf(url: string): Promise<string | undefined> {
  const opened = openDatabase({ url, name: "rights", poolMax: 1, viewPoolMax: 1 });
  return describeExcessRights(opened).finally(() => opened.close());
}

function urlOf(role: string, password: string): string {
  const url = new URL(database.url);
  [url.username, url.password] = [role, password];
  return url.href;
}

test("neither the service's role nor a member of it has excess rights", async () => {
  expect(await excessOf(database.serviceUrl)).toBeUndefined();
  await owner.unsafe(`grant ${serviceRole} to ${other}`);
  expect(await excessOf(urlOf(other, "other-password"))).toBeUndefined();
});

test("excess rights are named, with the remedy", async () => {
  const remedy = /Let API and worker connect as rewards_service.*docs\/operations\.md#roles/;
  const superuser = await excessOf(database.url);
  expect(superuser).toMatch(/^The role rewards is a superuser\. /);
  expect(superuser).toMatch(remedy);
  const url = urlOf(other, "other-password");
  await owner.unsafe(`
    grant truncate on sale, pending to ${other};
    grant delete on ledger_entry to ${other};
    grant set on parameter session_replication_role to ${other}`);
  expect(await excessOf(url)).toContain(
    "has the right to delete on ledger_entry; has the right to truncate on pending, sale; may set session_replication_role",
  );
  await owner.unsafe(`alter table balance owner to ${other}`);
  expect(await excessOf(url)).toContain("owns balance, and so may alter and drop them and disable their triggers");
  await owner.unsafe(`alter table balance owner to rewards`);
});
