import type { SettledRecord } from "@rewards/db";
import { formatId, sale } from "@rewards/domain";
import { expect, test } from "vitest";
import { times } from "../../../test/src/records.ts";
import { createRecordLog, lineRecordsMax } from "./record.log.ts";

interface Line {
  readonly message: string;
  readonly posted?: number;
  readonly records: readonly { readonly externalId: string; readonly reason?: string }[];
}

function openLog(postedMax: number) {
  const lines: Line[] = [];
  const info = (fields: object, message: string) => void lines.push({ ...fields, message } as Line);
  const log = createRecordLog({ logger: { info } as never, postedMax });
  const settle = (settled: readonly SettledRecord[]) => log.settled({ definition: sale, settled, jobs: ["7", "8"] });
  return { lines, settle };
}

const id = "01a1fe4e-5130-7472-96a8-22878b7abcfa";
const record = (externalId: string, reason?: string): SettledRecord => ({
  id,
  externalId,
  requestId: `of-${externalId}`,
  reason,
  lagMs: 1,
});

test("a line names ExternalID, ID and request ID of what was posted, and the jobs that had it", () => {
  const { lines, settle } = openLog(10);
  settle([record("POS-1")]);
  const named = { externalId: "POS-1", id: formatId(sale.idPrefix, id), requestId: "of-POS-1" };
  expect(lines).toEqual([
    { class: sale.class, jobs: ["7", "8"], posted: 1, records: [named], message: "records posted" },
  ]);
});

test("posted records are sampled: at most so many in a second, in one line of a batch", () => {
  const { lines, settle } = openLog(3);
  settle(times(300, (at) => record(`S-${at}`)));
  settle([record("late")]);
  expect(lines).toMatchObject([{ posted: 300, records: [{ externalId: "S-0" }, {}, {}] }]);
  const none = openLog(0);
  none.settle([record("POS-1")]);
  expect(none.lines).toEqual([]);
});

test("every rejected record is named with its reason, in lines of bounded length, also if none is sampled", () => {
  const { lines, settle } = openLog(0);
  settle(times(120, (at) => record(`S-${at}`, at % 2 === 0 ? "Error_X" : undefined)));
  expect(lines.map(({ message, records }) => [message, records.length])).toEqual([
    ["records rejected", lineRecordsMax],
    ["records rejected", 10],
  ]);
  expect(lines[1]?.records.at(-1)).toMatchObject({ externalId: "S-118", reason: "Error_X" });
});
