import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPersonalKeys,
  createViewRunner,
  faultKind,
  insertGroup,
  openDatabase,
  runAction,
  sealNewRecord,
} from "@rewards/db";
import { editMember, member } from "@rewards/domain";
import { verifyBooks } from "@rewards/operations";
import { personalKeysVar, retryWithJitter } from "@rewards/runtime";
import { afterAll, expect, it, vi } from "vitest";
import { keyOf, newMember, times } from "../../../test/src/records.ts";
import { openTestService } from "../../../test/src/service.ts";
import { runCommand, runHere } from "./testing/command.ts";

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
  await vi.waitFor(async () => expect(await erasedCount()).toBeGreaterThan(20), { timeout: 120_000 });
  killed.kill("SIGKILL");
  await killed.exited;
  // Postgres may still be at its last statement.
  const sessions = () => sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'rewards-cli'`;
  await expect.poll(sessions).toHaveLength(0);
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
});

it("an export prints each row as JSON and is audited; an erasure names how many it found", async () => {
  const one = newMember(undefined, { EmailAddress: "ada@example.com" });
  await insertGroup(sql, member, [one]);
  const key = keyOf(one, "ExternalID");
  const lines = (await run(0, "export", "--external-id", ` ${key} `, "--actor", "olga")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { table: "member", row: { external_id: key, email_address: "ada@example.com" } },
    { table: "balance", row: { member: one.id } },
  ]);
  expect(await run(0, "erase", "--external-id", `${key}\t`, "nobody")).toMatch(
    /^1 erased in .*\n1 not found.*\nnobody\n$/,
  );
  const audit = await sql`select actor, operation from audit_entry where record_id = ${one.id} order by id`;
  expect(audit).toMatchObject([{ actor: "olga", operation: "member.export" }, { operation: "member.erase" }]);
});

const [oldKey, newKey] = ["old", "new"].map((id) => `${id}:${randomBytes(32).toString("base64")}`);
const keysOf = (text: string) => createPersonalKeys(personalKeysVar.parse(text));
const PERSONAL_DATA_KEYS = `${newKey},${oldKey}`;
const [oldKeys, newKeys] = [keysOf(`${oldKey},${newKey}`), keysOf(PERSONAL_DATA_KEYS)];

/** Two thousand members, of whom a third is stored in clear and the others under the old key. Returns their IDs. */
async function registerMixed(): Promise<string[]> {
  const members = times(2_000, (index) => {
    const record = newMember(undefined, { EmailAddress: `before${index}@example.com` });
    return index % 3 === 0 ? record : (sealNewRecord(member, oldKeys, record) as typeof record);
  });
  for (let start = 0; start < members.length; start += 500)
    await insertGroup(sql, member, members.slice(start, start + 500));
  return members.map(({ id }) => id);
}

/** Locks a member until the returned function is called, so that no rekeying ends before. */
async function holdMember(id: string): Promise<() => Promise<void>> {
  const holder = openDatabase({ url, name: "holder", poolMax: 1, viewPoolMax: 1 });
  const session = await holder.sql.reserve();
  await session`begin`;
  await session`set local idle_in_transaction_session_timeout = 0`;
  await session`set local transaction_timeout = 0`;
  await session`select from member where id = ${id} for update`;
  return async () => {
    await session`rollback`;
    session.release();
    await holder.close();
  };
}

/** Repeats what waited too long for a member, as callers do. */
const persist = (run: () => Promise<unknown>) =>
  retryWithJitter(run, {
    isRetryable: (error) => faultKind(error) === "infrastructure",
    waitMsMin: 20,
    waitMsMax: 500,
  });

/** Edits the members again and again until it is ended. */
function editAll(ids: readonly string[], sealing: readonly (typeof newKeys)[]) {
  const edits = new Map<string, string>();
  let isEnded = false;
  const edit = async (lane: number) => {
    for (let n = lane; !isEnded; n += 2) {
      const id = ids[(n * 7) % ids.length] as string;
      const EmailAddress = `after${n}@example.com`;
      const keys = sealing[(n >> 1) % sealing.length];
      await persist(() => runAction(sql, editMember, { id, user: "test", content: { EmailAddress } }, keys));
      edits.set(id, EmailAddress);
    }
  };
  // The members of a lane are edited in order.
  const lanes = [edit(0), edit(1)];
  return async () => {
    isEnded = true;
    await Promise.all(lanes);
    return edits;
  };
}

it("a rekeying while members are edited, killed and started again, brings all to the new key and loses no Edit", async () => {
  const ids = await registerMixed();
  /** Those that no Edit has stored anew. */
  const unedited = async (prefix: string) =>
    (await sql`select from member where version = 1 and starts_with(personal_sealed, ${prefix})`).length;
  const run = () =>
    runCommand(["members", "rekey", "--actor", "olga", "--json"], { DATABASE_URL: url, PERSONAL_DATA_KEYS });
  const release = await holdMember(ids.at(-1) as string);
  const endMixed = editAll(ids.slice(0, -1), [newKeys, oldKeys]);
  const killed = run();
  await vi.waitFor(async () => expect(await unedited("new.")).toBeGreaterThan(100), { timeout: 120_000, interval: 5 });
  killed.kill("SIGKILL");
  await killed.exited;
  await release();
  const first = await endMixed();
  expect(await unedited("old.")).toBeGreaterThan(0);
  const endNew = editAll(ids, [newKeys]);
  const again = run();
  expect([await again.exited, again.output()]).toEqual([0, expect.any(String)]);
  const second = await endNew();
  expect(JSON.parse(again.output())).toMatchObject({ unopenedCount: 0, unused: ["old"] });
  expect(await sql`select from member where starts_with(personal_sealed, 'new.')`).toHaveLength(ids.length);
  expect(await sql`select id from personal_key`).toMatchObject([{ id: "new" }]);
  const runner = createViewRunner(database.readDb, database.queries, newKeys);
  for (const [index, id] of ids.entries()) {
    const wanted = second.get(id) ?? first.get(id) ?? `before${index}@example.com`;
    expect((await runner.find("Member", id))?.["EmailAddress"]).toBe(wanted);
  }
  const audit = await sql`select actor from audit_entry where operation = 'member.rekey'`;
  expect(audit).toMatchObject([{ actor: "olga" }, { actor: "olga" }]);
  expect(await verifyBooks(sql)).toEqual([]);
});

it("an export shows what is encrypted, and without its key fails and says which", async () => {
  const one = newMember(undefined, { EmailAddress: "eve@example.com" });
  await insertGroup(sql, member, [sealNewRecord(member, newKeys, one)]);
  const exporting = (env: object) =>
    runCommand(["members", "export", "--external-id", keyOf(one, "ExternalID")], { DATABASE_URL: url, ...env });
  const [known, unknown] = [exporting({ PERSONAL_DATA_KEYS }), exporting({})];
  expect([await known.exited, known.output()]).toEqual([0, expect.stringContaining("eve@example.com")]);
  const lacks = expect.stringContaining("key new, which PERSONAL_DATA_KEYS lacks");
  expect([await unknown.exited, unknown.output()]).toEqual([1, lacks]);
});

it("a rekeying with another key under a known ID stores nothing and says which", async () => {
  const before = await sql`select id, personal_sealed from member order by id`;
  const other = `new:${randomBytes(32).toString("base64")}`;
  const { code, output } = await runHere(["members", "rekey"], { DATABASE_URL: url, PERSONAL_DATA_KEYS: other });
  expect([code, output]).toEqual([1, expect.stringMatching(/other keys under these IDs .*: new\./)]);
  expect([...(await sql`select id, personal_sealed from member order by id`)]).toEqual([...before]);
});

it("a rekeying with a key that no API has used stores nothing, unless it is asked to", async () => {
  const id = "mistyped";
  const env = {
    DATABASE_URL: url,
    PERSONAL_DATA_KEYS: `${id}:${randomBytes(32).toString("base64")},${PERSONAL_DATA_KEYS}`,
  };
  const stored = () => sql`select from member where starts_with(personal_sealed, ${`${id}.`})`;
  const refused = await runHere(["members", "rekey"], env);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(`under the key ${id} yet`)]);
  expect(await stored()).toHaveLength(0);
  expect((await runHere(["members", "rekey", "--new-key"], env)).code).toBe(0);
  expect((await stored()).length).toBeGreaterThan(0);
});

it.each([
  [["rekey"], "Set PERSONAL_DATA_KEYS"],
  [["erase"], "Name at least one --external-id"],
  [["erase", "--file", "/no/such/file"], "Cannot read /no/such/file"],
  [["erase", "--external-id", "x", "--actor", ""], "--actor must be a name"],
  [
    ["export", "--external-id", "nobody"],
    "Nothing to export: no member, sale, redemption or voucher has the member's ExternalID nobody.",
  ],
])("%j is refused and says why", async (args, text) => {
  expect(await run(1, ...args)).toContain(text);
});
