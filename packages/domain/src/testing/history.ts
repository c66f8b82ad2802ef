import fc from "fast-check";
import type { Rules } from "../../../../tools/lab/src/replay/goods.ts";
import {
  type Adjustment,
  adjust,
  edit,
  type Held,
  held,
  openWorld,
  redeem,
  type Sold,
  type SoldLine,
  type Step,
  sell,
  sweep,
  type Terms,
  type World,
} from "../../../../tools/lab/src/replay/world.ts";
import { roundings } from "../amount.ts";

export const members = ["ann", "bob"] as const;
/** The last one earns only while the catalogue says so. */
export const products = ["A", "B", "C", "out"] as const;
/** Sales earn the first. */
export const currencies = ["Points", "Miles"] as const;

/** What happens to the service. */
export type Call =
  | { readonly kind: "sell"; readonly sold: Sold }
  | { readonly kind: "adjust"; readonly adjustment: Adjustment }
  | { readonly kind: "redeem"; readonly by: { readonly id: string; readonly member: string; readonly cost: number } }
  | { readonly kind: "sweep" }
  | { readonly kind: "edit"; readonly terms: Terms }
  | { readonly kind: "catalogue"; readonly isOutEarning: boolean };

/** A call, and what the replay says of it: what it posts, and what members then hold. */
export interface Event {
  readonly atMs: number;
  readonly call: Call;
  readonly step: Step;
  readonly holds: readonly { readonly member: string; readonly currency: number; readonly held: Held }[];
}

const one = 10_000;
const money = fc.integer({ min: 0, max: 3_000 }).map((cents) => cents * 100);
const units = (max: number) => fc.integer({ min: 1, max }).map((count) => count * one);
const member = fc.constantFrom(...members);
const code = fc.constantFrom(...products);
const bought = fc.record({ code, quantity: units(4), amount: money });
const back = fc.record({ code, quantity: units(5), amount: money });
const points = fc.integer({ min: -90_000, max: 90_000 }).filter((amount) => amount !== 0);

const rules = fc.record({
  rate: fc.integer({ min: 0, max: 30_000 }),
  rounding: fc.constantFrom(...roundings),
  fractionDigits: fc.integer({ min: 0, max: 4 }),
});

/** What a step does, before it is known which sales exist. */
const wish = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("sell" as const),
      member,
      items: fc.array(bought, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ kind: fc.constant("return" as const), member, of: fc.nat(9), isSplit: fc.boolean() },
      items: fc.array(back, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{
        kind: fc.constant("mixed" as const),
        member,
        of: fc.array(fc.option(fc.nat(9)), { minLength: 1, maxLength: 3 }),
      },
      ...{ items: fc.array(bought, { maxLength: 2 }), returned: back },
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("adjust" as const), member, currency: fc.nat(1), points }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("redeem" as const), member, cost: fc.integer({ min: 1, max: 60_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit" as const), rules }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("catalogue" as const), isOutEarning: fc.boolean() }) },
);
type Wish = typeof wish extends fc.Arbitrary<infer One> ? One : never;

const firstTerms: Terms = {
  rules: { rate: one, rounding: "toward-zero", fractionDigits: 0 } satisfies Rules,
  ...{ windowDays: 0, expiry: [null, null] },
};

/** Turns wishes into calls: it numbers records and chooses among the sales so far. */
function callsOf(wishes: readonly Wish[]): Call[] {
  const sales: string[] = [];
  let isOutEarning = false;
  let count = 0;
  let terms = firstTerms;
  const nextId = (kind: string) => `${kind}${++count}`;
  const plain = (
    items: readonly { code: string; quantity: number; amount: number }[],
    sign: 1 | -1,
    original?: string,
  ) =>
    items.map(
      ({ code, quantity, amount }): SoldLine => ({
        ...{ code, quantity: sign * quantity, amount: sign * amount, counts: code !== "out" || isOutEarning },
        ...(original !== undefined && { original }),
      }),
    );
  const sold = (by: string, lines: readonly SoldLine[]): Call => {
    const id = nextId("s");
    if (lines.some(({ quantity }) => quantity > 0)) sales.push(id);
    return { kind: "sell", sold: { id, member: by, lines } };
  };
  const pick = (of: number | null) => (of === null ? undefined : sales[of % Math.max(1, sales.length)]);
  return wishes.flatMap((one): Call[] => {
    if (one.kind === "sell") return [sold(one.member, plain(one.items, 1))];
    if (one.kind === "return") {
      const original = pick(one.of);
      if (original === undefined) return [];
      const lines = plain(one.items, -1, original);
      return one.isSplit ? lines.map((line) => sold(one.member, [line])) : [sold(one.member, lines)];
    }
    if (one.kind === "mixed") {
      const returned = one.of.flatMap((of) => plain([one.returned], -1, pick(of)));
      return [sold(one.member, [...plain(one.items, 1), ...returned])];
    }
    if (one.kind === "adjust") return [{ kind: "adjust", adjustment: { ...one, id: nextId("a") } }];
    if (one.kind === "redeem") return [{ kind: "redeem", by: { ...one, id: nextId("r") } }];
    if (one.kind === "catalogue") {
      isOutEarning = one.isOutEarning;
      return [one];
    }
    terms = { ...terms, rules: one.rules };
    return [{ kind: "edit", terms }];
  });
}

const nothing: Step = { entries: [], isRefused: false };

function apply(world: World, atMs: number, call: Call): Step {
  if (call.kind === "sell") return sell(world, atMs, call.sold);
  if (call.kind === "adjust") return adjust(world, atMs, call.adjustment);
  if (call.kind === "redeem") return redeem(world, atMs, call.by);
  if (call.kind === "sweep") return sweep(world, atMs);
  if (call.kind === "edit") edit(world, atMs, call.terms);
  return nothing;
}

/** Random histories, with what an independent replay, lot by lot, says of each step. */
export const histories = (stepsMax: number): fc.Arbitrary<Event[]> =>
  fc.array(wish, { maxLength: stepsMax }).map((wishes) => {
    const world = openWorld("UTC", firstTerms);
    return callsOf(wishes).map((call, index) => {
      const atMs = index + 1;
      const step = apply(world, atMs, call);
      const holds = members.flatMap((of) =>
        currencies.map((_, currency) => ({ member: of, currency, held: held(world, atMs, of, currency) })),
      );
      return { atMs, call, step, holds };
    });
  });
