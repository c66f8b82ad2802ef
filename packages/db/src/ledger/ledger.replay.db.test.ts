import fc from "fast-check";
import { expect, test } from "vitest";
import { currencies, type History, histories, members } from "../../../domain/src/testing/history.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { sweepExpired } from "../expiry/expiry.sweep.ts";
import { openTestDatabase } from "../testing/database.ts";
import { openStage } from "../testing/replay.ts";

/** `REPLAY_RUNS=1000 npx vitest run packages/db/src/ledger/ledger.replay` replays as many histories. */
const runs = Number(process.env["REPLAY_RUNS"] ?? 15);
const stepsMax = 20;

/** Every entry that the replay gives, in the order of each balance. */
function expectedEntries({ events }: History): string[] {
  const all = events.flatMap(({ step }) => step.entries);
  return members.flatMap((of) =>
    currencies.flatMap((name, index) =>
      all
        .filter(({ member, currency }) => member === of && currency === index)
        .map(({ member, type, points, source }) => [member, name, type, points, source].join(" ")),
    ),
  );
}

const expectedHolds = ({ holds }: History["events"][number]) =>
  holds.map(({ member, currency, held: { balance, spendable, pending } }) =>
    [member, currencies[currency], balance, spendable, pending].join(" "),
  );

test("in any history, entries and what can be spent are those of an independent replay, lot by lot, and the books add up", async () => {
  const stage = await openStage(await openTestDatabase());
  let lastMs = 0;
  const property = fc.asyncProperty(histories(stepsMax), async (history) => {
    lastMs = Math.max(lastMs, history.events.at(-1)?.atMs ?? 0);
    const { refused, holds, entries } = await stage.play(history);
    expect(refused).toEqual(history.events.map(({ step }) => step.isRefused));
    expect(entries).toEqual(expectedEntries(history));
    expect(holds).toEqual(history.events.map(expectedHolds));
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  await stage.clock.set(lastMs + 1);
  await sweepExpired({ sql: stage.sql, scans: stage.sql });
  expect(await verifyBooks(stage.sql)).toEqual([]);
}, 600_000);
