import { sale } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { newSale } from "../../../../test/src/records.ts";
import { insertGroup } from "../../../db/src/insert/insert.group.ts";
import { readNames } from "../../../db/src/object/object.names.ts";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { explain, fullScans } from "../../../db/src/testing/plan.ts";
import { findByRequestId, requestRowsMax } from "./record.find.ts";

const { sql, openRecorder } = await openTestDatabase(2);

/** A UUIDv7 of this time. */
const uuidAt = (ms: number, end: string) => {
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${end.padStart(12, "0")}`;
};
const startMs = Date.parse("2026-01-01T00:00:00Z");
/** A minute after the request of the service, a sale every two milliseconds. */
const crowdMs = 2;

describe("a record is found by the ID of its request", () => {
  const own = uuidAt(startMs, "0");
  const ofOwn = uuidAt(startMs + 5, "1");
  const late = uuidAt(startMs + 60_000, "2");

  test("if the service made the ID, whatever came since; if the caller chose it, among the latest records", async () => {
    const external = newSale({ member: "m", store: "s", product: "p" });
    await insertGroup(sql, sale, [{ ...external, id: ofOwn, requestId: own }]);
    const chosen = newSale({ member: "m", store: "s", product: "p" });
    await insertGroup(sql, sale, [{ ...chosen, id: uuidAt(startMs + 6, "3"), requestId: "till-7.1" }]);
    await insertGroup(sql, sale, [{ ...newSale({ member: "m", store: "s", product: "p" }), id: late, requestId: own }]);
    expect(await readNames(sql, sale, ofOwn)).toEqual({
      id: ofOwn,
      externalId: external.content["ExternalID"],
      requestId: own,
    });
    expect(await findByRequestId(sql, sale, own)).toEqual([ofOwn]);
    expect(await findByRequestId(sql, sale, "till-7.1")).toEqual([uuidAt(startMs + 6, "3")]);
    for (const unknown of ["till-7", uuidAt(startMs + 1, "0"), uuidAt(2 ** 48 - 1, "0"), "\\", "'"])
      expect(await findByRequestId(sql, sale, unknown)).toEqual([]);
    await sql`
      insert into sale (id, status, confirmation_note, create_user_id, update_user_id, external_id)
      select (lpad(to_hex(${startMs + 120_000}::bigint + n * ${crowdMs}), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
        'Resolved-Completed', '', 'api', 'api', 's' || n
      from generate_series(1, ${requestRowsMax}) n`;
    expect(await findByRequestId(sql, sale, own)).toEqual([ofOwn]);
    expect(await findByRequestId(sql, sale, "till-7.1")).toEqual([]);
  });

  test("in plans that read no whole table", async () => {
    const recorder = openRecorder();
    const texts = await recorder.record(async () => {
      await findByRequestId(recorder.sql, sale, own);
      await findByRequestId(recorder.sql, sale, "till-7.1");
    });
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(fullScans(await explain(text, sql))).toEqual([]);
  });
});
