import { expect, test } from "vitest";
import { createRefusalReport } from "./refusal-report.ts";

test("ten thousand clients without a right have one entry a minute each", () => {
  const quiet = { warn: () => undefined, error: () => undefined };
  let entries = 0;
  const report = createRefusalReport(quiet, "missing right", async () => {
    entries += 1;
  });
  for (let round = 0; round < 2; round += 1)
    for (let client = 0; client < 10_000; client += 1) report({ actor: `till-${client}` });
  expect(entries).toBe(10_000);
});
