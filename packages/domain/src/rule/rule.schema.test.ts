import { describe, expect, test } from "vitest";
import { rulesSchema } from "./rule.list.ts";
import { gainKinds } from "./rule.schema.ts";

const rule = { id: "A", gives: { bonus: "5" } };
const faultsOf = (...rules: unknown[]) =>
  rulesSchema.safeParse(rules).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
/** What is wrong with one rule, by paths within it. */
const faults = (more: object) => faultsOf({ ...rule, ...more })?.map((fault) => fault.replace(/^0\.?/, ""));
const many = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`);

describe("rulesSchema", () => {
  test("a rule of every key is taken, its amounts in one form", () => {
    const full = {
      id: "COFFEE2",
      name: " Double points on coffee ",
      from: "2026-05-01T00:00:00",
      to: "2026-06-01T00:00:30",
      where: {
        ...{
          day: ["Sat", "Sun"],
          time: ["08:00", "24:00"],
          channel: ["APP"],
          store: [" S-1\r"],
        },
        ...{ joinedWithinDays: 30, category: ["Coffee"], brand: ["North"], product: ["E\u0301"] },
      },
      except: { category: ["Tea"], brand: ["South"], product: ["GIFTCARD"] },
      minimumSpend: 20.5,
      minimumQuantity: "2.0000",
      gives: { multiplier: 1000 },
      cap: { points: "050.10", per: "quarter" },
      group: "SEASON",
    };
    expect(rulesSchema.parse([full])).toEqual([
      {
        ...full,
        name: "Double points on coffee",
        from: "2026-05-01T00:00",
        where: { ...full.where, store: ["S-1"], product: ["\u00C9"] },
        minimumSpend: "20.5",
        minimumQuantity: "2",
        gives: { multiplier: "1000" },
        cap: { points: "50.1", per: "quarter" },
      },
    ]);
  });

  test.each([
    { gives: { multiplier: "1" } },
    { gives: { rate: "10000" } },
    { gives: { perQuantity: 0.0001 } },
    { gives: { bonus: "1000000" } },
    { gives: { bonus: "0.01" }, every: { spend: "0.0001", per: "day" } },
    { gives: { bonus: "1000000" }, every: { visits: "0.0001", per: "day" } },
    { every: { visits: "3", per: "campaign", times: 1_000_000 } },
    { every: { spend: 100, per: "week" } },
    { cap: { points: 5, per: "sale" } },
    { from: "2028-02-29T23:59", to: "2028-03-01T00:00" },
    { from: "2026-03-29T02:30" },
    { where: { time: ["22:00", "04:00"], joinedWithinDays: 3650, category: many(1_000) } },
    { id: "0_-".padEnd(40, "Z"), name: "x".repeat(255), where: { product: ["x".repeat(255)] } },
  ])("%j is taken", (more) => {
    expect(faults(more)).toBeUndefined();
  });

  const idForm = "1 to 40 of A to Z, 0 to 9, _ and -, the first neither _ nor -";
  const listForm = "1 to 1000 entries";
  const localForm = "a local time such as 2026-05-01T00:00, of a year from 1900 to 9999";
  const timeForm = "two times such as 08:00; the second may be 24:00";
  const textForm = "1 to 255 characters, without NUL and lone surrogates";
  const oneGain = `gives: exactly one of ${gainKinds.join(", ")}`;
  test.each([
    [{ gives: { multiplier: "0.5" } }, "gives.multiplier: 1 or more: a return could add points otherwise"],
    [{ gives: { multiplier: -2 } }, "gives.multiplier: 1 or more: a return could add points otherwise"],
    [{ gives: { multiplier: "1000.0001" } }, "gives.multiplier: at most 1000"],
    [{ gives: { rate: "0" } }, "gives.rate: more than 0"],
    [{ gives: { rate: 10_000.5 } }, "gives.rate: at most 10000"],
    [{ gives: { perQuantity: 1_000_000.5 } }, "gives.perQuantity: at most 1000000"],
    [{ gives: { bonus: "1000000.0001" } }, "gives.bonus: at most 1000000"],
    ...["spend", "quantity"].map((of): [object, string] => [
      { gives: { bonus: "200" }, every: { [of]: "0.0001", per: "day" } },
      "every: at most 1000000 points for 1 of it",
    ]),
    [{ gives: { perQuantity: -1 } }, "gives.perQuantity: more than 0"],
    [{ gives: { bonus: "0.00001" } }, "gives.bonus: a decimal with at most 4 decimals"],
    [{ gives: { bonus: 1e21 } }, "gives.bonus: a decimal with at most 4 decimals"],
    [{ gives: { bonus: "five" } }, "gives.bonus: a decimal with at most 4 decimals"],
    [{ gives: { bonus: null } }, "gives.bonus: a decimal with at most 4 decimals"],
    [{ gives: { bonus: 1, rate: 1 } }, oneGain],
    [{ gives: {} }, oneGain],
    [{ gives: undefined }, oneGain],
    [{ from: "2026-05-01T00:00", to: "2026-05-01T00:00:00" }, "to: after from"],
    [{ from: "2026-05-02T00:00", to: "2026-05-01T00:00" }, "to: after from"],
    [{ from: "2026-02-30T00:00" }, `from: ${localForm}`],
    [{ from: "2026-05-01" }, `from: ${localForm}`],
    [{ to: "2026-05-01T24:00" }, `to: ${localForm}`],
    [{ to: "2026-05-01T00:00Z" }, `to: ${localForm}`],
    [{ from: "0000-05-01T00:00" }, `from: ${localForm}`],
    [{ from: "1899-12-31T23:59:59" }, `from: ${localForm}`],
    [{ to: 2026 }, `to: ${localForm}`],
    [{ where: { time: ["08:00", "08:00"] } }, "where.time: two different times"],
    [{ where: { time: ["24:00", "08:00"] } }, `where.time.0: ${timeForm}`],
    [{ where: { time: ["08:00", "24:01"] } }, `where.time.1: ${timeForm}`],
    [{ where: { time: ["8:00"] } }, `where.time: ${timeForm}`],
    [{ where: { time: "08:00" } }, `where.time: ${timeForm}`],
    ...[0, 3651, 1.5, "7"].map((days): [object, string] => [
      { where: { joinedWithinDays: days } },
      "where.joinedWithinDays: a whole number of 1 to 3650",
    ]),
    [{ where: { day: ["Sunday"] } }, "where.day.0: Mon, Tue, Wed, Thu, Fri, Sat, Sun"],
    [{ where: { category: [] } }, `where.category: ${listForm}`],
    [{ where: { category: many(1_001) } }, `where.category: ${listForm}`],
    [{ except: { brand: "North" } }, `except.brand: ${listForm}`],
    [{ where: { channel: [""] } }, `where.channel.0: ${textForm}`],
    [{ where: { store: ["a", " \r"] } }, `where.store.1: ${textForm}`],
    [{ where: { channel: ["a\0"] } }, `where.channel.0: ${textForm}`],
    [{ where: { product: ["x".repeat(256)] } }, `where.product.0: ${textForm}`],
    [{ minimumSpend: 0 }, "minimumSpend: more than 0"],
    [{ minimumQuantity: "-1" }, "minimumQuantity: more than 0"],
    [{ cap: { points: 0, per: "day" } }, "cap.points: more than 0"],
    [{ cap: { points: 1, per: "hour" } }, "cap.per: sale, day, week, month, quarter, year, campaign"],
    [{ every: { per: "day" } }, "every: exactly one of quantity, spend, visits"],
    [{ every: { quantity: 1, visits: 1, per: "day" } }, "every: exactly one of quantity, spend, visits"],
    ...[0, 1_000_001].map((times): [object, string] => [
      { every: { visits: 1, per: "day", times } },
      "every.times: a whole number of 1 to 1000000",
    ]),
    [{ every: { visits: 1, per: "sale" } }, "every.per: day, week, month, quarter, year, campaign"],
    [
      { every: { visits: 1, per: "day" }, cap: { points: 1, per: "day" } },
      "every: only with bonus, without cap and group",
    ],
    [{ every: { visits: 1, per: "day" }, group: "G" }, "every: only with bonus, without cap and group"],
    [{ every: { visits: 1, per: "day" }, gives: { rate: 1 } }, "every: only with bonus, without cap and group"],
    [{ id: "a" }, `id: ${idForm}`],
    [{ id: "_A" }, `id: ${idForm}`],
    [{ id: "A".repeat(41) }, `id: ${idForm}`],
    [{ id: "A\n" }, `id: ${idForm}`],
    [{ group: "G/1" }, `group: ${idForm}`],
    [{ name: " " }, `name: ${textForm}`],
    [{ name: "x".repeat(256) }, `name: ${textForm}`],
  ])("%j is refused", (more, fault) => {
    expect(faults(more)).toEqual([fault]);
  });

  test("unknown keys are refused, in every page", () => {
    const unknown = { x: 1, where: { x: 1 }, except: { x: 1 }, cap: { points: 1, per: "day", x: 1 } };
    const inner = ["where", "except", "cap"].map((page) => `${page}: Unrecognized key: "x"`);
    expect(faults(unknown)).toEqual([...inner, ': Unrecognized key: "x"']);
    expect(faults({ gives: { bonus: 1, x: 1 } })).toEqual(['gives: Unrecognized key: "x"']);
  });

  test("every fault of a rule is named at once", () => {
    const wrong = { gives: { multiplier: "0.5", rate: "x" }, minimumSpend: "0", from: "2026-05-02T00:00", to: "today" };
    expect(faults(wrong)?.map((fault) => fault.split(":")[0])).toEqual([
      ...["to", "minimumSpend", "gives.multiplier", "gives.rate", "gives"],
    ]);
  });
});
