import { amountOf, type Rule, type Why } from "@rewards/domain";
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

/** Which rule of a group has the points of its cap depends on the order of the sales. */
function byGroup(points: Iterable<readonly [string, bigint]>, given: readonly Rule[]): Map<string, bigint> {
  const groups = new Map(given.map(({ id, group = id }) => [id, group]));
  const sums = new Map<string, bigint>();
  for (const [id, some] of points) {
    const name = groups.get(id) ?? id;
    sums.set(name, (sums.get(name) ?? 0n) + some);
  }
  return sums;
}

test("the file in force gives what was posted, in all and by rule, and changes nobody", async () => {
  expect(await verifyBooks(sql)).toEqual([]);
  const simulations = await simulateRules(sql, file, period);
  expect(simulations).toHaveLength(file.programmes.length);
  let moved = 0;
  for (const [index, { businessId, points, simulated, rules, members, leftOut }] of simulations.entries()) {
    const given = file.programmes[index]?.earning.rules ?? [];
    const posted = await postedOf(businessId);
    expect({ businessId, points, simulated }).toEqual({ businessId, points: posted.points, simulated: posted.points });
    const byRule = rules.map((one) => [one.id, one.points] as const);
    expect([businessId, byGroup(byRule, given)]).toEqual([businessId, byGroup(posted.rules, given)]);
    expect(rules.every((one) => one.points === one.simulated)).toBe(true);
    expect({ members, leftOut }).toEqual({ members: [], leftOut: 0 });
    moved += posted.moved;
  }
  expect(moved).toBeGreaterThan(20);
});
