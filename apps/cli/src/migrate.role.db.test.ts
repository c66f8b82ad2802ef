import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "@rewards/db";
import { type EmbeddedPostgres, postgresDatabase, startPostgres } from "@rewards/embedded";
import { apiRole, consoleRole, describeExcessRights, processRoles, serviceRole, workerRole } from "@rewards/operations";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "./testing/command.ts";

const testWaitMsMax = 600_000;
const password = "pass'word \\ with $signs";
const passwords = {
  SERVICE_PASSWORD: password,
  API_ROLE_PASSWORD: "the password of the API",
  WORKER_ROLE_PASSWORD: "the password of the worker",
  CONSOLE_ROLE_PASSWORD: "the password of the console",
};
const allRoles = processRoles.map(({ name }) => name).join(", ");
let folder: string;
let server: EmbeddedPostgres;
let owner: Database;

// A role belongs to the whole server, so this one is the test's own.
beforeEach(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), "rewards-migrate-role-"));
  server = await startPostgres({ dataDir: folder, durable: false });
  owner = openDatabase({ url: server.url(postgresDatabase), name: "owner", poolMax: 1, viewPoolMax: 1 });
  await owner.sql.unsafe(`drop role ${allRoles}`);
}, testWaitMsMax);

afterEach(async () => {
  await owner.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}, testWaitMsMax);

const page = await readFile(new URL("../../../docs/run.md", import.meta.url), "utf8");
const [, roles = "", rest = ""] = page.split(/\n## (?:Roles|Rotate a password)\n/);
const [rotation = ""] = rest.split("\n## ");
/** What the page has an operator paste; the owner is another one than the server's own superuser. */
const statements = [...(roles + rotation).matchAll(/```sql\n([^`]+)```/g)].map(([, text = ""]) =>
  text.replaceAll(/\brewards\b/g, "tables_owner"),
);

async function paste(url: string, text: string): Promise<void> {
  const database = openDatabase({ url, name: "pasted", poolMax: 1, viewPoolMax: 1 });
  try {
    for (const statement of text.split(";\n").filter((one) => one.trim() !== "")) await database.sql.unsafe(statement);
  } finally {
    await database.close();
  }
}

async function migrate(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const command = runCommand(["migrate"], { DATABASE_URL: server.url(postgresDatabase), ...env });
  expect(await command.exited).toBe(0);
  return command.output();
}

function urlOf(secret: string, role = serviceRole.name, database = postgresDatabase): string {
  const url = new URL(server.url(database));
  url.username = role;
  url.password = encodeURIComponent(secret);
  return url.href;
}

async function countJobsAndSales(url: string): Promise<unknown> {
  const database = openDatabase({ url, name: "service", poolMax: 1, viewPoolMax: 1 });
  try {
    return (
      await database.sql`select (select count(*)::int from sale) as sales, (select count(*)::int from bullmq.job) as jobs`
    )[0];
  } finally {
    await database.close();
  }
}

it("without the roles of its processes migrate says so; with their passwords it makes them, with their rights", {
  timeout: testWaitMsMax,
}, async () => {
  const none = await migrate();
  const made = await migrate(passwords);
  for (const [index, [setting, secret]] of Object.entries(passwords).entries()) {
    const { name = "", of = "" } = processRoles[index] ?? {};
    expect(none).toMatch(new RegExp(`Role ${name}: not there, .* Set ${setting} and run this again`));
    expect(made).toContain(`Role ${name}: has the rights of ${of}`);
    expect(made).not.toContain(secret);
    expect(await countJobsAndSales(urlOf(secret, name))).toEqual({ sales: 0, jobs: 0 });
  }
  expect(await countJobsAndSales(urlOf(password))).toEqual({ sales: 0, jobs: 0 });
  // A new password takes the place of the old one; without one it stays.
  const next = `${password}, the next`;
  await migrate({ SERVICE_PASSWORD: next });
  await migrate();
  await expect(countJobsAndSales(urlOf(password))).rejects.toMatchObject({ code: "28P01" });
  expect(await countJobsAndSales(urlOf(next))).toEqual({ sales: 0, jobs: 0 });
});

it("a password that is too short is refused, and not repeated", { timeout: testWaitMsMax }, async () => {
  const command = runCommand(["migrate"], { DATABASE_URL: server.url(postgresDatabase), SERVICE_PASSWORD: "hunter2" });
  expect(await command.exited).toBe(1);
  expect(command.output()).toContain("SERVICE_PASSWORD is wrong: expected a password of 12 characters or more");
  expect(command.output()).not.toContain("hunter2");
});

it("the statements of docs/run.md give an owner who is no superuser, and logins of the service that have nothing too much", {
  timeout: testWaitMsMax,
}, async () => {
  const [made = "", byHand = "", turns = ""] = statements;
  await paste(server.url(postgresDatabase), made);
  const ownerUrl = urlOf("a long one", "tables_owner", "tables_owner");
  expect((await migrate({ DATABASE_URL: ownerUrl, ...passwords })).match(/has the rights of/g)).toHaveLength(4);
  await paste(ownerUrl, turns);
  const logins = [
    [serviceRole, serviceRole.name, password],
    [apiRole, apiRole.name, passwords.API_ROLE_PASSWORD],
    [apiRole, `${apiRole.name}_b`, "the next one"],
    [workerRole, workerRole.name, passwords.WORKER_ROLE_PASSWORD],
    [consoleRole, consoleRole.name, passwords.CONSOLE_ROLE_PASSWORD],
  ] as const;
  for (const [role, login, secret] of logins) {
    const url = urlOf(secret, login, "tables_owner");
    const database = openDatabase({ url, name: "service", poolMax: 1, viewPoolMax: 1 });
    expect([...(await database.sql`select session_user::text as login, current_user::text as role`)]).toEqual([
      { login, role: role.name },
    ]);
    expect(await describeExcessRights(database, role)).toBeUndefined();
    await database.close();
    expect(await countJobsAndSales(url)).toEqual({ sales: 0, jobs: 0 });
  }
  await paste(server.url(postgresDatabase), `drop role ${apiRole.name}_b; drop owned by ${allRoles}`);
  expect(byHand).toMatch(/^(create role rewards_(service|api|worker|console) login password '.+';\n){4}$/);
});
