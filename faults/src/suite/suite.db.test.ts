import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRedisServer } from "@rewards/embedded";
import type { QueueBackend } from "@rewards/queue";
import { afterAll, describe, expect, test } from "vitest";
import { faults } from "../faults/index.ts";
import { openStage, runSuite } from "./suite.run.ts";

const path = process.env["PATH"];
const backends: QueueBackend[] = (await findRedisServer(path)) ? ["redis", "postgres"] : ["postgres"];
const logFolder = mkdtempSync(join(tmpdir(), "rewards-faults-log-"));
afterAll(() => rmSync(logFolder, { recursive: true, force: true }));

const rounds = 2;
const goingOn = ["api-clock-ahead", "leader-cut-off", "balance-held"];
const suiteMsMax = 240_000;
const common = { seed: "short", from: 0, stopAtBreak: true, logFolder, onRound: () => undefined };

describe.each(backends)("the queue on %s", (backend) => {
  test("faults of every kind, under load: nothing is lost or doubled, and no answer is untrue", {
    timeout: suiteMsMax,
  }, async () => {
    const stage = await openStage(backend, path);
    const reports = await runSuite(stage, { ...common, rounds, faults, settleMsMax: 60_000 }).finally(() =>
      stage.servers.stop(),
    );
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    expect(reports).toHaveLength(rounds);
    expect(Math.min(...reports.map(({ requests }) => requests))).toBeGreaterThan(0);
  });

  test("faults during which others must go on, one a round: they do", { timeout: suiteMsMax }, async () => {
    const chosen = faults.filter(({ name }) => goingOn.includes(name));
    const stage = await openStage(backend, path);
    const options = { ...common, rounds: chosen.length, faults: chosen, settleMsMax: 60_000 };
    const reports = await runSuite(stage, options).finally(() => stage.servers.stop());
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    const done = reports.flatMap(({ injections }) => injections.filter(({ isDone }) => isDone));
    expect(done.map(({ fault }) => fault).toSorted()).toEqual(goingOn.toSorted());
  });
});
