import { expect, test } from "vitest";
import { createRulePreview } from "./rule.preview.ts";

test("one preview runs at a time, and the next one after it, also if it failed", async () => {
  const draft = { programme: "CLUB", ruleId: "A", name: "", rule: { gives: { bonus: "5" } } };
  let fail: (cause: Error) => void = () => undefined;
  const never = () =>
    new Promise<never>((_, reject) => {
      fail = reject;
    });
  const preview = createRulePreview(never);
  const first = preview(draft);
  expect(await preview(draft)).toBe("busy");
  fail(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  const second = preview(draft);
  fail(new Error("again"));
  await expect(second).rejects.toThrow("again");
});
