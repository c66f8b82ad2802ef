import { earningRule, programmeFile, ruleChangesMax } from "@rewards/domain";
import { expect, test } from "vitest";
import { applyProgrammes } from "../../../../packages/operations/src/programme.apply.ts";
import { freshKey, newRecord } from "../../../../test/src/records.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { refusal, requireAction, runAsClerk } from "../testing/targets.ts";

const { sql } = await openTestDatabase();
const [edit, end] = ["Edit", "End"].map((name) => requireAction(earningRule, name)) as [never, never];
const bonus = (more: number) => ({ Rule: { gives: { bonus: more } } });

async function openClub() {
  const businessId = freshKey("CLUB");
  const tiers = { period: "year", counts: "base", levels: [{ name: "Gold", from: "5" }] };
  const programme = { businessId, name: "Club", currencies: [{ name: "Points" }], tiers };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [programme] }), { actor: "ann" });
  const newRule = (RuleID: string) =>
    newRecord(earningRule, { ProgramBusinessID: businessId, RuleID, Rule: { gives: { bonus: "5" } } });
  const [id = ""] = await insertAll(sql, earningRule, [newRule("A")]);
  return { businessId, newRule, id };
}

test("rules that change too often are refused until some seconds later; an end is not, nor those of others", async () => {
  const [{ businessId, newRule, id }, other] = [await openClub(), await openClub()];
  await sql.unsafe(`do $$ begin for n in 1..${ruleChangesMax} loop
    update programme set earning_rate = 1 + n where business_id = '${businessId}'; end loop; end $$`);
  const versions = () => sql`
    select from earning_version v join programme p on p.id = v.program where p.business_id = ${businessId}`;
  const before = (await versions()).length;
  expect(await refusal(runAsClerk(sql, edit, { id, content: bonus(1) }))).toBe("Error_Rule_TooOften");
  await expect(insertAll(sql, earningRule, [newRule("B")])).rejects.toThrow("Error_Rule_TooOften");
  expect(await versions()).toHaveLength(before);
  await runAsClerk(sql, edit, { id: other.id, content: bonus(1) });
  await runAsClerk(sql, end, { id, content: undefined });
  expect(await versions()).toHaveLength(before + 1);
});

test("a worker reads a version once, and those that came later with the next change", async () => {
  const { businessId, id } = await openClub();
  const cache = createCatalogueCache(sql);
  const read = async (by = cache) => (await by.read(new Set(), new Set())).programmes.get(businessId)?.earning ?? [];
  const before = await read();
  for (const n of [6, 7]) await runAsClerk(sql, edit, { id, content: bonus(n) });
  const after = await read();
  expect(after.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  expect(after.slice(0, 2).every((version, index) => version === before[index])).toBe(true);
  expect(after[3]?.tiers).toBe(before[0]?.tiers);
  expect(after).toEqual(await read(createCatalogueCache(sql)));
});
