import fc from "fast-check";
import { expect, test } from "vitest";
import type { Expected } from "../../../../tools/lab/src/replay/world.ts";
import { currencies, type History, histories } from "../testing/history.ts";
import { PureService } from "../testing/service.ts";
import type { Entry } from "./ledger.entry.ts";

/** `REPLAY_RUNS=20000 npx vitest run packages/domain/src/ledger/ledger.replay` replays as many histories. */
const runs = Number(process.env["REPLAY_RUNS"] ?? 500);
const stepsMax = 25;

const expectedText = ({ member, currency, type, points, source }: Expected) =>
  [member, currencies[currency], type, points, source].join(" ");

const shownLots = (lots: ReadonlyMap<string, number>) => [...lots].map(([source, left]) => `${source} ${left}`);

function replay(history: History): void {
  const service = new PureService(history);
  const sourceOf = ({ type, sourceId }: Entry) => (type === "Expiry" ? service.entry(sourceId)?.sourceId : sourceId);
  const postedText = (entry: Entry) =>
    [entry.memberId, entry.currencyId, entry.type, entry.amount, sourceOf(entry)].join(" ");
  for (const { atMs, call, step, holds } of history.events) {
    const { entries, isRefused } = service.take(atMs, call);
    const left = holds.map(({ member, currency }) => service.spendableAt(atMs, member, currency));
    const given = holds.map(({ held: { balance, spendable, pending } }) => ({ balance, spendable, pending }));
    const lots = holds.map(({ member, currency }) => service.leftAt(atMs, member, currency));
    const found = [isRefused, entries.map(postedText).toSorted(), left, lots.map(shownLots)];
    const wanted = [given, holds.map(({ held }) => shownLots(held.left))];
    expect(found).toEqual([step.isRefused, step.entries.map(expectedText).toSorted(), ...wanted]);
  }
}

test("in any history, entries, balances, what can be spent and what is left of each award are those of an independent replay, lot by lot", () => {
  fc.assert(fc.property(histories(stepsMax), replay), { numRuns: runs });
}, 600_000);
