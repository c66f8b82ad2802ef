import { describe, expect, test } from "vitest";
import { planFile } from "./earning-rule.file.ts";

const programme = { nowMs: Date.parse("2026-05-04T12:00:00Z"), levels: ["Gold"] };
const stored = (ruleId: string, more: object = {}) => ({
  ...{ ruleId, name: "", isOpen: true, origin: "FILE", rule: '{"gives":{"bonus":"5"}}' },
  ...more,
});
const listed = (id: string, bonus = "5") => ({ id, gives: { bonus } });
const ended = { isOpen: false, rule: '{"to":"2026-05-01T00:00","gives":{"bonus":"5"}}' };

describe("a file", () => {
  test("creates, edits and ends its rules, and leaves those made over HTTP alone", () => {
    const plan = planFile(
      [stored("SAME"), stored("EDITED"), stored("GONE"), stored("OTHER", { origin: "API" })],
      [listed("NEW"), listed("EDITED", "6"), listed("SAME")],
      programme,
    );
    expect(plan.created.map(({ ruleId }) => ruleId)).toEqual(["NEW"]);
    expect(plan.changed.map(({ action, after }) => [action, after.ruleId, after.isOpen, after.rule])).toEqual([
      ["Edit", "EDITED", true, '{"gives":{"bonus":"6"}}'],
      ["End", "GONE", false, '{"to":"2026-05-04T12:00","gives":{"bonus":"5"}}'],
    ]);
    expect(plan.held.map(({ ruleId, isOpen }) => [ruleId, isOpen])).toEqual([
      ["SAME", true],
      ["EDITED", true],
      ["GONE", false],
      ["OTHER", true],
      ["NEW", true],
    ]);
  });

  test("reopens a rule that it lists again, and changes nothing the second time", () => {
    const { changed } = planFile([stored("A", ended)], [listed("A")], programme);
    expect(changed).toMatchObject([{ action: "Reopen", after: { isOpen: true, rule: '{"gives":{"bonus":"5"}}' } }]);
    expect(planFile([stored("A"), stored("B", ended)], [listed("A")], programme)).toMatchObject({
      created: [],
      changed: [],
    });
  });

  test("says which sums start anew", () => {
    const card = (quantity: string) => ({ gives: { bonus: "5" }, every: { quantity, per: "campaign" as const } });
    const { anew } = planFile(
      [stored("CARD", { rule: JSON.stringify(card("10")) })],
      [{ id: "CARD", ...card("8") }],
      programme,
    );
    expect(anew).toEqual(["CARD: collected stamps start anew (every 10 → 8)"]);
  });

  test("may not list a rule that was made over HTTP, not even an ended one, nor name a group after it", () => {
    const others = [stored("A", { origin: "API", ...ended })];
    expect(() => planFile(others, [listed("A")], programme)).toThrow("Error_Key_Taken");
    expect(() => planFile(others, [{ ...listed("B"), group: "A" }], programme)).toThrow("Error_Field_Range");
  });

  test("may not leave out a tier that an open rule made over HTTP names", () => {
    const named = (tier: string) => ({ origin: "API", rule: `{"where":{"tier":["${tier}"]},"gives":{"bonus":"5"}}` });
    expect(planFile([stored("A", named("Gold"))], [], programme).changed).toEqual([]);
    expect(planFile([stored("A", { ...named("Silver"), isOpen: false })], [], programme).changed).toEqual([]);
    expect(() => planFile([stored("A", named("Silver"))], [], programme)).toThrow("Error_Field_Range");
  });
});
