import { product } from "@rewards/domain";
import { verifyBooks } from "@rewards/operations";
import { afterAll, expect, it } from "vitest";
import { postSales } from "../../../packages/db/src/sale/sale.commit.ts";
import { insertAll, openTestDatabase } from "../../../packages/db/src/testing/database.ts";
import { insertSales, openShop, planSales } from "../../../packages/db/src/testing/shop.ts";
import { freshKey, keyOf, newProduct, newSale, times } from "../../../test/src/records.ts";
import { runHere } from "./testing/command.ts";

const database = await openTestDatabase(4);
const { sql } = database;
const shop = await openShop(sql, 3);
/** The database role of commands, as in production. */
const env = { DATABASE_URL: database.serviceUrl };

async function run(code: number, ...args: string[]): Promise<string[]> {
  const command = await runHere(["sales", "reprice", ...args], env);
  expect([command.code, command.output]).toEqual([code, expect.any(String)]);
  return command.output.trimEnd().split("\n");
}

/** Sales of a product that nobody has registered, a minute after each other; then the product is registered. */
async function sellLate(count: number) {
  const code = freshKey("late");
  const sales = times(count, (index) =>
    newSale({
      ...{ member: shop.members[index % 3] as string, store: shop.store, product: code, total: 5 },
      more: {
        SaleDateTime: new Date(Date.parse("2026-05-01T00:00:00Z") + Math.floor(index / 2) * 60_000).toISOString(),
      },
    }),
  );
  for (let start = 0; start < count; start += 300) {
    const ids = await insertSales(sql, sales.slice(start, start + 300));
    await postSales(sql, await planSales(sql, ids));
  }
  await insertAll(sql, product, [newProduct(code)]);
  return { code, keys: sales.map((one) => keyOf(one, "ExternalID")) };
}
const adjusted = async () => (await sql`select from adjustment where sale is not null`).length;

it("named sales are repriced once, each with an audit row, and those that are not are named", async () => {
  const { keys } = await sellLate(2);
  const [first = "", second = ""] = keys;
  const dry = await run(0, first, "--dry-run");
  expect(dry.slice(2)).toEqual([
    expect.stringMatching(`^${first} +MEM-[0-9a-f]{32} +0 +5 +posted$`),
    "1 sales: 1 posted.",
    "5 points would be posted: a dry run posts nothing.",
  ]);
  expect(await adjusted()).toBe(0);
  const lines = await run(1, first, "nobody", `${first}\t`, second, "--actor", "olga", "--json");
  const member = expect.stringMatching(/^MEM-/);
  const shown = { ID: expect.stringMatching(/^SALE-/), member, before: 0, after: 5, outcome: "posted" };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { externalId: first, ...shown },
    { externalId: "nobody", ID: null, member: null, before: null, after: null, outcome: "unknown" },
    { externalId: second, ...shown },
    { sales: 3, points: 10, dryRun: false, outcomes: { posted: 2, unknown: 1 } },
  ]);
  expect((await run(0, first, second)).slice(-2)).toEqual(["2 sales: 2 already repriced.", "0 points posted."]);
  const audit = await sql`select distinct actor, class from audit_entry where operation = 'sale.reprice'`;
  expect([...audit]).toEqual([{ actor: "olga", class: "SaleCase" }]);
});

it("a product's sales of a period are repriced page by page; a second run finds nothing more", async () => {
  const { code, keys } = await sellLate(2_101);
  const before = await adjusted();
  const of = (from: string, to: string) => ["--product", ` ${code}`, "--from", from, "--to", to];
  const [from, middle, to] = ["2026-05-01T00:00:00Z", "2026-05-01T00:10:00Z", "2026-06-01T00:00:00Z"];
  expect((await run(0, ...of(from, middle))).slice(-2)).toEqual(["20 sales: 20 posted.", "100 points posted."]);
  expect((await run(0, ...of(from, to))).slice(-2)).toEqual([
    "2,101 sales: 20 already repriced, 2,081 posted.",
    "10405 points posted.",
  ]);
  expect(await adjusted()).toBe(before + keys.length);
  expect((await run(0, ...of(to, "2026-07-01T00:00:00Z"))).slice(-2)).toEqual([
    "0 sales: none found.",
    "0 points posted.",
  ]);
});

it.each([
  [[], "Name sales, or --product, --from and --to."],
  [["S-1", "--product", "X"], "Name sales, or --product, --from and --to."],
  [["--product", "X"], "--product, --from and --to go together."],
  [["--product", "X", "--from", "2026-02-01T00:00:00Z", "--to", "2026-02-01T00:00:00Z"], "--from must be before --to."],
])("%j is refused and says why", async (args, text) => {
  expect(await run(1, ...args)).toEqual([text]);
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
