import type { QueueBackend } from "@rewards/queue";
import { expect, test } from "vitest";
import { formatSums, sumFaults } from "./report.ts";
import type { Back } from "./round/world.ts";
import type { RoundReport } from "./suite/suite.run.ts";

const faults = [{ name: "api-killed", number: 1 }];

/** A round of the fault without findings. */
const roundOf = (backend: QueueBackend, backs: readonly Back[]): RoundReport => ({
  ...{ backend, round: 0, faults: ["api-killed"], tookMs: 1, logFile: "", injections: [], findings: [], backs },
  ...{ requests: 8, refused: 0, unknown: 0 },
});

const linesOf = (reports: readonly RoundReport[]) => formatSums(sumFaults(faults, reports), reports);
const headings = (lines: readonly string[]) => lines.filter((line) => line.startsWith("  Fault "));
const legend = (lines: readonly string[]) =>
  lines.slice(lines.findLastIndex((line) => line.includes("api-killed")) + 1);

test("the legend explains no columns that the tables lack", () => {
  const lines = linesOf([roundOf("redis", []), roundOf("postgres", [])]);
  expect([headings(lines).length, headings(lines).join().includes("Accepts")]).toEqual([2, false]);
  expect(legend(lines).join()).toContain("In flight:");
  expect(legend(lines).join()).not.toContain("Accepts");
});

test("if one backend measured how long servers were away, both tables have the columns, and the legend explains them", () => {
  const lines = linesOf([roundOf("redis", [{ what: "accepting", ms: 1200 }]), roundOf("postgres", [])]);
  for (const heading of headings(lines)) expect(heading).toMatch(/Accepts, ms +Posts, ms$/);
  expect(legend(lines).join()).toContain("Accepts, Posts:");
});
