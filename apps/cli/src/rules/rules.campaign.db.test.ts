import { readFileSync } from "node:fs";
import { formatId, member, product, sale } from "@rewards/domain";
import { expect, test } from "vitest";
import { insertAll, openTestDatabase } from "../../../../packages/db/src/testing/database.ts";
import { insertSales, openShop, settleSales } from "../../../../packages/db/src/testing/shop.ts";
import { keyOf, newMember, newProduct, newSale } from "../../../../test/src/records.ts";
import { runHere } from "../testing/command.ts";

const database = await openTestDatabase(4);
const { sql } = database;
const env = { DATABASE_URL: database.serviceUrl };
const page = readFileSync(new URL("../../../../docs/rules.md", import.meta.url), "utf8");
const [, block = ""] = /<!-- campaign -->\n```bash\n(.+?)\n```/s.exec(page) ?? [];
const file = "apps/cli/programmes.example.yaml";

/** Runs a line of the page, in the folder of the checkout. */
async function paste(line: string) {
  const [, words = ""] = /^npm run --silent rewards -- (.+)$/.exec(line) ?? [];
  return runHere(
    words.split(" ").map((word) => word.replace(file, new URL(`../../../../${file}`, import.meta.url).pathname)),
    env,
  );
}
/** Without the padding of tables. */
const words = (text: string) => text.replace(/ +/g, " ").replace(/ $/gm, "");

const shop = await openShop(sql, 0);

test("the commands of the page check, simulate, apply and list a campaign, and explain a sale of it", async () => {
  const [check = "", simulate = "", apply = "", list = ""] = block.split("\n");
  const checked = await paste(check);
  expect(checked.code).toBe(0);
  expect(checked.output).toContain("programmes[1].earning.rules[0].where.category[0]: no product has it");
  expect((await paste(simulate)).output).toContain("CLUB: not applied yet, so no member has sales");
  expect(await paste(apply)).toMatchObject({ code: 0, output: expect.stringContaining("CLUB: created") });
  expect(words((await paste(list)).output)).toMatch(
    /COFFEE2[\s\S]*2 times the points, of category Coffee, at most 50 a day/,
  );
  await insertAll(sql, product, [newProduct("ESPRESSO", { Category: "Coffee" })]);
  const buyer = newMember(undefined, { ProgramBusinessID: "CLUB" });
  await insertAll(sql, member, [buyer]);
  const sell = (SaleDateTime: string) =>
    newSale({
      ...{ member: keyOf(buyer, "ExternalID"), store: shop.store, product: "ESPRESSO", total: 12 },
      more: { SaleDateTime },
    });
  const [late, fresh] = [sell("2026-05-04T09:00:00Z"), sell(new Date().toISOString())];
  const ids = await insertSales(sql, [late, fresh]);
  await settleSales(sql, ids);
  const explain = "npm run --silent rewards -- rules explain";
  const { code, output } = await paste(`${explain} ${keyOf(fresh, "ExternalID")}`);
  expect(code).toBe(0);
  expect(output).toContain("Computed again: the same.");
  expect(output.replace(/\s+/g, " ")).toContain("Sale: CARD: 1 units, 100 more for every 10 in all = 0");
  const { matches, entries } = JSON.parse(
    (await paste(`${explain} ${formatId(sale.idPrefix, ids[1] ?? "")} --json`)).output,
  );
  expect({ matches, amounts: entries.map(({ amount }: { amount: string }) => amount) }).toEqual({
    matches: true,
    amounts: ["30.0000"],
  });
  expect(words((await paste(simulate)).output)).toContain(
    [
      "CLUB, sales and returns: 1",
      "Caps and stamp cards are empty at 2026-04-30T22:00:00.000Z.",
      "Points of In force By the file Change",
    ].join("\n"),
  );
});

test("explain of an unknown key, and simulate of an empty period, are refused", async () => {
  const none = await runHere(["rules", "explain", "nothing"], env);
  expect(none).toMatchObject({ code: 1, output: expect.stringContaining("There is no entry with the ID nothing") });
  const period = ["--from", "2026-06-01T00:00:00Z", "--to", "2026-06-01T00:00:00Z"];
  const empty = await runHere(["rules", "simulate", file, ...period], env);
  expect(empty).toEqual({ code: 1, output: "--from must be before --to.\n" });
});
