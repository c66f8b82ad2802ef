import { randomInt } from "node:crypto";
import { runFuzz } from "@rewards/fuzz";
import { expect, inject, test } from "vitest";
import type {} from "../src/global-setup.ts";

const requests = 3_000;
const soundShareMin = 0.3;
const succeededShareMin = 0.7;
const testMsMax = 600_000;

test(
  "no request to any endpoint gets a 5xx, hangs, or has an effect that its answer does not report",
  async () => {
    // Each run has another seed. A failure names the seed and how to reproduce it.
    const result = await runFuzz({
      serverUrl: inject("databaseServerUrl"),
      template: inject("databaseTemplate"),
      requests,
      seed: randomInt(2 ** 31),
      awaitsSlow: false,
    });
    expect(result.failures.join("\n")).toBe("");
    // Enough requests were valid and succeeded: the fuzz tested more than validation.
    const { requests: sent, sound, soundSucceeded } = result.tally;
    expect(sent).toBeGreaterThanOrEqual(requests);
    expect(sound / sent).toBeGreaterThan(soundShareMin);
    expect(soundSucceeded / sound).toBeGreaterThan(succeededShareMin);
  },
  testMsMax,
);
