import fc from "fast-check";
import { type Amount, amountOf, roundings } from "../amount.ts";
import type { EarningLine, LineState, ProductFacts } from "../earning/earning.rule.ts";
import type { Earning } from "../earning/earning.version.ts";
import { compileRules, type RuleSet } from "../rule/rule.compile.ts";
import { rulesSchema } from "../rule/rule.list.ts";
import type { RuleFacts } from "../rule/rule.match.ts";
import { periods } from "../rule/rule.period.ts";
import { type GainKind, type Rule, type RuleBody, ruleBodySchema, weekdays } from "../rule/rule.schema.ts";
import { type CompiledRule, canonicalRules, parseRules } from "../rule/rule.text.ts";
import type { Goods } from "../sale/sale.units.ts";

/** Cases of each property: `RULE_RUNS=20000 npx vitest run packages/domain/src/rule` tries as many. */
export const runs = Number(process.env["RULE_RUNS"] ?? 500);

const factsOf = (category: string, brand: string, isIncentivizable = true): ProductFacts => ({
  ...{ category, brand, isIncentivizable },
});
export const products: Readonly<Record<string, ProductFacts>> = {
  Espresso: factsOf("Coffee", "North"),
  Latte: factsOf("Coffee", "South"),
  Chai: factsOf("Tea", "South"),
  Cup: factsOf("", ""),
  COFFEE: factsOf("Coffee", "North"),
  TEA: factsOf("Tea", "South"),
};
const stores = ["S1", "S2", "S3"];
const channels = ["APP", "POS", ""];
export const zones = ["Europe/Berlin", "America/Santiago", "Asia/Kathmandu"];

/** Days on which calendars are difficult: clocks change, years and quarters end, weeks belong to another year. */
const dates = ["2026-03-29", "2026-10-25", "2026-04-05", "2026-12-31", "2027-01-01", "2021-01-03", "2028-02-29"];
const clock = fc.constantFrom("00:00", "00:30", "01:59", "02:00", "02:30", "03:00", "12:00", "23:59");
const local = fc.tuple(fc.constantFrom(...dates), clock).map(([date, time]) => `${date}T${time}`);

const someOf = <One extends string>(all: readonly One[]) => fc.uniqueArray(fc.constantFrom(...all), { minLength: 1 });
const ofLines = {
  category: someOf(["Coffee", "Tea"]),
  brand: someOf(["North", "South"]),
  product: someOf(["Espresso", "Chai", "Cup"]),
};
/** At most two of these: a rule of many conditions hardly ever holds. */
function few<Model extends object>(
  model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> },
): fc.Arbitrary<Partial<Model>> {
  const keys = fc.uniqueArray(fc.constantFrom(...(Object.keys(model) as (keyof Model)[])), { maxLength: 2 });
  return fc.tuple(fc.record(model), keys).map(([all, some]) => {
    const kept = new Set<unknown>(some);
    return Object.fromEntries(Object.entries(all).filter(([key]) => kept.has(key))) as Partial<Model>;
  });
}

const where = few({
  day: someOf(weekdays),
  time: fc.tuple(clock, fc.oneof(clock, fc.constant("24:00"))).filter(([from, to]) => from !== to),
  channel: someOf(["APP", "POS"]),
  store: someOf(["S1", "S2"]),
  segment: someOf(["Regulars", "Staff"]),
  joinedWithinDays: fc.constantFrom(1, 30),
  ...ofLines,
});

const small = fc.constantFrom("0.5", "1", "2.0000", "3", "10.5");
const bonus = fc.record({ bonus: small });
/** A kind of gain that is not drawn has no test of its properties, and none of its SQL. */
const gains: Readonly<Record<GainKind, fc.Arbitrary<Partial<Record<GainKind, string | number>>>>> = {
  bonus,
  multiplier: fc.record({ multiplier: fc.constantFrom("1", "1.3333", "2", 3) }),
  rate: fc.record({ rate: small }),
  perQuantity: fc.record({ perQuantity: small }),
};
const gives = fc.oneof(...Object.values(gains));
const stepSize = fc.oneof(
  fc.record({ quantity: small }),
  fc.record({ spend: small }),
  fc.record({ visits: fc.constantFrom("1", "2") }),
);
const per = fc.constantFrom(...periods);
const plain = { gives };
/** At most one of a cap, a step and a group. Rules of a group have its cap. */
const shared = fc.oneof(
  fc.record(plain),
  fc.record({ ...plain, cap: fc.record({ points: small, per: fc.constantFrom("sale", ...periods) }) }),
  fc.record({ ...plain, group: fc.constant("BEST") }),
  fc.record({ ...plain, group: fc.constant("CAPPED"), cap: fc.constant({ points: "10", per: "day" }) }),
  fc.record({
    gives: bonus,
    every: fc
      .tuple(stepSize, fc.record({ per, times: fc.constantFrom(1, 2) }, { requiredKeys: ["per"] }))
      .map(([size, more]) => ({ ...size, ...more })),
  }),
);
const rest = few({
  from: local,
  to: local,
  where,
  except: few(ofLines),
  minimumSpend: small,
  minimumQuantity: fc.constantFrom("1", "2"),
  name: fc.constant("A name"),
});

/** Rules of a programme, as files have them. */
export const givenRules = fc
  .array(
    fc.tuple(shared, rest).map(([first, more]) => ({ ...more, ...first })),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all.map(({ from, to, ...rule }, index) => {
      const isTurned = from !== undefined && to !== undefined && from >= to;
      return { ...rule, id: `R${index}`, ...(from && { from }), ...(to && !isTurned && { to }) };
    }),
  );

const levels = [
  { name: "Silver", from: "10" },
  { name: "Gold", from: "40.5" },
];
/** Tiers of a programme, as files have them. */
const givenTiers = fc.record({
  period: fc.constantFrom("year", "quarter", "month"),
  counts: fc.constantFrom("base", "points", "spend"),
  levels: fc.constant(levels),
});
const named = fc.array(fc.option(someOf(["Silver", "Gold"])), { minLength: 6, maxLength: 6 });
/** Tiers, and rules some of which ask for them. */
export const tiered = fc.tuple(givenRules, named, givenTiers).map(([all, names, tiers]) => ({
  tiers,
  rules: all.map((rule, index) => {
    const tier = names[index];
    return tier ? { ...rule, where: { ...rule.where, tier } } : rule;
  }),
}));

export const rules: fc.Arbitrary<Rule[]> = givenRules.map((given) => rulesSchema.parse(given));

/** Tries rules of every kind, with and without tiers, as their records have them. */
export function tryRules(check: (rule: RuleBody) => void): void {
  const bodyOf = ({ id: _, name: __, ...rule }: { id: string; name?: unknown }) => ruleBodySchema.parse(rule);
  const bodies = fc.oneof(
    givenRules,
    tiered.map((given) => given.rules),
  );
  fc.assert(
    fc.property(bodies, (given) => {
      for (const rule of given) check(bodyOf(rule));
    }),
    { numRuns: runs },
  );
}

/** The same few rules again and again. */
export const manyRules: fc.Arbitrary<Rule[]> = fc
  .tuple(rules, fc.integer({ min: 1, max: 40 }))
  .map(([few, count]) =>
    Array.from({ length: count }, (_, index) => ({ ...(few[index % few.length] as Rule), id: `R${index}` })),
  );

/** Compiles rules of a file; their IDs may be left out. */
export function compiled(...given: readonly Readonly<Record<string, unknown>>[]): CompiledRule[] {
  return parseRules(canonicalRules(rulesSchema.parse(given.map((rule, index) => ({ id: `R${index}`, ...rule })))));
}
export const setOf = (...given: readonly Readonly<Record<string, unknown>>[]): RuleSet =>
  compileRules(compiled(...given));

export const lineOf = (code: string, amount = "10", state: LineState = "counts"): EarningLine => ({
  item: { ProductCode: code, Quantity: 1, TotalAmount: Number(amount) },
  amount: amountOf(amount),
  product: products[code],
  state,
});

const line = fc
  .record({
    code: fc.constantFrom(...Object.keys(products), "Unknown"),
    amount: fc.constantFrom("0", "0.01", "10"),
    state: fc.constantFrom<LineState[]>("counts", "counts", "counts", "void", "product-out"),
  })
  .map(({ code, amount, state }) => lineOf(code, amount, state));

const hourMs = 3_600_000;
export const saleFacts: fc.Arbitrary<RuleFacts> = fc
  .record({
    lines: fc.array(line, { maxLength: 4 }),
    storeCode: fc.constantFrom(...stores),
    channel: fc.constantFrom(...channels),
    segments: fc.subarray(["Regulars", "Staff", "Others"]),
    date: fc.constantFrom(...dates),
    minutes: fc.integer({ min: -24 * 60, max: 48 * 60 }),
    timeZone: fc.constantFrom(...zones),
    ageMs: fc.constantFrom(-1, 0, 24 * hourMs - 1, 24 * hourMs, 720 * hourMs - 1, 720 * hourMs),
  })
  .map(({ date, minutes, ageMs, ...fact }) => {
    const soldAtMs = Date.parse(date) + minutes * 60_000;
    return { ...fact, soldAtMs, joinedAtMs: soldAtMs - ageMs };
  });

export const earnings: fc.Arbitrary<Earning> = fc.record({
  rate: fc.constantFrom("0", "0.3333", "1", "2.5").map(amountOf),
  rounding: fc.constantFrom(...roundings),
  fractionDigits: fc.integer({ min: 0, max: 4 }),
});

const amount = fc.bigInt({ min: 0n, max: 300_000n });
/** What is left of lines: units always have a quantity, but may be free. */
export const goods: fc.Arbitrary<Goods> = fc.record({ amount, quantity: fc.bigInt({ min: 1n, max: 50_000n }) });

/** At most as much of the same goods. */
export const fewer = ({ amount: most, quantity }: Goods): fc.Arbitrary<Goods> =>
  fc.record({ amount: upTo(most), quantity: upTo(quantity) });
const upTo = (most: Amount) => fc.bigInt({ min: 0n, max: most });
