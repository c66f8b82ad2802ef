import fc from "fast-check";
import { expect, test } from "vitest";
import { type Amount, amountOf, formatAmount, roundings } from "../amount.ts";
import { type Book, openBook } from "../ledger/ledger.book.ts";
import type { Programme } from "../programme/programme.ts";
import { decideSale, planSale } from "../sale/sale.decide.ts";
import type { SaleItem } from "../sale/sale.object.ts";
import { emptyBalance } from "../testing/balance.ts";
import type { ReturnDesk } from "./sale-return.decide.ts";
import type { OriginalSale } from "./sale-return.take.ts";

/** `REPLAY_RUNS=20000 npx vitest run packages/domain/src/sale-return` replays as many histories. */
const runs = Number(process.env["REPLAY_RUNS"] ?? 500);
const members = ["ann", "bob"] as const;
const products = ["A", "B", "C", "out"] as const;

const money = fc.integer({ min: 0, max: 3_000 }).map((cents) => cents / 100);
const bought = fc.record({
  ProductCode: fc.constantFrom(...products),
  Quantity: fc.integer({ min: 1, max: 4 }),
  TotalAmount: money,
});
const backLine = fc.record({
  ProductCode: fc.constantFrom(...products),
  quantity: fc.integer({ min: 1, max: 5 }),
  refund: money,
});
const step = fc.oneof(
  fc.record({
    kind: fc.constant("sale" as const),
    member: fc.constantFrom(...members),
    items: fc.array(bought, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    ...{ kind: fc.constant("return" as const), by: fc.constantFrom(...members), of: fc.nat(9) },
    ...{ lines: fc.array(backLine, { minLength: 1, maxLength: 3 }), isSplit: fc.boolean() },
  }),
  fc.record({ kind: fc.constant("unlinked" as const), member: fc.constantFrom(...members), total: money }),
  fc.record({
    kind: fc.constant("post" as const),
    member: fc.constantFrom(...members),
    points: fc.integer({ min: -900, max: 900 }),
  }),
  fc.record({
    ...{ kind: fc.constant("rules" as const), rate: fc.integer({ min: 0, max: 300 }) },
    ...{ rounding: fc.constantFrom(...roundings), fractionDigits: fc.integer({ min: 0, max: 4 }), isOut: fc.boolean() },
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type Rules = { rate: number; rounding: string; fractionDigits: number };

/** Points by plain numbers in ten-thousandths, apart from the code under test. Rates have two decimals. */
function pointsOf(cents: number, { rate, rounding, fractionDigits }: Rules): number {
  const unit = 10 ** (4 - fractionDigits);
  const exact = cents * rate;
  const rest = exact % unit;
  const up = rounding === "away-from-zero" ? rest > 0 : rounding === "half-up" && rest * 2 >= unit;
  return exact - rest + (up ? unit : 0);
}

const cents = (total: number) => Math.round(total * 100);

/** A sale as a shop assistant would note it: each unit's line, what is left of it, and what the sale is worth now. */
interface Noted {
  readonly member: string;
  readonly rules: Rules;
  readonly lines: { code: string; left: number; cents: number; counts: boolean }[];
}

const worthOf = ({ lines, rules }: Noted) =>
  pointsOf(
    lines.reduce((sum, line) => sum + (line.counts && line.left > 0 ? line.cents : 0), 0),
    rules,
  );

/** Returns goods of a noted sale; what it is worth less, by looking at all of it again. */
function giveBack(sale: Noted, lines: readonly { ProductCode: string; quantity: number; refund: number }[]): number {
  const before = worthOf(sale);
  for (const { ProductCode, quantity, refund } of lines) {
    let [units, paid] = [quantity, cents(refund)];
    for (const line of sale.lines) {
      if (line.code !== ProductCode || line.left === 0 || units === 0) continue;
      const part = Math.min(units, line.left);
      const amount = part === line.left ? line.cents : Math.min(paid, line.cents);
      line.left -= part;
      line.cents -= amount;
      units -= part;
      paid = Math.max(0, paid - amount);
    }
  }
  return before - worthOf(sale);
}

/** The service's own functions over balances in memory, in one batch. */
function openService() {
  const balances = members.map((memberId) => emptyBalance(memberId));
  let count = 0;
  const book: Book = openBook({ balances, clockMs: 1, newId: () => `e${++count}` });
  const desk: ReturnDesk = { clockMs: 1, before: new Map(), written: [] };
  const originals: OriginalSale[] = [];
  return { book, desk, originals };
}

const programmeOf = (rules: Rules): Programme => ({
  ...{
    id: "p",
    businessId: "P",
    timeZone: "UTC",
    currencies: [{ id: "c", name: "Points" }],
    returnWaitDays: 30,
    returnWindowDays: 0,
    earningVersion: 1,
  },
  earning: { ...rules, rate: amountOf(rules.rate / 100), rounding: rules.rounding as "half-up" },
});

type Service = ReturnType<typeof openService>;

function sell(
  { book, desk, originals }: Service,
  id: string,
  member: string,
  items: SaleItem[],
  rules: Rules,
  isOut: boolean,
) {
  const facts = new Map(
    products.map((code) => [code as string, { isIncentivizable: code !== "out" || isOut, category: "", brand: "" }]),
  );
  const named = items.flatMap(({ OriginalSaleExternalID: key }) =>
    originals.filter(({ externalId }) => externalId === key),
  );
  const plan = planSale(
    { id, items, storeCode: "S", channel: "", soldAtMs: 0 },
    {
      ...{ member: { id: member, programme: programmeOf(rules) }, store: { isParticipating: true }, products: facts },
      ...(named.length > 0 && { originals: new Map(named.map((one) => [one.externalId, one])) }),
    },
  );
  const from = book.entries().length;
  decideSale(plan, book, desk);
  const entries = book.entries().slice(from);
  const award = entries.find(({ type }) => type === "Sale");
  originals.push({
    ...{ id, externalId: id, items, memberId: member, currencyId: "c" },
    award: award && {
      ...{ points: award.amount, postedAtMs: 1, earning: programmeOf(rules).earning },
      lines: (JSON.parse(award.why) as { lines: number[] }).lines,
    },
  });
  return entries;
}

const units = (amount: Amount) => Number(formatAmount(amount).replace(".", ""));

function replay(steps: readonly Step[]) {
  const service = openService();
  const held: Record<string, number> = { ann: 0, bob: 0 };
  const sales: { noted: Noted; index: number }[] = [];
  let rules: Rules = { rate: 100, rounding: "toward-zero", fractionDigits: 0 };
  let isOut = false;
  const add = (member: string, points: number) => {
    held[member] = (held[member] as number) + points;
  };
  const back = (
    sale: (typeof sales)[number],
    by: string,
    lines: readonly { ProductCode: string; quantity: number; refund: number }[],
  ) => {
    const key = service.originals[sale.index]?.externalId as string;
    const items = lines.map((one) => ({
      ...{
        ProductCode: one.ProductCode,
        Quantity: -one.quantity,
        TotalAmount: -one.refund,
        OriginalSaleExternalID: key,
      },
    }));
    for (const { amount, memberId } of sell(service, `r${service.originals.length}`, by, items, rules, isOut)) {
      expect(amount < 0n).toBe(true);
      expect(memberId).toBe(sale.noted.member);
    }
    add(sale.noted.member, -giveBack(sale.noted, lines));
  };
  for (const one of steps) {
    if (one.kind === "sale") {
      const lines = one.items.map(({ ProductCode: code, Quantity: left, TotalAmount }) => ({
        ...{ code, left, cents: cents(TotalAmount), counts: code !== "out" || isOut },
      }));
      const noted = { member: one.member, rules, lines };
      sales.push({ noted, index: service.originals.length });
      sell(service, `s${service.originals.length}`, one.member, one.items, rules, isOut);
      add(one.member, worthOf(noted));
    } else if (one.kind === "return") {
      const sale = sales[one.of % Math.max(1, sales.length)];
      if (!sale) continue;
      if (one.isSplit) for (const line of one.lines) back(sale, one.by, [line]);
      else back(sale, one.by, one.lines);
    } else if (one.kind === "unlinked") {
      sell(
        service,
        `u${service.originals.length}`,
        one.member,
        [{ ProductCode: "A", Quantity: -1, TotalAmount: -one.total }],
        rules,
        isOut,
      );
      add(one.member, -pointsOf(cents(one.total), rules));
    } else if (one.kind === "post") {
      const type = one.points < 0 ? "Redemption" : "Adjustment";
      if (one.points === 0 || (held[one.member] as number) + one.points < 0) continue;
      const posting = {
        memberId: one.member,
        currencyId: "c",
        type,
        sourceClass: type,
        sourceId: `a${service.originals.length}`,
      } as const;
      service.book.post([{ ...posting, amount: BigInt(one.points) }]);
      add(one.member, one.points);
    } else {
      rules = one;
      isOut = one.isOut;
    }
    for (const member of members) expect(units(service.book.balanceOf(member, "c"))).toBe(held[member]);
  }
  return { service, sales, back, held };
}

test("in any history, balances are those of an independent replay, and no linked return gives a point", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => void replay(steps)),
    { numRuns: runs },
  );
}, 600_000);

test("once everything came back, whatever the split, order and rules, nothing of a sale remains", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), fc.boolean(), (steps, isOneByOne) => {
      const { service, sales, back } = replay(steps);
      for (const sale of sales.toReversed()) {
        const left = sale.noted.lines.filter((line) => line.left > 0);
        const lines = left.flatMap(({ code: ProductCode, left: quantity }) =>
          isOneByOne
            ? Array.from({ length: quantity }, () => ({ ProductCode, quantity: 1, refund: 0.01 }))
            : [{ ProductCode, quantity, refund: 0 }],
        );
        for (const line of lines) back(sale, sale.noted.member, [line]);
        const { id, award } = service.originals[sale.index] as OriginalSale;
        const taken = service.desk.written
          .filter(({ original }) => original.id === id)
          .reduce((sum, { points }) => sum + points, 0n);
        expect(taken).toBe(award?.points ?? 0n);
      }
    }),
    { numRuns: Math.ceil(runs / 5) },
  );
}, 600_000);
