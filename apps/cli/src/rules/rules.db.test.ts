import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { earningRule, product, store } from "@rewards/domain";
import { expect, test } from "vitest";
import { act } from "../../../../packages/db/src/testing/act.ts";
import { insertAll, openTestDatabase } from "../../../../packages/db/src/testing/database.ts";
import { newProduct, newRecord, newStore } from "../../../../test/src/records.ts";
import { runHere } from "../testing/command.ts";

const database = await openTestDatabase(4);
const env = { DATABASE_URL: database.serviceUrl };
const path = join(await mkdtemp(join(tmpdir(), "rules-")), "club.yaml");
await insertAll(database.sql, product, [
  newProduct("ESPRESSO", { Category: "Coffee", Brand: "North" }),
  newProduct("CARD", { Category: "Gift", Incentivizable: false }),
]);
await insertAll(database.sql, store, [newStore("S1"), newStore("S2", { IsParticipating: false })]);

/** Runs a command on a file of one programme with these rules. */
const run = (words: readonly string[], rules: readonly object[], ...more: readonly string[]) =>
  runOn({ earning: { rules } }, words, ...more);

async function runOn(keys: object, words: readonly string[], ...more: readonly string[]) {
  const programme = { businessId: "CLUB", name: "Club", currencies: [{ name: "Points" }], ...keys };
  await writeFile(path, JSON.stringify({ programmes: [programme] }));
  const { code, output } = await runHere([...words, path, ...more], env);
  return { code, text: output.replaceAll(path, "club.yaml").trimEnd() };
}
const check = (rules: readonly object[], ...more: readonly string[]) => run(["rules", "check"], rules, ...more);

const gives = { bonus: 5 };
const at = "  programmes[0].earning.rules";

test("check warns of what no record has, of rules that cannot hold, and exits with 0", async () => {
  const { code, text } = await check([
    {
      id: "A",
      where: { category: ["Coffee", "Coffe"], store: ["S1", "S9"], segment: ["Fans"] },
      except: { brand: ["South"] },
      gives,
    },
    { id: "B", where: { product: ["espresso", "ESPRESSO"] }, gives },
    { id: "C", where: { category: ["Gift"] }, gives },
    { id: "D", where: { category: ["Coffee"] }, except: { brand: ["North"] }, gives },
    { id: "E", where: { store: ["S2"] }, gives },
    { id: "F", where: { category: ["Coffee"], brand: ["North"], store: ["S1", "S2"] }, gives },
    { id: "G", where: { product: ["CARD"] }, except: { product: ["CARD"] }, gives: { multiplier: 1 } },
  ]);
  expect({ code, lines: text.split("\n") }).toEqual({
    code: 0,
    lines: [
      "club.yaml: it can be applied, with warnings:",
      `${at}[0].where.category[1]: no product has it`,
      `${at}[0].where.store[1]: no store has it`,
      `${at}[0].where.segment[0]: no segment has it`,
      `${at}[0].except.brand[0]: no product has it`,
      `${at}[1].where.product[0]: no product has it`,
      `${at}[2]: no product that earns points meets its lists`,
      `${at}[3]: no product that earns points meets its lists`,
      `${at}[4].where.store: none of them participates`,
      `${at}[6]: no product that earns points meets its lists`,
      `${at}[6].except.product: all that where.product lists, so the rule never holds`,
      `${at}[6].gives: nothing, by the programme's rate and rounding`,
    ],
  });
});

test("check refuses what apply refuses, by the same path and with exit code 1", async () => {
  const wrong = [{ id: "A", gives: { multiplier: "0.5" } }];
  const refused = await check(wrong);
  expect(refused.code).toBe(1);
  expect(refused.text).toContain(`${at}[0].gives.multiplier: 1 or more: a return could add points otherwise`);
  expect(await run(["programmes", "apply"], wrong)).toEqual(refused);
});

/** The record of a rule that was made over HTTP. */
const createRule = async (RuleID: string, more: object = {}) =>
  (
    await insertAll(database.sql, earningRule, [
      newRecord(earningRule, { ProgramBusinessID: "CLUB", RuleID, Rule: { gives: { bonus: "5" }, ...more } }),
    ])
  )[0] as string;
const idsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `R${at}`, gives }));

test("check refuses what the rules made over HTTP, and those that have ended, do not allow, as apply does", async () => {
  expect((await run(["programmes", "apply"], [])).code).toBe(0);
  await createRule("HTTP");
  await act(database.sql, "End", "earning_rule", await createRule("ENDED"));
  const many = Array.from({ length: 1_000 }, (_, at) => `P${at}`);
  await createRule("LONG", { where: { product: many } });
  for (const [rules, reason] of [
    [[{ id: "HTTP", gives }], "HTTP was made over HTTP: edit or end it there."],
    [[{ id: "A", gives, group: "ENDED" }], "group: not the ID of a rule."],
    [idsOf(499), "Error_Rule_TooMany"],
    [idsOf(5).map((one) => ({ ...one, where: { store: many.slice(0, 900) } })), "entries"],
  ] as const) {
    const refused = await check(rules);
    expect(refused).toEqual({ code: 1, text: expect.stringContaining("club.yaml: programme CLUB, rules: ") });
    expect(refused.text).toContain(reason);
    expect(await run(["programmes", "apply"], rules)).toEqual(refused);
  }
});

test("list prints no rule that has ended", async () => {
  expect((await runHere(["rules"], env)).output).not.toContain("ENDED");
  expect((await runHere(["rules"], env)).output).toContain("HTTP");
});

test("check warns of sums that start anew against the rules in force, and list prints those", async () => {
  const cap = (points: number) => [{ id: "HAPPY", name: "Happy hour", gives, cap: { points, per: "day" } }];
  expect((await run(["programmes", "apply"], cap(50))).code).toBe(0);
  expect(await check(cap(50))).toEqual({ code: 0, text: "club.yaml: no warnings" });
  const { code, text } = await check(cap(80), "--json");
  const message = "collected points start anew (cap 50 → 80)";
  const warnings = [{ path: "programmes[0].earning.rules[0].cap", message }];
  expect({ code, ...JSON.parse(text) }).toEqual({ code: 0, warnings });
  const listed = await runHere(["rules"], env);
  expect(listed.output).toMatch(/CLUB\nID +HAPPY\nName +Happy hour\nRule +5 points for a sale, at most 50 a day\n/);
  const { programmes } = JSON.parse((await runHere(["rules", "list", "--json"], env)).output);
  const rule = { id: "HAPPY", name: "Happy hour", gives: { bonus: "5" }, cap: { points: "50", per: "day" } };
  const club = programmes.find(({ programme }: { programme: string }) => programme === "CLUB");
  expect(club).toMatchObject({ timeZone: "UTC", version: expect.any(Number) });
  expect(club.rules.map(({ id }: { id: string }) => id)).toEqual(["HAPPY", "HTTP", "LONG"]);
  expect(club.rules[0]).toEqual(rule);
});

test("check refuses currencies that apply refuses: left out, or in another order", async () => {
  const currencies = (...names: string[]) => ({ currencies: names.map((name) => ({ name })) });
  expect((await runOn(currencies("Points", "Stars"), ["programmes", "apply"])).code).toBe(0);
  for (const names of [["Points"], ["Stars", "Points"]]) {
    const refused = await runOn(currencies(...names), ["rules", "check"]);
    expect(refused).toEqual({ code: 1, text: expect.stringContaining("has the currencies Points, Stars: keep them") });
    expect(await runOn(currencies(...names), ["programmes", "apply"])).toEqual(refused);
  }
});

test("apply says when tiers count otherwise, so that balances are counted anew", async () => {
  const tiers = (from: string, period = "year") => ({ period, counts: "base", levels: [{ name: "Gold", from }] });
  const currencies = [{ name: "Points" }, { name: "Stars" }];
  const apply = async (keys: object, ...more: string[]) =>
    (await runOn({ currencies, ...keys }, ["programmes", "apply"], ...more)).text;
  const recount = "Its tiers count otherwise now: count balances anew with rewards rules recount --tiers.";
  expect(await apply({ tiers: tiers("5") })).toBe(`CLUB: changed\n${recount}`);
  expect(await apply({ tiers: tiers("5") })).toBe("CLUB: unchanged");
  expect(await apply({ tiers: tiers("5"), name: "Circle" })).toBe("CLUB: changed");
  expect(await apply({ tiers: tiers("6") })).toContain(recount);
  expect(await apply({ tiers: tiers("6"), timeZone: "Europe/Berlin" })).toContain(recount);
  expect(JSON.parse(await apply({ tiers: tiers("7") }, "--json")).programmes).toEqual([
    { businessId: "CLUB", change: "changed", recountTiers: true },
  ]);
  expect(await apply({})).toBe("CLUB: changed");
});
