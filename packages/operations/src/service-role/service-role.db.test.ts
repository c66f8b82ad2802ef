import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../../db/src/client.ts";
import { serviceTables, tables, tableViews } from "../../../db/src/tables.ts";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { migrateDatabase } from "../migrate/migrate.ts";
import { describeExcessRights, describeMissingRights } from "./service-role.inspect.ts";
import {
  apiRole,
  consoleRole,
  type ProcessRole,
  processRoles,
  serviceRole,
  workerRole,
} from "./service-role.rights.ts";

const denied = "42501";
const database = await openTestDatabase(2);
const owner = database.sql;
const service = postgres(database.serviceUrl, { max: 1, onnotice: () => undefined });
const open = (kind: "api" | "worker" | "console") =>
  postgres(database.urlFor(kind), { max: 1, onnotice: () => undefined });
const [api, worker, operators] = [open("api"), open("worker"), open("console")];
const sessions = [service, api, worker, operators];
const other = `${serviceRole.name}_${Math.random().toString(36).slice(2)}`;

beforeAll(async () => {
  await owner.unsafe(`create role ${other} login password 'other-password'`);
});

afterAll(async () => {
  await Promise.all(sessions.map((sql) => sql.end()));
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

test("commands, API, worker and console connect as their roles, which are members of no other role", async () => {
  const roleOf = async (sql: Sql) => (await sql`select current_user::text as role`)[0]?.["role"];
  expect(await Promise.all(sessions.map(roleOf))).toEqual(processRoles.map(({ name }) => name));
  const roles = await owner`
    select 1 from pg_auth_members where member::regrole::text = any(${processRoles.map(({ name }) => name)})`;
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

/** What only commands may write. */
const onRules = [
  "insert into console_user (name, rights, password_hash) values ('eve', '*', '')",
  "update console_user set rights = '*'",
  "update console_user set disabled_at = null, totp_secret = null",
  "update console_identity set login = 'eve'",
  "insert into api_client default values",
  "update api_client set rights = '*'",
  "update api_client set expires_at = null",
  "update api_client set secret_hash = ''",
  "update api_client set revoked_at = null",
  "insert into token_key default values",
  "update token_key set expires_at = now()",
  "delete from token_key",
  "delete from revoked_token",
  "select create_client('{}', '{}')",
  "select rotate_client('', '', 0, '{}')",
  "select revoke_client('', '{}')",
  "select acting_user('', '')",
  "update programme set name = name",
  "update currency set expiry_months = 1",
  "insert into expiry_version default values",
  "insert into earning_version default values",
  "insert into page_key default values",
  "create sequence bullmq.mine",
  "insert into adjustment_request default values",
  "update adjustment_request set amount = 1",
  "update adjustment_request set asked_by = 'eve'",
  "delete from adjustment_request",
];

const onUsers = [
  "select from console_user",
  "select from console_session",
  "insert into console_session default values",
  "select from console_identity",
  "select from console_flow",
];

const onWorker = [
  "insert into webhook default values",
  "update webhook set url = ''",
  "update webhook set kinds = '{}'",
  "update webhook set secret = ''",
  "select from api_client",
  "select from token_key",
  "select from revoked_token",
  "select from personal_key",
  "select from page_key",
  "select from idempotency_key",
  "select from audit_entry",
  "insert into audit_entry default values",
  "insert into sale default values",
  "insert into adjustment default values",
  "update sale set sale_items = '[]'",
  "update sale set member_external_id = ''",
  "update redemption set redemption_items = '[]'",
  "update redemption_item set voucher_code = ''",
  "update member set full_name = ''",
  "update reward set reward_cost = 0",
  "insert into stock default values",
  "update catalogue set version = 0",
  "delete from audit_entry",
  "select audit_tokens('[]')",
];

const onApi = [
  "select secret from webhook",
  "select earlier_secret from webhook",
  "update webhook set earlier_secret = ''",
  "update webhook set url = ''",
  "insert into redemption_item default values",
  "insert into sale_return default values",
  "insert into ledger_period_head default values",
  "update lease set holder = ''",
  "delete from pipeline_minute",
  "update audit_entry set detail = '{}'",
  "delete from audit_entry",
  "select prune_audit(400, 1)",
];

const onRecords = [
  "update adjustment_request set decided_by = 'eve', decided_at = now()",
  "select secret from webhook",
  "select earlier_secret from webhook",
  "select secret_hash from api_client",
  "select earlier_hash from api_client",
  "select publish_token_key('', '{}')",
  "insert into ledger_entry default values",
  "update balance set balance = balance + 1",
  "insert into balance default values",
  "insert into adjustment default values",
  "insert into sale default values",
  "update sale set sale_items = '[]'",
  "update sale set member_external_id = ''",
  "update redemption set redemption_items = '[]'",
  "update member set full_name = ''",
  "update reward set reward_cost = 0",
  "update stock set added = added + 1",
  "select from token_key",
  "select from idempotency_key",
  "delete from history",
];

test.each([...onLedger, ...onServer])("neither commands nor a process can: %s", async (statement) => {
  for (const sql of sessions) expect(await attempt(sql, statement)).toBe(denied);
});

test.each(onRules)("no process can: %s", async (statement) => {
  for (const sql of [api, worker, operators]) expect(await attempt(sql, statement)).toBe(denied);
});

test.each(onUsers)("neither API nor worker can: %s", async (statement) => {
  for (const sql of [api, worker]) expect(await attempt(sql, statement)).toBe(denied);
});

test.each(onWorker)("the worker cannot: %s", async (statement) => {
  expect(await attempt(worker, statement)).toBe(denied);
});

test.each(onApi)("the API cannot: %s", async (statement) => {
  expect(await attempt(api, statement)).toBe(denied);
});

test.each(onRecords)("the console cannot: %s", async (statement) => {
  expect(await attempt(operators, statement)).toBe(denied);
});

test.each(["ledger_entry", "ledger_period_head", "adjustment", "audit_entry", "history"])(
  "commands can insert into %s, and cannot change it",
  async (table) => {
    expect(serviceRole.rights.get(table)).toEqual(["select", "insert"]);
    expect(await attempt(service, `update ${table} set ${await firstColumn(table)} = default`)).toBe(denied);
    expect(await attempt(service, `delete from ${table}`)).toBe(denied);
  },
);

async function firstColumn(table: string): Promise<string> {
  const [row] = await owner`
    select quote_ident(attname) as name from pg_attribute where attrelid = ${table}::regclass and attnum = 1`;
  return row?.["name"];
}

test.each(processRoles)("$name has exactly the listed rights on every table of the schema", async (role) => {
  const rows = await owner<{ name: string; rights: string[] }[]>`
    select name, array_agg(r) as rights from (
      select c.relname as name, lower(a.privilege_type) as r
      from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = 'public'::regnamespace and a.grantee = ${role.name}::regrole
      union all
      select c.relname, lower(a.privilege_type) || ' (' || string_agg(t.attname, ', ' order by t.attname) || ')'
      from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
      where c.relnamespace = 'public'::regnamespace and a.grantee = ${role.name}::regrole
      group by c.relname, a.privilege_type) one(name, r)
    group by 1`;
  const columns = (right: string) =>
    right.replace(/\((.*)\)/, (_, list: string) => `(${list.split(", ").sort().join(", ")})`);
  const sorted = (rights: readonly string[]) => rights.map(columns).sort();
  const listed = [...role.rights].filter(([, rights]) => rights.length > 0);
  expect(new Map(rows.map(({ name, rights }) => [name, sorted(rights)]))).toEqual(
    new Map(listed.map(([name, rights]) => [name, sorted(rights)])),
  );
  expect(role.rights.size).toBe(Object.keys(tables).length + tableViews.length);
  expect(Object.keys(serviceTables).length).toBeLessThan(role.rights.size);
});

test("a function that runs as the owner finds its tables in the schema alone, whatever its caller creates", async () => {
  const functions = await database.sql<{ name: string; path: string | null }[]>`
    select proname as name, (select c from unnest(proconfig) c where c like 'search_path=%') as path
    from pg_proc where prosecdef and pronamespace = current_schema()::regnamespace order by proname`;
  expect(functions.map(({ name }) => name)).toEqual([
    ...["add_sale_partitions", "analyze_people", "ask_adjustment_as", "audit_tokens", "console_callers"],
    ...["create_client_as", "erase_rejected", "keep_events"],
    ...[
      "keep_webhook_events",
      "prune_audit",
      "publish_token_key",
      "refuse_adjustment_as",
      "revoke_client_as",
      "rotate_client_as",
      "tell_added",
    ],
    ...["tell_awaiting", "tell_dead_letters", "tell_entries", "tell_expiring", "tell_moved", "tell_out_of_stock"],
    ...["tell_records", "tell_segments", "told_expiring", "write_earning_version"],
  ]);
  for (const { path } of functions) expect(path).toMatch(/, pg_temp$/);
});

test("missing rights are named, with the remedy; another migrate restores them and revokes excess ones", async () => {
  await owner.unsafe(`grant all on ledger_entry to ${serviceRole.name}; revoke all on sale from ${serviceRole.name}`);
  await owner.unsafe(`
    revoke update (version) on sale from ${consoleRole.name};
    revoke insert on audit_entry, pending from ${consoleRole.name};
    grant update on sale_return to ${consoleRole.name}`);
  expect(await attempt(service, "select from sale")).toBe(denied);
  expect(await describeMissingRights({ sql: operators }, consoleRole)).toBe(
    "The role rewards_console lacks the right to insert on audit_entry, pending; the right to update on sale: run `npm run migrate` as the owner of the tables, which grants rewards_console its rights (docs/run.md#roles).",
  );
  expect(await migrateDatabase(database.url)).toMatchObject({ granted: processRoles });
  expect(await attempt(service, "select from sale")).toBe("done");
  expect(await attempt(service, "truncate ledger_entry")).toBe(denied);
  expect(await describeMissingRights({ sql: operators }, consoleRole)).toBeUndefined();
  expect(await describeExcessRights({ sql: operators }, consoleRole)).toBeUndefined();
});

/** The excess rights of a URL's role. */
async function excessOf(url: string, needed: ProcessRole = serviceRole): Promise<string | undefined> {
  const opened = openDatabase({ url, name: "rights", poolMax: 1, viewPoolMax: 1 });
  return describeExcessRights(opened, needed).finally(() => opened.close());
}

test("a process with the role of commands lacks nothing, and is told what is too much", async () => {
  for (const role of [apiRole, workerRole, consoleRole])
    expect(await describeMissingRights({ sql: service }, role)).toBeUndefined();
  expect(await excessOf(database.serviceUrl, apiRole)).toMatch(/insert on .*console_user.*as rewards_api, which/);
  expect(await excessOf(database.serviceUrl, workerRole)).toMatch(/select on .*console_user.*as rewards_worker, which/);
  const finding = await excessOf(database.serviceUrl, consoleRole);
  expect(finding).toMatch(/has the right to insert on .*ledger_entry.*has the right to update on .*balance/);
  expect(finding).toMatch(/Let the console connect as rewards_console.*docs\/run\.md#roles/);
});

function urlOf(role: string, password: string): string {
  const url = new URL(database.url);
  [url.username, url.password] = [role, password];
  return url.href;
}

test("neither the role of commands nor a member of it has excess rights", async () => {
  expect(await excessOf(database.serviceUrl)).toBeUndefined();
  await owner.unsafe(`grant ${serviceRole.name} to ${other}`);
  expect(await excessOf(urlOf(other, "other-password"))).toBeUndefined();
});

test("excess rights are named, with the remedy", async () => {
  const remedy = /Let the commands of rewards connect as rewards_service.*docs\/run\.md#roles/;
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
