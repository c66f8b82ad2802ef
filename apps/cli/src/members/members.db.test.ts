import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertGroup, verifyBooks } from "@rewards/db";
import { member } from "@rewards/domain";
import { afterAll, expect, it, vi } from "vitest";
import { keyOf, newMember, times } from "../../../../test/src/records.ts";
import { openTestService } from "../../../../test/src/service.ts";
import { runCommand, runHere } from "../testing/command.ts";

const { database, url } = await openTestService(2);
const { sql } = database;
const folder = await mkdtemp(join(tmpdir(), "rewards-members-"));
afterAll(() => rm(folder, { recursive: true }));

/** What `rewards members` prints; the code of its exit must be this. */
async function run(code: number, ...args: string[]): Promise<string> {
  const command = await runHere(["members", ...args], { DATABASE_URL: url });
  expect([command.code, command.output]).toEqual([code, expect.any(String)]);
  return command.output;
}

const erasedCount = async () => (await sql`select from audit_entry where operation = 'member.erase'`).length;

it("a thousand people are erased from a file; a run that is killed leaves each person whole or erased, and a second one erases the rest", async () => {
  const members = times(1_000, () => newMember());
  await insertGroup(sql, member, members);
  const file = join(folder, "people.txt");
  await writeFile(file, `\uFEFF${members.map((one) => keyOf(one, "ExternalID")).join("\n")}\nnobody\n`);
  const killed = runCommand(["members", "erase", "--file", file, "--actor", "olga"], { DATABASE_URL: url });
  await vi.waitFor(async () => expect(await erasedCount()).toBeGreaterThan(20), { timeout: 30_000 });
  killed.kill("SIGKILL");
  await killed.exited;
  const [states] = await sql<{ halves: number; done: number }[]>`
    select count(*) filter (where (external_id like 'erased-%') <> (full_name = ''))::int as halves,
      count(*) filter (where full_name = '')::int as done from member`;
  expect(states).toEqual({ halves: 0, done: await erasedCount() });
  const answer = JSON.parse(await run(0, "erase", "--file", file, "--json"));
  expect(answer.erased).toBe(1_000 - (states?.done ?? 0));
  expect(answer.unknown).toHaveLength((states?.done ?? 0) + 1);
  expect(await sql`select distinct external_id from member where full_name = ''`).toHaveLength(1_000);
  expect(await sql`select distinct detail->>'surrogate' from audit_entry`).toHaveLength(1_000);
  expect(await verifyBooks(sql)).toEqual([]);
}, 120_000);

it("an export prints each row as JSON and is audited; an erasure names how many it found", async () => {
  const one = newMember(undefined, { EmailAddress: "ada@example.com" });
  await insertGroup(sql, member, [one]);
  const key = keyOf(one, "ExternalID");
  const lines = (await run(0, "export", "--external-id", key, "--actor", "olga")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { table: "member", row: { external_id: key, email_address: "ada@example.com" } },
    { table: "balance", row: { member: one.id } },
  ]);
  expect(await run(0, "erase", "--external-id", key, "nobody")).toMatch(/^1 erased in .*\n1 not found.*\nnobody\n$/);
  const audit = await sql`select actor, operation from audit_entry where record_id = ${one.id} order by id`;
  expect(audit).toMatchObject([{ actor: "olga", operation: "member.export" }, { operation: "member.erase" }]);
});

it.each([
  [["erase"], "Name at least one --external-id"],
  [["erase", "--file", "/no/such/file"], "Cannot read /no/such/file"],
  [["erase", "--external-id", "x", "--actor", ""], "--actor must be a name"],
  [["export", "--external-id", "nobody"], "There is no object"],
])("%j is refused and says why", async (args, text) => {
  expect(await run(1, ...args)).toContain(text);
});
