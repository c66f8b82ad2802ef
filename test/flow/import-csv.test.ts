import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runCommand, runHere } from "../../apps/cli/src/testing/command.ts";
import { addCurrency } from "../../packages/db/src/testing/ledger.ts";
import { issueClient } from "./support/clients.ts";
import { freshKey, memberContent } from "./support/fixtures.ts";
import { useBasics, useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0 });
const basics = useBasics(stack);
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rewards-csv-"));
});
beforeEach(() => {
  file = join(folder, freshKey("file"));
});
afterAll(() => rm(folder, { recursive: true }));

const left = async () => (await readdir(folder)).filter((name) => join(folder, name).startsWith(`${file}.`));
const refusedLines = async () =>
  (await readFile(`${file}.refused.ndjson`, "utf8"))
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

async function importFile(className: string, body: string | Buffer, ...more: readonly string[]) {
  await writeFile(file, body);
  const { code, output } = await runHere(["import", className, file, "--json", ...more], {
    REWARDS_URL: stack.client.url,
  });
  return { code, told: code === 2 ? output : JSON.parse(output) };
}

/** Runs the command and kills it each time that `count` has passed one of these; at last it ends by itself. */
async function importKilled(args: readonly string[], count: () => Promise<number>, moments: readonly number[]) {
  const env = { REWARDS_URL: stack.client.url };
  for (const moment of moments) {
    const run = runCommand(["import", ...args], env);
    let isOver = false;
    void run.exited.then(() => {
      isOver = true;
    });
    while (!isOver && (await count()) < moment) await new Promise(setImmediate);
    run.kill("SIGKILL");
    expect(await run.exited).toBe("SIGKILL");
  }
  const last = runCommand(["import", ...args, "--json"], env);
  return { code: await last.exited, told: JSON.parse(last.output()) };
}

const someOf = (count: number, most: number) =>
  Array.from({ length: count }, () => Math.floor(Math.random() * most)).sort((one, other) => one - other);

const orderMap = `
class: sale
row: line
group: Order
numbers: "1.234,5"
zone: Europe/Berlin
dates: ["DD.MM.YYYY HH:mm"]
fields:
  ExternalID: { column: Order }
  SaleDateTime: { column: Time }
  MemberExternalID: { column: Member }
  StoreCode: { constant: S }
  SaleItems.ProductCode: { column: Product }
  SaleItems.Quantity: { column: Number }
  SaleItems.TotalAmount: { column: Price, times: Number }
`;
const orderHead = "Order;Time;Note;Member;Product;Number;Price\r\n";
const orderRow = (order: string, more = "P;2;1.204,50") =>
  `${order};01.07.2026 12:30;"ring\r\ntwice";${basics.member};${more}\r\n`;

test("rows become sales by a file of mappings, with BOM, CRLF, semicolons and gzip; the rest is kept and named", async () => {
  const map = `${file}-map.yaml`;
  await writeFile(map, orderMap);
  const key = freshKey("order");
  const rows = [
    ...[orderRow(key), orderRow(key, '"Q;1";1;1')],
    ...[orderRow(freshKey("order")), orderRow(freshKey("order"), "P;1"), orderRow(freshKey("order"))],
    orderRow(freshKey("order"), "P;one;1"),
  ];
  const body = gzipSync(`\ufeff${orderHead}${rows.join("")}`);
  const wanted = { code: 1, told: { lines: 6, existing: 0, refused: 5 } };
  const before = (await stack.database.sql`select from sale`).length;
  expect(await importFile("sale", body, "--map", map, "--dry-run")).toEqual(wanted);
  expect((await stack.database.sql`select from sale`).length).toBe(before);
  expect(await importFile("sale", body, "--map", map)).toEqual(wanted);
  const kept = (await refusedLines()).map(({ line, errorDetails: [one] }) => [line, one.message, one.localizedValue]);
  const beside = "A line next to its rows cannot be read.";
  expect(kept).toEqual([
    [6, "Error_Body_Malformed", beside],
    // Where a wrong row's quote ends is not known: the line after is read by itself.
    [8, "Error_Body_Malformed", "The row has 6 columns instead of 7."],
    [9, "Error_Body_Malformed", expect.stringContaining("Invalid Opening Quote")],
    [10, "Error_Body_Malformed", beside],
    [12, "Error_Field_Type", "Quantity must be a number, not a string."],
  ]);
  const { body: answer } = await stack.client.view("GetSaleByBusinessKeys", { ExternalID: key });
  expect(answer.data).toMatchObject([
    {
      SaleDateTime: "2026-07-01T10:30:00.000Z",
      SaleItems: [
        { ProductCode: "P", Quantity: 2, TotalAmount: 2409 },
        { ProductCode: "Q;1", Quantity: 1, TotalAmount: 1 },
      ],
    },
  ]);
});

test("an import that is killed at any moment goes on: each record is created once, each refused row is kept", async () => {
  const prefix = freshKey("member");
  const count = 21_000;
  const rows = Array.from({ length: count }, (_, at) => `${prefix}-${at},Ann ${at},REWARDS`);
  const bad = [5_000, 15_000].map((at) => rows.splice(at, 0, "bad") && at + 2);
  await writeFile(file, ["ExternalID,FullName,ProgramBusinessID", ...rows, ""].join("\n"));
  const countMembers = async () => {
    const [row] = await stack.database
      .sql`select count(*)::int as count from member where external_id like ${`${prefix}-%`}`;
    return Number(row?.["count"]);
  };
  // One of them in the second call, when the place of the first one is kept.
  const moments = [...someOf(2, 0.9 * count), 12_000].sort((one, other) => one - other);
  const { told } = await importKilled(["member", file, "--existing", "skip"], countMembers, moments);
  expect(await countMembers()).toBe(count);
  expect(new Set((await refusedLines()).map(({ line }) => line))).toEqual(new Set(bad));
  expect([told.lines <= count + 2, await left()]).toEqual([true, [expect.stringContaining("refused")]]);
}, 240_000);

test("an import of balances that is killed at any moment gives nobody points twice", async () => {
  const prefix = freshKey("member");
  const members = Array.from({ length: 150 }, (_, at) => `${prefix}-${at}`);
  const { client } = stack;
  await Promise.all(members.map((key) => client.created("Member", memberContent(key))));
  // Each member has two lines, among them equal ones.
  const rows = [...members, ...members].map((key) => `${key},10`);
  await writeFile(file, ["MemberExternalID,Amount", ...rows, ""].join("\n"));
  const countEntries = async () => (await stack.database.sql`select from ledger_entry`).length;
  const before = await countEntries();
  const moments = someOf(4, 0.9 * rows.length).map((moment) => before + moment);
  expect(await importKilled(["balance", file], countEntries, moments)).toEqual({
    code: 0,
    told: { lines: rows.length, existing: 0, refused: 0 },
  });
  expect((await countEntries()) - before).toBe(rows.length);
  // Packed it is the same file.
  await writeFile(`${file}.gz`, gzipSync(await readFile(file)));
  for (const path of [file, `${file}.gz`]) {
    const again = await runHere(["import", "balance", path, "--json"], { REWARDS_URL: client.url });
    expect([again.code, (await countEntries()) - before]).toEqual([0, rows.length]);
  }
  const counts = await stack.database.sql`
    select distinct count(*)::int as count from ledger_entry
    where member in (select id from member where external_id like ${`${prefix}-%`}) group by member`;
  expect(counts).toEqual([{ count: 2 }]);
}, 240_000);

test("balances go to members by key or ID; what AddBalance refuses is kept", async () => {
  const { memberId, member } = { ...basics, member: freshKey("member") };
  await stack.client.created("Member", memberContent(member));
  const body = [
    "MemberExternalID,ID,Amount,Name",
    `${member},,5.25,`,
    `,${memberId},7,Points`,
    `,${memberId},7,`,
    `${member},,-6,Points`,
    "nobody,,1,",
    `${member},,0,`,
    ",,1,Points",
    `${member},,1,Stars`,
  ];
  const done = await importFile("balance", body.join("\n"));
  expect(done).toEqual({ code: 1, told: { lines: 8, existing: 0, refused: 6 } });
  const refused = (await refusedLines()).map(({ line, errorDetails: [{ message }] }) => [line, message]);
  expect(refused.sort(([one], [other]) => one - other)).toEqual([
    [4, "Error_Field_Required"],
    [5, "Error_Balance_Insufficient"],
    [6, "Error_Member_Unknown"],
    [7, "Error_Field_Range"],
    [8, "Error_Field_Required"],
    [9, "Error_Currency_Unknown"],
  ]);
  const stopped = await runHere(["import", "balance", "-"], { REWARDS_URL: stack.client.url });
  expect(stopped).toEqual({ code: 2, output: expect.stringContaining("Balances need a file") });
});

test("if a programme has several currencies, a balance names one", async () => {
  await addCurrency(stack.database.sql);
  const key = freshKey("member");
  await stack.client.created("Member", memberContent(key));
  const rows = [`${key},3,`, `${key},4,Points`];
  expect(await importFile("balance", ["MemberExternalID,Amount,Name", ...rows].join("\n"))).toMatchObject({
    told: { refused: 1 },
  });
  expect(await refusedLines()).toMatchObject([
    {
      line: 2,
      errorDetails: [{ message: "Error_Field_Required", localizedValue: expect.stringContaining("several") }],
    },
  ]);
});

test("balances need the rights to adjust and to see balances", async () => {
  const { client } = await stack.startApi({ AUTH: "required" });
  const { key } = await issueClient(stack, client.url, "view:MemberBalances");
  await writeFile(file, `MemberExternalID,Amount\n${basics.member},1\n`);
  const { code, output } = await runHere(["import", "balance", file, "--key", key], { REWARDS_URL: client.url });
  expect([code, output]).toEqual([2, expect.stringContaining("Error_Right_Missing")]);
});
