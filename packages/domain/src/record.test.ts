import { expect, test } from "vitest";
import { stageId, stageName } from "./record.ts";

test.each([
  ["Open-Active", "Active", "Active"],
  ["Open-Ready To Process", "Ready To Process", "ReadyToProcess"],
  ["Pending-Awaiting Reference", "Awaiting Reference", "AwaitingReference"],
  ["New-Segment Case creation", "Segment Case creation", "SegmentCaseCreation"],
  ["Open-Available With Expiry", "Available With Expiry", "AvailableWithExpiry"],
  ["Open-Two-Step check", "Two-Step check", "Two-StepCheck"],
])("the stage of %s is %s, its ID %s", (status, name, id) => {
  expect(stageName(status)).toBe(name);
  expect(stageId(status)).toBe(id);
});
