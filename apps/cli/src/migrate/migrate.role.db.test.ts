import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase, serviceRole } from "@rewards/db";
import { type EmbeddedPostgres, postgresDatabase, startPostgres } from "@rewards/embedded";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../testing/command.ts";

const testWaitMsMax = 60_000;
const password = "pass'word \\ with $signs";
let folder: string;
let server: EmbeddedPostgres;
let owner: Database;

// A role belongs to the whole server, so this one is the test's own.
beforeEach(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), "rewards-migrate-role-"));
  server = await startPostgres({ dataDir: folder, durable: false });
  owner = openDatabase({ url: server.url(postgresDatabase), name: "owner", poolMax: 1, viewPoolMax: 1 });
  await owner.sql.unsafe(`drop role ${serviceRole}`);
}, testWaitMsMax);

afterEach(async () => {
  await owner.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}, testWaitMsMax);

async function migrate(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const command = runCommand(["migrate"], { DATABASE_URL: server.url(postgresDatabase), ...env });
  expect(await command.exited).toBe(0);
  return command.output();
}

function urlOf(secret: string): string {
  const url = new URL(server.url(postgresDatabase));
  url.username = serviceRole;
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

it("without a role for API and worker migrate says so; with SERVICE_PASSWORD it makes one that has its rights", {
  timeout: testWaitMsMax,
}, async () => {
  expect(await migrate()).toContain("Role rewards_service: not there");
  const made = await migrate({ SERVICE_PASSWORD: password });
  expect(made).toContain("Role rewards_service: has the rights of API and worker");
  expect(made).not.toContain(password);
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
