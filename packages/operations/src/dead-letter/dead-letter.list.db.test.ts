import { parseListCall, redemption, sale, segment } from "@rewards/domain";
import { beforeAll, describe, expect, test } from "vitest";
import { newId, newRedemption, newSegment, times } from "../../../../test/src/records.ts";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { insertSales, openShop } from "../../../db/src/testing/shop.ts";
import { createViewRunner } from "../../../db/src/view/view.compile.ts";
import { failure, plantDeadLetters } from "../testing/dead-letters.ts";
import { inspectDeadLetter } from "./dead-letter.inspect.ts";
import { listDeadLetters } from "./dead-letter.list.ts";
import { replayDeadLetter } from "./dead-letter.replay.ts";

const { sql, readDb } = await openTestDatabase();
const shop = await openShop(sql, 1);
const publicId = (prefix: string, uuid: string) => `${prefix}-${uuid.replaceAll("-", "")}`;
const list = (given: Parameters<typeof parseListCall>[0], actor = "ann") =>
  listDeadLetters(sql, parseListCall(given), { actor });
const auditOf = async (actor: string) => [
  ...(await sql`select operation, class, record_id, reason, detail from audit_entry where actor = ${actor} order by id`),
];

let sales: string[];
let redemptions: string[];
let segments: string[];
beforeAll(async () => {
  sales = await plantDeadLetters(
    sql,
    sale,
    times(7, () => shop.newSale(0)),
  );
  redemptions = await plantDeadLetters(
    sql,
    redemption,
    times(2, () => newRedemption("nobody", [{ reward: "none" }])),
    "Error_Processing_Failed",
  );
  segments = await plantDeadLetters(sql, segment, [newSegment()]);
});

describe("a listing", () => {
  test("shows all fields of each dead letter, in the order of class and ID, with the counts of all", async () => {
    const { deadLetters, counts, cursor } = await list({});
    expect(deadLetters.map(({ ID }) => ID)).toEqual([
      ...redemptions.map((id) => publicId("RED", id)),
      ...sales.map((id) => publicId("SALE", id)),
      ...segments.map((id) => publicId("SEG", id)),
    ]);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(deadLetters[2]).toEqual({
      ID: publicId("SALE", sales[0] as string),
      class: "SaleCase",
      ...failure,
      attempts: 1,
      firstAt: instant,
      lastAt: instant,
    });
    expect(counts).toEqual([
      { class: "RedemptionCase", reason: "Error_Processing_Failed", count: 2 },
      { class: "SaleCase", reason: "Error_Record_Refused", count: 7 },
      { class: "SegmentCase", reason: "Error_Record_Refused", count: 1 },
    ]);
    expect(cursor).toBeNull();
  });

  test.each([
    [{ class: "SaleCase" }, 7],
    [{ reason: "Error_Processing_Failed" }, 2],
    [{ class: "SegmentCase", reason: "Error_Record_Refused" }, 1],
    [{ class: "SegmentCase", reason: "Error_Processing_Failed" }, 0],
  ])("of %j contains only matching dead letters", async (filter, count) => {
    expect((await list(filter)).deadLetters).toHaveLength(count);
  });

  test.each([{}, { reason: "Error_Record_Refused" }])(
    "of %j, page after page, contains each dead letter once, in order",
    async (filter) => {
      const whole = (await list(filter)).deadLetters.map(({ ID }) => ID);
      const paged: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list({ ...filter, limit: "3", cursor });
        expect(page.deadLetters.length).toBeLessThanOrEqual(3);
        paged.push(...page.deadLetters.map(({ ID }) => ID));
        cursor = page.cursor;
      }
      expect(paged).toEqual(whole);
    },
  );

  test("writes an audit row with the parameters of the call", async () => {
    await list({ class: "SaleCase", limit: "2" }, "lister");
    expect(await auditOf("lister")).toEqual([
      {
        operation: "dead-letter.list",
        class: null,
        record_id: null,
        reason: "",
        detail: { class: "SaleCase", limit: 2, listed: 2 },
      },
    ]);
  });
});

describe("an inspection", () => {
  const inspect = (id: string, actor = "ann") =>
    inspectDeadLetter({ sql, readDb: createViewRunner(readDb) }, sale, id, { actor });

  test("shows the dead letter, its record and its audit trail, and writes an audit row", async () => {
    const [id = ""] = sales;
    expect(await inspect(id, "first")).toMatchObject({
      deadLetter: { ID: publicId("SALE", id), attempts: 1, reason: failure.reason },
      objectInfo: { ID: publicId("SALE", id), status: sale.initial, content: { "@version": 1, Status: sale.initial } },
      audit: [],
    });
    expect(await auditOf("first")).toEqual([
      { operation: "dead-letter.inspect", class: "SaleCase", record_id: id, reason: "", detail: {} },
    ]);
    expect((await inspect(id, "second")).audit).toMatchObject([{ actor: "first", operation: "dead-letter.inspect" }]);
  });

  test("of a replayed dead letter shows the record and the audit trail, and no dead letter", async () => {
    const id = sales[1] as string;
    await replayDeadLetter(sql, sale, id, { author: { actor: "ann" }, isEnqueued: false });
    expect(await inspect(id)).toMatchObject({
      deadLetter: null,
      objectInfo: { status: sale.initial },
      audit: [
        { operation: "dead-letter.replay", reason: failure.reason, detail: { error: failure.error, attempts: 1 } },
      ],
    });
  });

  test("is 404 for an unknown record or one that never was a dead letter, and writes no audit row", async () => {
    const [pending = ""] = await insertSales(sql, [shop.newSale(0)]);
    await expect(inspect(pending, "nosy")).rejects.toMatchObject({ code: "Error_DeadLetter_Unknown", status: 404 });
    await expect(inspect(newId(), "nosy")).rejects.toMatchObject({ code: "Error_Object_Unknown", status: 404 });
    expect(await auditOf("nosy")).toEqual([]);
  });
});

test("the audit refuses update and delete", async () => {
  await list({});
  await expect(sql`update audit_entry set actor = 'nobody'`).rejects.toThrow("never changed");
  await expect(sql`delete from audit_entry`).rejects.toThrow("never changed");
});
