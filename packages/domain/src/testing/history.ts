import fc from "fast-check";
import { untils } from "../../../../tools/lab/src/replay/calendar.ts";
import { reprice, type Sold, type SoldLine, sell, wait, wake } from "../../../../tools/lab/src/replay/sell.ts";
import {
  type Adjustment,
  adjust,
  cancel,
  edit,
  type Held,
  held,
  openWorld,
  pay,
  redeem,
  type Step,
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

interface Spent {
  readonly id: string;
  readonly member: string;
  readonly cost: number;
}

/** What happens to the service. */
export type Call =
  | { readonly kind: "sell"; readonly sold: Sold }
  /** A return of a sale that comes later, and the same return once that sale has come. */
  | { readonly kind: "wait" | "wake"; readonly sold: Sold }
  | { readonly kind: "adjust"; readonly adjustment: Adjustment }
  | { readonly kind: "redeem"; readonly by: Spent }
  | { readonly kind: "pay"; readonly by: Spent }
  | { readonly kind: "cancel"; readonly by: { readonly id: string; readonly redemption: string } }
  /** Of a payment: `cost` of it, or all that is left. */
  | {
      readonly kind: "giveBack";
      readonly by: { readonly id: string; readonly redemption: string; readonly cost?: number };
    }
  | { readonly kind: "reprice"; readonly sale: string; readonly isOutEarning: boolean }
  | { readonly kind: "sweep" }
  | { readonly kind: "edit"; readonly terms: Terms }
  | { readonly kind: "catalogue"; readonly isOutEarning: boolean };

/** A call, and what the replay says of it: what it posts, and what members then hold. */
interface Event {
  readonly atMs: number;
  readonly call: Call;
  readonly step: Step;
  readonly holds: readonly { readonly member: string; readonly currency: number; readonly held: Held }[];
}

const one = 10_000;
/** Often the same, so that prices of units are equal or near. */
const money = fc.oneof(
  fc.integer({ min: 0, max: 3_000 }).map((cents) => cents * 100),
  fc.constantFrom(0, 6_000, 10_000, 20_000, 99_900),
);
/** Whole, or by weight. */
const units = (max: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max }).map((count) => count * one) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: max * 1_000 }).map((grams) => grams * 10) },
  );
const member = fc.constantFrom(...members);
const code = fc.constantFrom(...products);
/** A line of a receipt, signed. */
const bought = fc.record({ code, quantity: units(4), amount: money });
const back = fc.record({
  ...{ code, quantity: units(5).map((count) => -count), amount: money.map((amount) => 0 - amount) },
  originalLine: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
});
const reduction = fc.record({
  code: fc.constantFrom(...products, "discount"),
  ...{ quantity: fc.constant(0), amount: fc.integer({ min: 1, max: 2_000 }).map((cents) => -cents * 100) },
});
const receipt = fc.array(
  fc.oneof({ weight: 6, arbitrary: bought }, { weight: 2, arbitrary: back }, { weight: 1, arbitrary: reduction }),
  { minLength: 1, maxLength: 5 },
);
const returned = fc.oneof({ weight: 4, arbitrary: back }, { weight: 1, arbitrary: reduction });
type Line = {
  readonly code: string;
  readonly quantity: number;
  readonly amount: number;
  readonly originalLine?: number | undefined;
};
/** Often a small deduction, which the balance has and returns may hold. */
const points = fc
  .oneof(fc.integer({ min: -90_000, max: 90_000 }), fc.integer({ min: -20_000, max: -1 }))
  .filter((amount) => amount !== 0);

const rules = fc.record({
  rate: fc.integer({ min: 0, max: 30_000 }),
  rounding: fc.constantFrom(...roundings),
  fractionDigits: fc.integer({ min: 0, max: 4 }),
});

const expiry = fc.oneof(
  fc.constant(null),
  fc.record({ months: fc.integer({ min: 1, max: 14 }), until: fc.constantFrom(...untils) }),
  fc.record({ inactiveMonths: fc.integer({ min: 1, max: 5 }) }),
);
const terms: fc.Arbitrary<Terms> = fc.record({
  rules,
  windowDays: fc.constantFrom(0, 0, 1, 14, 27),
  expiry: fc.tuple(expiry, expiry),
});

/** The time until a step, ms; or to where points expire next, give or take a millisecond. */
const [hourMs, dayMs] = [3_600_000, 86_400_000];
const pause = fc.oneof(
  fc.integer({ min: 1, max: 2_000 }),
  fc.integer({ min: 1, max: 30 }).map((hours) => hours * hourMs),
  fc.integer({ min: 1, max: 70 }).map((days) => days * dayMs),
  fc.constantFrom(-1, 0, 1).map((edge) => ({ edge })),
);
type Pause = typeof pause extends fc.Arbitrary<infer One> ? One : never;

/** Shortly before clocks change, or before the end of a short month. */
const start = fc
  .constantFrom("2024-01-28", "2025-08-05", "2025-09-20", "2025-10-20", "2026-01-29", "2026-02-26", "2026-03-25")
  .chain((day) => fc.nat(3 * dayMs).map((ms) => Date.parse(day) + ms));
const zones = ["UTC", "Europe/Berlin", "America/New_York", "America/Santiago", "America/Havana"];

const kind = <Kind extends string>(name: Kind) => ({ kind: fc.constant(name), pause });

/** What a step does, before it is known which sales exist. */
const wish = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ ...kind("sell"), member, items: receipt }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ ...kind("return"), member, of: fc.nat(9), isSplit: fc.boolean() },
      items: fc.array(returned, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ ...kind("mixed"), member, of: fc.array(fc.option(fc.nat(9)), { minLength: 1, maxLength: 3 }) },
      ...{ items: fc.array(bought, { maxLength: 2 }), returned },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ ...kind("early"), member, by: member, items: receipt },
      returned: fc.array(returned, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ ...kind("arrive") }) },
  { weight: 3, arbitrary: fc.record({ ...kind("adjust"), member, currency: fc.nat(1), points }) },
  { weight: 3, arbitrary: fc.record({ ...kind("redeem"), member, cost: fc.integer({ min: 1, max: 30_000 }) }) },
  { weight: 3, arbitrary: fc.record({ ...kind("cancel"), of: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ ...kind("pay"), member, cost: fc.integer({ min: 1, max: 30_000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ ...kind("giveBack"), of: fc.nat(9) },
      cost: fc.option(fc.integer({ min: 1, max: 15_000 }), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...kind("sweep") }) },
  { weight: 2, arbitrary: fc.record({ ...kind("edit"), terms }) },
  { weight: 2, arbitrary: fc.record({ ...kind("catalogue"), isOutEarning: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ ...kind("reprice"), of: fc.nat(9) }) },
);
type Wish = typeof wish extends fc.Arbitrary<infer One> ? One : never;
type Early = Extract<Wish, { kind: "early" }>;

/** A return waits so long for its sale; later ones are no returns of it. */
const waitMsMax = 29 * dayMs;

/** Turns wishes into calls: it numbers records and chooses among the sales so far. */
function openCaller(): (wish: Wish, atMs: number) => Call[] {
  const sales: string[] = [];
  const redemptions: string[] = [];
  const payments: string[] = [];
  const early: { readonly sale: string; readonly id: string; readonly untilMs: number; readonly wish: Early }[] = [];
  let isOutEarning = false;
  let count = 0;
  const nextId = (kind: string) => `${kind}${++count}`;
  const plain = (items: readonly Line[], original?: string) =>
    items.map(
      ({ code, quantity, amount, originalLine }): SoldLine => ({
        ...{ code, quantity, amount, counts: code !== "discount" && (code !== "out" || isOutEarning) },
        ...(original !== undefined && { original }),
        ...(original !== undefined && quantity < 0 && originalLine !== undefined && { originalLine }),
      }),
    );
  const sold = (by: string, lines: readonly SoldLine[]): Call => {
    const id = nextId("s");
    if (lines.some(({ quantity }) => quantity > 0)) sales.push(id);
    return { kind: "sell", sold: { id, member: by, lines } };
  };
  const back = (id: string, sale: string, { by, returned: lines }: Early) => ({
    ...{ id, member: by, lines: plain(lines, sale) },
  });
  const pick = (of: number | null) => (of === null ? undefined : sales[of % Math.max(1, sales.length)]);
  return (one, atMs) => {
    if (one.kind === "early") {
      const [sale, id] = [nextId("s"), nextId("s")];
      early.push({ sale, id, untilMs: atMs + waitMsMax, wish: one });
      return [{ kind: "wait", sold: back(id, sale, one) }];
    }
    if (one.kind === "arrive") {
      const next = early.shift();
      if (!next || atMs > next.untilMs) return [];
      const { sale, id, wish: asked } = next;
      sales.push(sale);
      return [
        { kind: "sell", sold: { id: sale, member: asked.member, lines: plain(asked.items) } },
        { kind: "wake", sold: back(id, sale, asked) },
      ];
    }
    if (one.kind === "sell") return [sold(one.member, plain(one.items))];
    if (one.kind === "return") {
      const original = pick(one.of);
      if (original === undefined) return [];
      const lines = plain(one.items, original);
      return one.isSplit ? lines.map((line) => sold(one.member, [line])) : [sold(one.member, lines)];
    }
    if (one.kind === "mixed") {
      const returned = one.of.flatMap((of) => plain([one.returned], pick(of)));
      return [sold(one.member, [...plain(one.items), ...returned])];
    }
    if (one.kind === "adjust") return [{ kind: "adjust", adjustment: { ...one, id: nextId("a") } }];
    if (one.kind === "redeem") {
      const id = nextId("r");
      redemptions.push(id);
      return [{ kind: "redeem", by: { ...one, id } }];
    }
    if (one.kind === "pay") {
      const id = nextId("y");
      payments.push(id);
      return [{ kind: "pay", by: { ...one, id } }];
    }
    if (one.kind === "giveBack") {
      const redemption = payments[one.of % Math.max(1, payments.length)];
      if (redemption === undefined) return [];
      const by = { id: nextId("g"), redemption, ...(one.cost !== undefined && { cost: one.cost }) };
      return [{ kind: "giveBack", by }];
    }
    if (one.kind === "cancel") {
      const redemption = redemptions[one.of % Math.max(1, redemptions.length)];
      return redemption === undefined ? [] : [{ kind: "cancel", by: { id: cancellationOf(redemption), redemption } }];
    }
    if (one.kind === "reprice") {
      const sale = pick(one.of);
      return sale === undefined ? [] : [{ kind: "reprice", sale, isOutEarning }];
    }
    if (one.kind === "catalogue") {
      isOutEarning = one.isOutEarning;
      return [one];
    }
    return [one];
  };
}

/** A cancellation has no key: that of its redemption names it. */
export const cancellationOf = (redemption: string) => `c-${redemption}`;

/** A repricing has no key: that of its sale names it. */
export const repricingOf = (sale: string) => `p-${sale}`;

const nothing: Step = { entries: [], isRefused: false };

function apply(world: World, atMs: number, call: Call): Step {
  if (call.kind === "sell") return sell(world, atMs, call.sold);
  if (call.kind === "wake") return wake(world, atMs, call.sold);
  if (call.kind === "wait") wait(world, call.sold);
  if (call.kind === "adjust") return adjust(world, atMs, call.adjustment);
  if (call.kind === "redeem") return redeem(world, atMs, call.by);
  if (call.kind === "pay") return pay(world, atMs, call.by);
  if (call.kind === "cancel" || call.kind === "giveBack") return cancel(world, atMs, call.by);
  if (call.kind === "sweep") return sweep(world, atMs);
  if (call.kind === "reprice") {
    const { sale, isOutEarning } = call;
    return reprice(world, atMs, { id: repricingOf(sale), sale, earns: (code) => code === "out" && isOutEarning });
  }
  if (call.kind === "edit") edit(world, atMs, call.terms);
  return nothing;
}

/** When the step comes: at least a millisecond after the last one. */
function timeOf({ holdings }: World, lastMs: number, after: Pause): number {
  if (typeof after === "number") return lastMs + after;
  const promised = [...holdings.values()].flatMap((own) => [own.promisedMs, ...own.lots.map((lot) => lot.promisedMs)]);
  const next = promised.filter((ms) => ms > lastMs + 2);
  return next.length === 0 ? lastMs + 1 : Math.min(...next) + after.edge - 1;
}

export interface History {
  readonly zone: string;
  readonly startMs: number;
  readonly terms: Terms;
  readonly events: readonly Event[];
}

/** Random histories, with what an independent replay, lot by lot, says of each step. */
export const histories = (stepsMax: number): fc.Arbitrary<History> =>
  fc
    .record({
      zone: fc.constantFrom(...zones),
      startMs: start,
      terms,
      wishes: fc.array(wish, { minLength: 4, maxLength: stepsMax }),
    })
    .map(({ zone, startMs, terms: first, wishes }) => {
      const world = openWorld(zone, first);
      const callsOf = openCaller();
      let atMs = startMs;
      const events = wishes.flatMap((one) => {
        atMs = timeOf(world, atMs, one.pause);
        return callsOf(one, atMs).map((call): Event => {
          atMs += 1;
          const done = apply(world, atMs, call);
          const holds = members.flatMap((of) =>
            currencies.map((_, currency) => ({ member: of, currency, held: held(world, atMs, of, currency) })),
          );
          return { atMs, call, step: done, holds };
        });
      });
      return { zone, startMs, terms: first, events };
    });
