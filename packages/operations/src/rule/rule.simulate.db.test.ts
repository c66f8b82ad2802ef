import { amountOf, type Why } from "@rewards/domain";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { openRandomShop } from "../../../db/src/testing/random-shop.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { simulateRules } from "./rule.simulate.ts";

const { sql } = await openTestDatabase();
const file = await openRandomShop(sql, 20, 7);
const period = { from: "2026-01-01T00:00:00.000Z", to: "2027-01-01T00:00:00.000Z", progress: () => undefined };

interface Posted {
  readonly member: string;
  readonly amount: string;
  readonly why: string;
}

/** The points that members and rules have in the ledger. */
async function postedOf(programme: string) {
  const rows = await sql<Posted[]>`
    select m.external_id as member, e.currency_awarded as amount, e.why from ledger_entry e join member m on m.id = e.member
    where m.program_business_id = ${programme} and e.type in ('Sale', 'Return')`;
  const rules = new Map<string, bigint>();
  let points = 0n;
  for (const { amount, why } of rows) {
    points += amountOf(amount);
    const { rules: given, returns = [] }: Why = JSON.parse(why);
    for (const one of [...given, ...returns.flatMap((share) => share.rules ?? [])])
      rules.set(one.id, (rules.get(one.id) ?? 0n) + amountOf(one.points));
  }
  return { points, rules, moved: rows.filter(({ why }) => why.includes('"sums":[{"key":"R')).length };
}

test("the file in force gives what was posted, in all and by rule, and changes nobody", async () => {
  expect(await verifyBooks(sql)).toEqual([]);
  const simulations = await simulateRules(sql, file, period);
  expect(simulations).toHaveLength(file.programmes.length);
  let moved = 0;
  for (const { businessId, points, simulated, rules, members, leftOut } of simulations) {
    const posted = await postedOf(businessId);
    expect({ businessId, points, simulated }).toEqual({ businessId, points: posted.points, simulated: posted.points });
    const byRule = new Map(rules.map((one) => [one.id, one.points]));
    expect([businessId, byRule]).toEqual([businessId, posted.rules]);
    expect(rules.every((one) => one.points === one.simulated)).toBe(true);
    expect({ members, leftOut }).toEqual({ members: [], leftOut: 0 });
    moved += posted.moved;
  }
  expect(moved).toBeGreaterThan(20);
});
