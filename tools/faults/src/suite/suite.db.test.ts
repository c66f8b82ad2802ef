import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRedisServer } from "@rewards/embedded";
import type { QueueBackend } from "@rewards/queue";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../check/finding.ts";
import { faults } from "../faults/index.ts";
import type { Guard } from "../guards/guard.ts";
import { guards } from "../guards/index.ts";
import { openServers, type RoundServers } from "../servers/servers.ts";
import { runSuite } from "./suite.run.ts";

const path = process.env["PATH"];
const backends: QueueBackend[] = (await findRedisServer(path)) ? ["redis", "postgres"] : ["postgres"];
const logFolder = mkdtempSync(join(tmpdir(), "rewards-faults-log-"));
afterAll(() => rmSync(logFolder, { recursive: true, force: true }));

const rounds = 2;
const goingOn = ["api-clock-ahead", "leader-cut-off", "queue-cut-off", "balance-held"];
/** Rounds that last by their waits need no more. */
const callersOfGoingOn = 5;
const roundsOfControlMax = 5;
/** All rounds take eight minutes, so a run takes one backend and two controls, by the day in turn. */
const isWhole = process.env["FAULTS"] === "all";
const today = Math.floor(Date.now() / 86_400_000);
const takeTurn = <T>(all: readonly T[], count: number): readonly T[] =>
  isWhole ? all : Array.from({ length: count }, (_, n) => all[(today * count + n) % all.length] as T);
const controls = takeTurn(guards, 2);
const suiteMsMax = 1_800_000;
const settleMsMax = 240_000;
/** More than workers, so that each has several. The other rounds on Redis have none. */
const partitionsOn = { redis: 4, postgres: 1 } as const satisfies Record<QueueBackend, number>;
/** Not the speed is tested here, but that work goes on at all. */
const patience = 6;
const common = { path, seed: "short", from: 0, stopAtBreak: true, logFolder, onRound: () => undefined };

/** The servers of a group's rounds, which leave them as they were. */
function useServers(backend: QueueBackend): RoundServers {
  const servers = {} as RoundServers;
  beforeAll(async () => void Object.assign(servers, await openServers(backend, path)));
  afterAll(() => servers.stop?.());
  return servers;
}

describe.each(takeTurn(backends, 1))("the queue on %s", (backend) => {
  const servers = useServers(backend);

  test("faults of every kind, under load: nothing is lost or doubled, and no answer is untrue", {
    timeout: suiteMsMax,
  }, async () => {
    const options = { ...common, rounds, faults, settleMsMax, patience, partitions: partitionsOn[backend] };
    const reports = await runSuite(servers, options);
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    expect(reports).toHaveLength(rounds);
    expect(Math.min(...reports.map(({ requests }) => requests))).toBeGreaterThan(0);
  });

  test("other processes go on during a fault, one fault per round", { timeout: suiteMsMax }, async () => {
    const chosen = faults.filter(({ name }) => goingOn.includes(name));
    const given = { rounds: chosen.length, faults: chosen, settleMsMax, patience, callers: callersOfGoingOn };
    const options = { ...common, ...given };
    const reports = await runSuite(servers, options);
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    const done = reports.flatMap(({ injections }) => injections.filter(({ isDone }) => isDone));
    expect(done.map(({ fault }) => fault).toSorted()).toEqual(goingOn.toSorted());
  });
});

describe("negative control: the suite fails", () => {
  const servers = useServers("postgres");

  test.each(controls.map((guard): [string, Guard] => [guard.summary, guard]))(
    "without %s",
    { timeout: suiteMsMax },
    async (_, guard) => {
      const options = {
        ...common,
        rounds: 1,
        faults: faults.filter(({ name }) => guard.faults.includes(name)),
        without: guard,
        // Long enough for recovery to deliver what it can. Without patience, since some of it is waited for in vain.
        settleMsMax: 12_000,
        waitMsMax: 12_000,
      };
      const found: Finding[] = [];
      const wanted = () => found.filter(({ kind }) => guard.finds.includes(kind));
      // A busy machine may break other bounds in a round before the guard is missed.
      for (let from = 0; from < roundsOfControlMax && wanted().length === 0; from += 1)
        for (const { findings } of await runSuite(servers, { ...options, from })) found.push(...findings);
      expect(wanted()).not.toEqual([]);
      // Work may stop without the guard, and with it what a round must contain. But the guard must be gone.
      expect(found.filter(({ kind, key }) => kind === "void" && key === guard.name)).toEqual([]);
    },
  );
});
