import fc from "fast-check";
import { expect, test } from "vitest";
import { type Event, histories } from "../testing/history.ts";
import { openPureService } from "../testing/service.ts";

/** `REPLAY_RUNS=20000 npx vitest run packages/domain/src/ledger/ledger.replay` replays as many histories. */
const runs = Number(process.env["REPLAY_RUNS"] ?? 500);
const stepsMax = 25;

function replay(events: readonly Event[]): void {
  const service = openPureService();
  for (const { atMs, call, step, holds } of events) {
    const { entries, isRefused } = service.take(atMs, call);
    const posted = entries.map((one) => [one.memberId, one.type, Number(one.amount), one.sourceId]);
    const expected = step.entries.map((one) => [one.member, one.type, one.points, one.source]);
    expect([isRefused, ...posted]).toEqual([step.isRefused, ...expected]);
    for (const { member, currency, held } of holds)
      expect(Number(service.balanceOf(member, currency).balance)).toBe(held.balance);
  }
}

test("in any history, entries and balances are those of an independent replay, lot by lot", () => {
  fc.assert(fc.property(histories(stepsMax), replay), { numRuns: runs });
}, 600_000);
