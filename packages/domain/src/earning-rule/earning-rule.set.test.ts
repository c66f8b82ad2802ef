import { describe, expect, test } from "vitest";
import { endedRule, type HeldRule, refuseRule, rulesOfVersion } from "./earning-rule.set.ts";

const nowMs = Date.parse("2026-05-04T12:00:30Z");
const gives = { bonus: "5" };
const rule = (ruleId: string, more: object = {}, isOpen = true): HeldRule => ({
  ...{ ruleId, name: "", isOpen },
  rule: JSON.stringify({ ...more, gives }),
});
const cap = (points: string) => ({ group: "G", cap: { points, per: "day" } });
const idsOf = (held: HeldRule[], lateDays: number | null = null) =>
  JSON.parse(rulesOfVersion(held, { nowMs, lateDays })).map(({ id }: { id: string }) => id);

describe("a version has", () => {
  test("each open rule with its id and name, in the order of the IDs", () => {
    const held = [{ ...rule("B", { from: "2026-01-01T00:00" }), name: "Bee" }, rule("A")];
    expect(rulesOfVersion(held, { nowMs, lateDays: null })).toBe(
      '[{"id":"A","gives":{"bonus":"5"}},{"id":"B","name":"Bee","from":"2026-01-01T00:00","gives":{"bonus":"5"}}]',
    );
  });

  test("ended rules as long as sales may come for them", () => {
    const held = [rule("A", { to: "2026-04-04T12:00" }, false), rule("B", { to: "2026-05-01T00:00" }, false)];
    expect(idsOf(held)).toEqual(["A", "B"]);
    expect(idsOf(held, 30)).toEqual(["B"]);
    expect(idsOf([rule("A", { to: "2025-03-30T12:00" }, false), rule("B", { to: "2025-03-31T12:00" }, false)])).toEqual(
      ["B"],
    );
  });

  test("no ended rule that never held, or that contradicts the cap of its group", () => {
    const to = "2026-05-04T12:00";
    expect(idsOf([rule("A", { from: "2026-06-01T00:00", to }, false)])).toEqual([]);
    expect(idsOf([rule("A", { ...cap("5"), to }, false), rule("B", cap("9"))])).toEqual(["B"]);
    expect(idsOf([rule("A", { ...cap("9"), to }, false), rule("B", cap("9"))])).toEqual(["A", "B"]);
  });

  test("at most 500 ended rules, the last ones", () => {
    const day = (index: number) => new Date(Date.parse("2025-08-01") + index * 43_200_000).toISOString().slice(0, 16);
    const ended = Array.from({ length: 501 }, (_, index) => rule(`R${index}`, { to: day(index) }, false));
    const ids = idsOf(ended);
    expect([ids.length, ids.includes("R0"), ids.includes("R500")]).toEqual([500, false, true]);
  });
});

test("a rule ends now by the clocks of its programme, or has ended before", () => {
  const ended = (more: object, ms = nowMs) => JSON.parse(endedRule(JSON.stringify({ ...more, gives }), ms)).to;
  expect(ended({})).toBe("2026-05-04T12:00:30");
  expect(ended({}, nowMs + 30_999)).toBe("2026-05-04T12:01");
  expect(ended({ to: "2026-06-01T00:00" })).toBe("2026-05-04T12:00:30");
  expect(ended({ to: "2026-05-01T00:00" })).toBe("2026-05-01T00:00");
});

describe("a rule is refused", () => {
  const refusal = (others: HeldRule[], held: HeldRule) =>
    refuseRule(others, held, ["Gold"])?.details.map(({ code, page = "", identifier, text }) => [
      code,
      page + identifier,
      text,
    ]);
  const range = "Error_Field_Range";

  test("if its cap is not that of its group; an ended rule has no say", () => {
    const wrong = [[range, ".Rule.cap", "cap: rules of a group have one cap."]];
    expect(refusal([rule("A", cap("5"))], rule("B", cap("9")))).toEqual(wrong);
    expect(refusal([rule("A", cap("5"), false)], rule("B", cap("9")))).toBeUndefined();
  });

  test("if it names a tier that its programme does not have, by the place of the name", () => {
    expect(refusal([], rule("A", { where: { tier: ["Gold", "Silver"] } }))).toEqual([
      [range, ".Rule.where.tier(2)", "where.tier[1]: no such level."],
    ]);
  });

  test("if its group is the ID of a rule, or its ID that of a group, even of an ended rule", () => {
    expect(refusal([rule("G", {}, false)], rule("B", { group: "G" }))).toEqual([
      [range, ".Rule.group", "group: not the ID of a rule."],
    ]);
    expect(refusal([rule("A", { group: "G" }, false)], rule("G"))).toEqual([
      [range, ".RuleID", "RuleID: not the name of a group."],
    ]);
  });

  test("if the lists of the programme have too many entries, or 500 rules have not ended", () => {
    const entries = Array.from({ length: 1_000 }, (_, index) => `x${index}`);
    const long = (id: string) => rule(id, { where: { category: entries } });
    expect(refusal(["A", "B", "C", "D", "E"].map(long), long("F"))).toEqual([
      [range, ".Rule", "Rule: at most 5000 entries in all lists."],
    ]);
    const many = Array.from({ length: 500 }, (_, index) => rule(`R${index}`));
    expect(refuseRule(many, rule("A"), [])?.code).toBe("Error_Rule_TooMany");
    expect(refuseRule([...many.slice(1), rule("R0", {}, false)], rule("A"), [])).toBeUndefined();
  });
});
