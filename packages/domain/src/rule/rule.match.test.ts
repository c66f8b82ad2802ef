import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineOf, manyRules, runs, saleFacts, setOf, zones } from "../testing/rules.ts";
import { compileRules } from "./rule.compile.ts";
import { matchRules, type RuleFacts } from "./rule.match.ts";
import { type Rule, weekdays } from "./rule.schema.ts";
import { canonicalRules, parseRules } from "./rule.text.ts";

const bonus = { gives: { bonus: "1" } };
const sale: RuleFacts = {
  lines: [lineOf("Espresso"), lineOf("Chai")],
  storeCode: "S1",
  channel: "APP",
  soldAtMs: Date.parse("2026-05-04T10:00:00Z"),
  timeZone: "Europe/Berlin",
  joinedAtMs: 0,
  segments: [],
};
/** The lines for which the only rule holds. */
const linesFor = (rule: object, facts: Partial<RuleFacts> = {}) =>
  matchRules(setOf({ ...bonus, ...rule }), { ...sale, ...facts }).map(({ lines }) => lines)[0];
const holds = (rule: object, at: string, timeZone = "Europe/Berlin") =>
  linesFor(rule, { soldAtMs: Date.parse(at), timeZone }) !== undefined;

const clocks = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }),
  ]),
);
/** The local date and time, and the weekday, by the clocks of the platform. */
function shown(instantMs: number, timeZone: string): { text: string; day: string } {
  const text = clocks.get(timeZone)?.format(instantMs).replace(" ", "T") ?? "";
  return { text, day: new Date(text.slice(0, 10)).toUTCString().slice(0, 3) };
}

/** Whether a rule holds for a line, condition by condition. */
function holdsPlainly(
  { from = "", to = "9", where = {}, except = {} }: Rule,
  facts: RuleFacts,
  { text, day }: ReturnType<typeof shown>,
  line: number,
): boolean {
  const { item, amount, product, state } = facts.lines[line] as RuleFacts["lines"][number];
  const [time, [begin = "", end = "24:00"]] = [text.slice(11, 16), where.time ?? []];
  const ageMs = facts.soldAtMs - facts.joinedAtMs;
  const { category = "", brand = "" } = product ?? {};
  return [
    state === "counts" && amount > 0n && item.Quantity > 0,
    from <= text && text < to,
    !where.day || where.day.some((one) => one === day),
    begin < end ? begin <= time && time < end : begin <= time || time < end,
    where.channel?.includes(facts.channel) ?? true,
    where.store?.includes(facts.storeCode) ?? true,
    where.segment?.some((name) => facts.segments.includes(name)) ?? true,
    !where.joinedWithinDays || (ageMs >= 0 && ageMs < where.joinedWithinDays * 86_400_000),
    where.category?.includes(category) ?? true,
    where.brand?.includes(brand) ?? true,
    where.product?.includes(item.ProductCode) ?? true,
    !except.category?.includes(category),
    !except.brand?.includes(brand),
    !except.product?.includes(item.ProductCode),
  ].every(Boolean);
}

describe("matchRules", () => {
  test("finds what a plain loop over all rules and lines finds", () => {
    const matches = (given: readonly Rule[], facts: RuleFacts) => {
      const found = matchRules(compileRules(parseRules(canonicalRules(given))), facts);
      const clock = shown(facts.soldAtMs, facts.timeZone);
      const plain = given.flatMap((rule) => {
        const lines = [...facts.lines.keys()].filter((line) => holdsPlainly(rule, facts, clock, line));
        return lines.length > 0 ? [[rule.id, lines]] : [];
      });
      expect(found.map(({ rule, lines }) => [rule.id, lines])).toEqual(plain);
    };
    fc.assert(fc.property(manyRules, saleFacts, matches), { numRuns: runs });
  });

  test("a set answers for one sale as for the next, whatever came between", () => {
    const set = setOf({ ...bonus, where: { day: ["Mon"] } });
    const at = (day: number) => matchRules(set, { ...sale, soldAtMs: sale.soldAtMs + day * 86_400_000 }).length;
    const found = Array.from({ length: 900 }, (_, day) => at(day));
    expect(found.filter((count) => count === 1)).toHaveLength(129);
    expect([at(0), at(1), at(7)]).toEqual([1, 0, 1]);
  });

  test("only lines that count and have an amount left count for a rule", () => {
    const lines = [lineOf("Espresso", "10", "void"), lineOf("Chai", "0"), lineOf("Cup"), lineOf("Unknown", "5")];
    expect(linesFor({}, { lines })).toEqual([2, 3]);
    expect(linesFor({}, { lines: lines.slice(0, 2) })).toBeUndefined();
    expect(matchRules(setOf(), sale)).toEqual([]);
  });

  test("a return line of a product that counts earns nothing", () => {
    const back = lineOf("Chai");
    expect(linesFor({}, { lines: [{ ...back, item: { ...back.item, Quantity: -1 } }] })).toBeUndefined();
  });

  test("lists of categories, brands and products choose lines; all other conditions choose sales", () => {
    expect(linesFor({ where: { category: ["Coffee", "Cake"] } })).toEqual([0]);
    expect(linesFor({ where: { brand: ["South"] } })).toEqual([1]);
    expect(linesFor({ where: { product: ["Chai"] }, except: { category: ["Tea"] } })).toBeUndefined();
    expect(linesFor({ except: { brand: ["North"] } })).toEqual([1]);
    expect(linesFor({ where: { channel: ["APP"], store: ["S2", "S1"] } })).toEqual([0, 1]);
    expect(linesFor({ where: { channel: ["app"] } })).toBeUndefined();
    expect(linesFor({ where: { store: ["S2"] } })).toBeUndefined();
  });

  test("a member may be in several segments, and one that the rule names is enough", () => {
    const rule = { where: { segment: ["Regulars", "Staff"] } };
    expect(linesFor(rule, { segments: ["Others", "Staff"] })).toEqual([0, 1]);
    expect(linesFor(rule, { segments: ["Others"] })).toBeUndefined();
    expect(linesFor(rule)).toBeUndefined();
  });

  test("a member counts as new for whole days of 24 hours, and not before it joined", () => {
    const within = (ageMs: number) =>
      linesFor({ where: { joinedWithinDays: 2 } }, { joinedAtMs: sale.soldAtMs - ageMs }) !== undefined;
    expect([-1, 0, 172_799_999, 172_800_000].map(within)).toEqual([false, true, true, false]);
  });

  test.each([
    ["from is inclusive", { from: "2026-05-01T00:00" }, "2026-04-30T22:00:00Z", true],
    ["before from", { from: "2026-05-01T00:00" }, "2026-04-30T21:59:59.999Z", false],
    ["to is exclusive", { to: "2026-05-01T00:00:30" }, "2026-04-30T22:00:30Z", false],
    ["before to", { to: "2026-05-01T00:00:30" }, "2026-04-30T22:00:29.999Z", true],
    ["clocks skip 02:30: 03:00 is after it", { from: "2026-03-29T02:30" }, "2026-03-29T01:00:00Z", true],
    ["clocks skip 02:30: 01:59 is before it", { from: "2026-03-29T02:30" }, "2026-03-29T00:59:59Z", false],
    ["clocks show 02:30 twice: the first time", { to: "2026-10-25T02:30" }, "2026-10-25T00:29:00Z", true],
    ["clocks show 02:30 twice: between", { to: "2026-10-25T02:30" }, "2026-10-25T00:45:00Z", false],
    ["clocks show 02:30 twice: the second time", { to: "2026-10-25T02:30" }, "2026-10-25T01:15:00Z", true],
    ["29 February", { from: "2028-02-29T00:00", to: "2028-03-01T00:00" }, "2028-02-29T22:59:59Z", true],
    ["31 December, local", { from: "2026-12-31T00:00", to: "2027-01-01T00:00" }, "2026-12-30T23:00:00Z", true],
    ["1 January, local", { from: "2026-12-31T00:00", to: "2027-01-01T00:00" }, "2026-12-31T23:00:00Z", false],
  ])("%s", (_, rule, at, isHeld) => {
    expect(holds(rule, at)).toBe(isHeld);
  });

  test.each([
    ["08:15", "11:00", "08:14 -, 08:15 +, 10:59 +, 11:00 -"],
    ["22:00", "04:00", "21:59 -, 22:00 +, 00:00 +, 03:59 +, 04:00 -"],
    ["22:00", "24:00", "21:59 -, 22:00 +, 23:59 +, 00:00 -"],
    ["22:00", "00:00", "21:59 -, 22:00 +, 23:59 +, 00:00 -"],
    ["00:00", "24:00", "00:00 +, 23:59 +"],
  ])("the hours from %s to %s: %s", (from, to, expected) => {
    const shownTimes = expected.split(", ").map((one) => {
      const isHeld = holds({ where: { time: [from, to] } }, `2026-05-04T${one.slice(0, 5)}:59.999Z`, "UTC");
      return `${one.slice(0, 5)} ${isHeld ? "+" : "-"}`;
    });
    expect(shownTimes.join(", ")).toBe(expected);
  });

  test("the weekday is that of the local day of the sale, after midnight too", () => {
    const night = { where: { day: ["Sat"], time: ["22:00", "04:00"] } };
    expect(holds(night, "2026-05-02T21:00:00Z")).toBe(true);
    expect(holds(night, "2026-05-02T23:00:00Z")).toBe(false);
    const [monday] = [Date.parse("1969-12-29T12:00:00Z")];
    const days = weekdays.map((_, day) => new Date(monday + day * 86_400_000).toISOString());
    expect(days.filter((at, day) => holds({ where: { day: [weekdays[day]] } }, at, "UTC"))).toEqual(days);
  });
});
