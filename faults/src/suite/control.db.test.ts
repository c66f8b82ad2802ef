import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faults } from "../faults/index.ts";
import type { Guard } from "../guards/guard.ts";
import { guards } from "../guards/index.ts";
import { openStage, runSuite, type Stage } from "./suite.run.ts";

const logFolder = mkdtempSync(join(tmpdir(), "rewards-faults-log-"));
afterAll(() => rmSync(logFolder, { recursive: true, force: true }));

const roundsOfControlMax = 5;
const suiteMsMax = 240_000;
const common = { seed: "short", from: 0, stopAtBreak: true, logFolder, onRound: () => undefined };

describe("negative control: the suite fails", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage("postgres", process.env["PATH"]);
  });
  afterAll(() => stage.servers.stop());

  test.each(guards.map((guard): [string, Guard] => [guard.summary, guard]))(
    "without %s",
    { timeout: suiteMsMax },
    async (_, guard) => {
      const reports = await runSuite(stage, {
        ...common,
        rounds: roundsOfControlMax,
        faults: faults.filter(({ name }) => guard.faults.includes(name)),
        without: guard,
        // Long enough for recovery to bring what it can.
        settleMsMax: 12_000,
      });
      const kinds = new Set(reports.flatMap(({ findings }) => findings.map(({ kind }) => kind)));
      expect([...kinds].filter((kind) => guard.finds.includes(kind))).not.toEqual([]);
      expect([...kinds]).not.toContain("void");
    },
  );
});
