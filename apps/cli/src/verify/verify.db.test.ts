import { type Database, insertGroup, openDatabase } from "@rewards/db";
import { member, whyText } from "@rewards/domain";
import { cloneDatabase } from "@rewards/embedded";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { cloneTemplate } from "../../../../test/src/clone.ts";
import { newMember } from "../../../../test/src/records.ts";
import { runCommand, runHere } from "../testing/command.ts";

const currency = "01900000-0000-7000-8000-000000000002";
const someHex = "0a".repeat(32);
const dayMs = 86_400_000;
const postedAt = new Date(Date.now() - 3 * dayMs);
/** The end of the hour in which it was posted. */
const end = new Date(Math.floor(postedAt.getTime() / 3_600_000 + 1) * 3_600_000).toISOString();

const verify = (databaseUrl: string, ...args: string[]) => runHere(["verify", ...args], { DATABASE_URL: databaseUrl });

/** One member, with an adjustment of 5 points that was posted three days ago. */
async function addHistory({ sql }: Database): Promise<string> {
  const of = newMember();
  await insertGroup(sql, member, [of]);
  const source = "01900000-0000-7000-8000-00000000aaaa";
  await sql`
    insert into adjustment (id, member, currency, amount, create_user_id) values (${source}, ${of.id}, ${currency}, 5, 'test')`;
  await sql`
    with changed as (
      update member set version = 2, confirmation_note = 'Balance adjusted.', update_user_id = 'test', update_date_time = clock_timestamp()
      where id = ${of.id} returning *)
    insert into history (record_id, version, class, action, changes, note, user_id, at)
    select id, version, 'Member', 'AddBalance', '[{"field": "Balance.Points", "from": "0", "to": "5"}]', confirmation_note, update_user_id,
      update_date_time from changed`;
  const why = whyText({ base: 50_000n });
  await sql`
    insert into ledger_entry (id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after, source_class, source_id, create_date_time, hash, why)
    values (gen_random_uuid(), ${of.id}, ${currency}, 1, 'Adjustment', 5, 5, 5, 'Adjustment', ${source}, ${postedAt.toISOString()},
      sha256(convert_to(concat_ws('|', 'v1', ${of.id}::uuid, ${currency}::uuid, 1, 'Adjustment', ${source}::uuid, '5.0000', '5.0000', ${postedAt.getTime()}::bigint, '', '', ${why}::text), 'UTF8')), ${why})`;
  await sql`
    update balance b set balance = 5, awarded = 5, sequence = 1, last_at = e.create_date_time, last_hash = e.hash
    from ledger_entry e where e.member = b.member`;
  return of.id;
}

describe("rewards verify", async () => {
  const clone = await cloneTemplate();
  const { url } = clone;
  let memberId = "";

  beforeAll(async () => {
    const database = openDatabase({ url, name: "cli-test", poolMax: 1, viewPoolMax: 1 });
    memberId = await addHistory(database);
    return async () => {
      await database.close();
      await clone.drop();
    };
  });

  const damage = async (text: string) => {
    const database = openDatabase({ url, name: "cli-test", poolMax: 1, viewPoolMax: 1 });
    await database.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(text);
    });
    await database.close();
  };

  test("of sound books ends with 0, and says of hours that are over that they have no head yet", async () => {
    const { code, output } = await verify(url);
    expect([code, output]).toEqual([0, expect.stringMatching(/^Check +Invariant +Rows +Result\n/)]);
    expect(output).toMatch(/\nentry\.hash +I1 +1 +OK\n/);
    expect(output).toContain(
      "Heads: none.\nHours that are over have none yet: a worker writes it, or --write-heads.\n",
    );
    expect(output).toMatch(/\nBooks: OK \(\d+ checks in \d+\.\d s\)\n$/);
  });

  test.each(["/nowhere", "/dev/null"])("refuses %s, which is no folder, as that of the archives", async (folder) => {
    const { code, output } = await verify(url, "--archives", folder);
    const refusal = `There is no folder ${folder}: give the one that \`rewards partitions detach\` wrote to.\n`;
    expect([code, output]).toEqual([2, refusal]);
  });

  test("takes a folder as that of the archives, of which it needs none", async () => {
    expect((await verify(url, "--archives", "/")).code).toBe(0);
  });

  test("with --write-heads writes them first, once, and prints the newest to be noted", async () => {
    const written = await verify(url, "--write-heads");
    expect(written.code).toBe(0);
    const noted = new RegExp(`Heads: 1\\. The newest, to be noted .*: (${end}=[0-9a-f]{64})\\n\\nBooks: OK`);
    const [, head = ""] = noted.exec(written.output) ?? [];
    expect(head).not.toBe("");
    const again = await verify(url, "--write-heads", "--expect-head", head);
    expect([again.code, again.output]).toEqual([0, expect.stringContaining(head)]);
    expect(again.output).toMatch(/\nhead\.noted +I1 +1 +OK\n/);
  });

  test("with --json prints one object", async () => {
    const { code, output } = await verify(url, "--json");
    const report = JSON.parse(output);
    expect(code).toBe(0);
    expect(report).toMatchObject({ sound: true, seconds: expect.any(Number), heads: { count: 1, behind: false } });
    expect(report.heads.last).toEqual({ at: end, head: expect.stringMatching(/^[0-9a-f]{64}$/), count: 1 });
    expect(report.passes[0]).toMatchObject({ of: "entries", rows: 1, checks: expect.any(Array) });
  });

  test("of a head that is not the one noted ends with 1 and names the hour", async () => {
    const { code, output } = await verify(url, "--expect-head", `${end}=${someHex}`);
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`1 broken, the first: head ${end}, noted ${someHex}, found [0-9a-f]{64}\\n`));
  });

  test("of a row that was changed by hand ends with 1, and names the check and the row", async () => {
    await damage("update ledger_entry set currency_awarded = 6");
    const { code, output } = await verify(url);
    expect(code).toBe(1);
    expect(output).toMatch(/\nentry\.hash +I1 +1 +1 broken\n/);
    expect(output).toContain(
      `entry.balance: MemberBalance is the MemberBalance of the entry before it plus the amount.\n  1 broken, the first: member ${memberId}, currency ${currency}, sequence 1, entry `,
    );
    expect(output).toMatch(/\nBooks: BROKEN \(\d+ of \d+ checks in \d+\.\d s\)\n$/);
    const asJson = await verify(url, "--json");
    expect([asJson.code, JSON.parse(asJson.output).sound]).toEqual([1, false]);
    await damage("update ledger_entry set currency_awarded = 5");
    expect((await verify(url)).code).toBe(0);
  });
});

describe("rewards verify that cannot check ends with 2 and says why, in a line", () => {
  test.each([
    ["an option that there is not", ["--books"], "error: unknown option '--books'"],
    ["a head that is none", ["--expect-head", "today=1"], "Expected an end or a day, and 64 hexadecimal digits"],
    ["an argument too many", ["everything"], "error: too many arguments for 'verify'"],
  ])("after %s", async (_, args, text) => {
    const command = runCommand(["verify", ...args], { DATABASE_URL: "postgres://127.0.0.1:1/rewards" });
    expect([await command.exited, command.output()]).toEqual([2, expect.stringContaining(text)]);
  });

  test("of a database that is away, without its password", async () => {
    const { code, output } = await verify("postgres://me:secret@127.0.0.1:1/rewards");
    expect(code).toBe(2);
    expect(output).toBe(
      "Cannot reach the database 127.0.0.1:1/rewards: connect ECONNREFUSED 127.0.0.1:1. Check that it runs, and that DATABASE_URL and the network lead to it.\n",
    );
  });

  test("of a URL that is none, and of a checkout where nothing runs", async () => {
    const wrong = await verify("mysql://db/rewards");
    expect([wrong.code, wrong.output]).toEqual([
      2,
      expect.stringMatching(/^Configuration: DATABASE_URL is wrong.*\n$/),
    ]);
    const nothing = await runHere(["verify"], { DATA_DIR: "/nowhere" });
    expect([nothing.code, nothing.output]).toEqual([2, expect.stringMatching(/^No database: set DATABASE_URL/)]);
  });

  test("of a database without the tables", async () => {
    const empty = await cloneDatabase(inject("databaseServerUrl"), "template1");
    try {
      const { code, output } = await verify(empty.url);
      expect([code, output]).toEqual([2, 'Cannot check the books: relation "ledger_entry" does not exist\n']);
    } finally {
      await empty.drop();
    }
  });
});

test("rewards verify --help ends with 0 and names the exit codes", async () => {
  const command = runCommand(["verify", "--help"], {});
  expect(await command.exited).toBe(0);
  expect(command.output()).toMatch(/2 if they\s+could not be checked/);
});
