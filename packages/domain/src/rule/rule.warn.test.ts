import { describe, expect, test } from "vitest";
import { plainEarning } from "../testing/till.ts";
import { rulesSchema } from "./rule.list.ts";
import { warnOfRules } from "./rule.warn.ts";

type Given = Readonly<Record<string, unknown>>;
const parse = (rule: Given) => rulesSchema.parse([{ id: "A", gives: { bonus: 5 }, ...rule }]);

/** The warnings of one rule, each as `path: message`. @param before the rule in force. */
function warningsOf(rule: Given, before?: Given): string[] {
  const facts = {
    earning: plainEarning,
    known: new Map((before ? parse(before) : []).map((rule) => [rule.id, rule])),
    localMs: Date.parse("2026-05-04T12:00Z"),
  };
  return warnOfRules(parse(rule), facts).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const dates = { from: "2026-05-04T10:00", to: "2026-05-05T10:00" };
const noTime = ["0.where: no such day and time from `from` to `to`"];
const nothing = ["0.gives: nothing, by the programme's rate and rounding"];

describe("a rule that can never hold, or gives nothing", () => {
  test.each<[string, Given, string[]]>([
    [
      "a list that is excluded",
      { where: { brand: ["N"] }, except: { brand: ["S", "N"] } },
      ["0.except.brand: all that where.brand lists, so the rule never holds"],
    ],
    ["a list that is excluded in part", { where: { brand: ["N", "W"] }, except: { brand: ["N"] } }, []],
    ["a weekday outside its dates", { ...dates, where: { day: ["Wed"] } }, noTime],
    ["a weekday that its dates end with", { ...dates, where: { day: ["Tue"] } }, []],
    ["an hour outside its dates", { ...dates, where: { day: ["Tue"], time: ["10:00", "24:00"] } }, noTime],
    ["an hour that wraps midnight into its dates", { ...dates, where: { day: ["Tue"], time: ["22:00", "01:00"] } }, []],
    [
      "a weekday of a long campaign",
      { from: "2026-05-04T10:00", where: { day: ["Mon"], time: ["08:00", "09:00"] } },
      [],
    ],
    ["an end in the past", { to: "2026-05-04T12:00" }, ["0.to: in the past: only sales from before it count"]],
    ["an end to come", { to: "2026-05-04T12:01" }, []],
    ["points that are rounded away", { gives: { bonus: "0.5" } }, nothing],
    ["a multiplier of 1", { gives: { multiplier: 1 } }, nothing],
    ["half a point a stamp", { gives: { bonus: "0.5" }, every: { visits: 2, per: "month" } }, []],
  ])("%s", (_, rule, warnings) => {
    expect(warningsOf(rule)).toEqual(warnings);
  });
});

describe("a sum that starts anew", () => {
  const capped = { cap: { points: 50, per: "day" } };
  const card = { every: { quantity: 10, per: "campaign" } };
  test.each<[string, Given, Given, string[]]>([
    ["the same cap with other dates", { ...capped, from: "2026-05-01T00:00" }, capped, []],
    ["another cap", { cap: { points: 80, per: "day" } }, capped, ["0.cap: collected points start anew (cap 50 → 80)"]],
    [
      "another period",
      { cap: { points: 50, per: "week" } },
      capped,
      ["0.cap: collected points start anew (per day → week)"],
    ],
    ["another group", { ...capped, group: "G" }, capped, ["0.cap: collected points start anew (group none → G)"]],
    [
      "another step",
      { every: { quantity: 8, per: "campaign", times: 3 } },
      card,
      ["0.every: collected stamps start anew (every 10 → 8, times none → 3)"],
    ],
    [
      "another kind of step",
      { every: { spend: 10, per: "campaign" } },
      card,
      ["0.every: collected stamps start anew (of quantity → spend)"],
    ],
    ["a first cap", capped, {}, []],
    ["no cap any more", {}, capped, ["0.cap: collected points start anew (cap 50 → none, per day → none)"]],
  ])("%s", (_, rule, before, warnings) => {
    expect(warningsOf(rule, before)).toEqual(warnings);
  });
});
