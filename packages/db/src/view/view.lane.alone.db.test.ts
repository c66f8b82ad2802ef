import { dataViewNamed, member, sale } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { newMember, newSale, times } from "../../../../test/src/records.ts";
import { openLanes } from "../client.ts";
import { createPersonalKeys, noKeys } from "../personal/personal.keys.ts";
import { sealNewRecord } from "../personal/personal.seal.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { createLanes, readLane } from "./view.lane.ts";

const { sql, url, openRecorder } = await openTestDatabase();
const lanes = createLanes();
const client = { sql: openLanes({ url, name: "db-test", statementMsMax: 10_000, poolMax: 1 }), keys: noKeys };

describe("a call that its lane cannot answer has no answer, and its neighbours have theirs", () => {
  const view = dataViewNamed("RedemptionItemsByMember");
  const asked = (...keys: string[]) => keys.map((MemberExternalID) => ({ MemberExternalID }));
  const lane = lanes.ofRecords(view, { names: new Set(["VoucherCode"]), paths: [] });
  const shapeOf = (answers: Awaited<ReturnType<typeof readLane>>) => answers.map((records) => records?.length);

  async function plantItems(count: number, key: string): Promise<void> {
    await sql`
      insert into redemption_item (id, status, confirmation_note, create_user_id, update_user_id, name, voucher_code, voucher_key, quantity, member_external_id)
      select gen_random_uuid(), 'Open-Active', '', 'api', 'api', 'n', ${key} || n, ${key} || n, 1, ${key} from generate_series(1, ${count}) n`;
  }

  test("because it has more than a hundred records", async () => {
    await plantItems(101, "many");
    await plantItems(100, "hundred");
    expect(shapeOf(await readLane(client, lane, asked("hundred", "many", "none", "hundred")))).toEqual([
      100,
      undefined,
      0,
      100,
    ]);
  });

  test("calls for a member with 100,000 records in a loop: they leave the batches, and their neighbours are read once", async () => {
    await plantItems(100_000, "huge");
    const recorder = openRecorder();
    const fresh = createLanes().ofRecords(view, { names: new Set(["VoucherCode"]), paths: [] });
    const batch = asked("hundred", "huge", "none");
    const sent = await recorder.recordCalls(async () => {
      for (let round = 0; round < 20; round += 1)
        expect(shapeOf(await readLane({ ...client, sql: recorder.sql }, fresh, batch))).toEqual([100, undefined, 0]);
      expect(shapeOf(await readLane({ ...client, sql: recorder.sql }, fresh, asked("huge")))).toEqual([undefined]);
    });
    const [first, ...later] = sent.map(({ parameters }) => parameters[0]);
    expect([first, new Set(later), later.length]).toEqual([
      '{"hundred","huge","none"}',
      new Set(['{"hundred","none"}']),
      19,
    ]);
  });

  const sales = dataViewNamed("GetSaleByBusinessKeys");
  const ofSale = (ExternalID: string) => ({ ExternalID });
  const largeSale = (key: string, items: number) =>
    newSale({
      member: "M",
      store: "S",
      product: "P",
      more: {
        ExternalID: key,
        SaleItems: times(items, (n) => ({ ProductCode: `${n}`.padEnd(200, "-"), Quantity: 1, TotalAmount: n })),
      },
    });

  test("because its record is large, or because the rows of the batch are", async () => {
    await insertAll(sql, sale, [
      ...times(60, (n) => largeSale(`large-${n}`, 400)),
      largeSale("small-0", 1),
      largeSale("small-1", 1),
    ]);
    const ofSales = lanes.ofRecords(sales, undefined);
    const few = await readLane(client, ofSales, ["small-0", "large-0", "small-1"].map(ofSale));
    expect(shapeOf(few)).toEqual([1, undefined, 1]);
    const many = ["small-0", ...times(60, (n) => `large-${n}`), "small-1"];
    const answers = shapeOf(await readLane(client, ofSales, many.map(ofSale)));
    expect([answers[0], answers.at(-1)]).toEqual([1, undefined]);
    // The session goes on, and what was large leaves the next batch.
    expect(shapeOf(await readLane(client, ofSales, many.map(ofSale))).at(-1)).toBe(1);
    expect(shapeOf(await readLane(client, ofSales, [ofSale("small-1")]))).toEqual([1]);
  });

  test("because its record is encrypted with a key that the process lacks", async () => {
    const key = { id: "k", bytes: Buffer.from("0123456789abcdef0123456789abcdef") };
    const keys = createPersonalKeys({ sealing: "k", keys: [key] });
    const sealed = sealNewRecord(member, keys, newMember("sealed")) as ReturnType<typeof newMember>;
    await insertAll(sql, member, [sealed, newMember("clear")]);
    const ofMembers = lanes.ofRecords(dataViewNamed("GetMemberByBusinessKeys"), undefined);
    const calls = ["clear", "sealed", "clear"].map(ofSale);
    expect(shapeOf(await readLane(client, ofMembers, calls))).toEqual([1, undefined, 1]);
    expect(shapeOf(await readLane({ ...client, keys }, ofMembers, calls))).toEqual([1, 1, 1]);
  });

  test("a value that Postgres refuses fails the batch, and the next one is answered", async () => {
    await expect(readLane(client, lane, asked("hundred", "\0"))).rejects.toMatchObject({ code: "22021" });
    expect(shapeOf(await readLane(client, lane, asked("hundred")))).toEqual([100]);
  });
});
