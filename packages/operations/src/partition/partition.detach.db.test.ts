import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { AppError, dataViewNamed, member as memberClass, parseParameters, parseQuery, sale } from "@rewards/domain";
import { expect, onTestFinished, test } from "vitest";
import { closedMonth, idAt, partitionMay, saleLines } from "../../../../test/src/months.ts";
import { keyOf, newMember, newSale, type TestRecord, times } from "../../../../test/src/records.ts";
import { createCatalogueCache } from "../../../db/src/catalogue/catalogue.cache.ts";
import { insertGroup } from "../../../db/src/insert/insert.group.ts";
import type { NewRecord } from "../../../db/src/object/object.types.ts";
import { processSales } from "../../../db/src/sale/sale.process.ts";
import { insertAll, openTestDatabase, undone } from "../../../db/src/testing/database.ts";
import { openShop } from "../../../db/src/testing/shop.ts";
import { collectAnswer, createViewRunner, findObject } from "../../../db/src/view/view.compile.ts";
import { type BooksReport, checkBooks, findingsOf, inspectBooks, verifyBooks } from "../books/books.verify.ts";
import { erasePerson } from "../person/person.erase.ts";
import { attachPartition } from "./partition.attach.ts";
import { detachPartition } from "./partition.detach.ts";
import { listPartitions } from "./partition.read.ts";

const database = await openTestDatabase(4);
const { sql, url } = database;
const { name } = closedMonth;
await partitionMay(sql);
const shop = await openShop(sql, 2);
const [member = "", other = ""] = shop.members;
const runner = createViewRunner(database.readDb);

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rewards-archives-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const line = (quantity: number, total: number, original?: string) => ({
  ...{ ProductCode: shop.product, Quantity: quantity, TotalAmount: total },
  ...(original && { OriginalSaleExternalID: original }),
});
const saleOf = (externalId: string, more: TestRecord["content"] = {}) =>
  newSale({ member, store: shop.store, product: "", externalId, more: { SaleItems: [line(2, 20)], ...more } });
const inMay = (externalId: string, more?: TestRecord["content"]): TestRecord => ({
  ...saleOf(externalId, more),
  id: idAt(closedMonth.at),
});
const create = async (record: NewRecord) => {
  const { answers } = await insertGroup(sql, sale, [record]);
  return answers[0] instanceof AppError ? answers[0].code : answers[0]?.id;
};
const post = (ids: readonly string[]) =>
  processSales([...ids], { database, catalogue: createCatalogueCache(sql) }, "wait");

const reused = "Error_Key_Reused";
/** Other content than that of a sale in May: a field each. */
const changes = [
  { SaleItems: [line(2, 21)] },
  { SaleItems: [line(2, 20), line(1, 1)] },
  { SaleDateTime: "2026-01-02T03:04:05.001Z" },
  { MemberExternalID: other },
  { StoreCode: "S-OTHER" },
  { SaleChannelCode: "WEB" },
  { PointOfSaleID: "TILL-9" },
];
const sold = [...times(4, (index) => inMay(`may-${index}`)), inMay("may-4", { MemberExternalID: other })];
const [first = inMay("")] = sold;
for (const record of sold) await create(record);
const stateOf = async () => (await listPartitions(sql)).find((one) => one.name === name)?.state;
const rowsOf = ({ passes }: BooksReport, check: string) =>
  passes.flatMap(({ results }) => results).find((one) => one.check === check)?.rows;

test("a month with a sale that is not settled, or that is not over, cannot be detached", async () => {
  const folder = await makeFolder();
  await expect(detachPartition(url, { name, folder })).rejects.toThrow(/sales that are not settled, such as /);
  await expect(detachPartition(url, { name: "sale_default", folder })).rejects.toThrow(/no partition sale_default/);
  const open = (await listPartitions(sql)).find((one) => /^sale_\d/.test(one.name) && one.name !== name)?.name ?? "";
  await expect(detachPartition(url, { name: open, folder })).rejects.toThrow(/only a month that is over/);
  expect(await stateOf()).toBe("attached");
});

test("a detached month is in files: its keys are remembered, its IDs are answered with 410, the books are in order", async () => {
  await post(sold.map(({ id }) => id));
  const [buyer, folder] = [newMember(), await makeFolder()];
  const back = newSale({
    member: keyOf(buyer, "ExternalID"),
    store: shop.store,
    product: "",
    more: { SaleItems: [line(-1, -9, "may-0")] },
  });
  const refusesReturn = () =>
    expect(detachPartition(url, { name, folder })).rejects.toThrow(`${back.id} names may-0. Settle or discard`);
  await create(back);
  await refusesReturn();
  // It waits for its member.
  await post([back.id]);
  await refusesReturn();
  await insertAll(sql, memberClass, [buyer]);
  await post([back.id]);
  const before = await saleLines(sql);
  const whole = await inspectBooks(sql);
  expect(findingsOf(whole)).toEqual([]);

  const absent = join(folder, "absent");
  await expect(detachPartition(url, { name, folder: absent })).rejects.toThrow(`There is no folder ${absent}: make it`);
  expect(await stateOf()).toBe("attached");
  // The month is detached, but its files cannot be written: the next run goes on from there.
  const draft = join(folder, `${name}.ndjson.gz.part`);
  await mkdir(draft);
  await expect(detachPartition(url, { name, folder })).rejects.toThrow("EISDIR");
  await rm(draft, { recursive: true });
  expect(await stateOf()).toBe("detached");
  expect(await detachPartition(url, { name, folder })).toEqual({ name, sales: 5, sha256: expect.any(String) });
  expect(await stateOf()).toBe("archived");
  await expect(detachPartition(url, { name, folder })).rejects.toThrow(/archived already/);

  expect(await create(saleOf("may-0"))).toBe(first.id);
  for (const changed of changes) expect([changed, await create(saleOf("may-0", changed))]).toEqual([changed, reused]);
  const scope = { stores: ["S-OTHER"] };
  expect(await create({ ...saleOf("may-0", { StoreCode: "S-OTHER" }), scope })).toBe(reused);
  const refused = await findObject(runner, sale, first.id).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    status: 410,
    details: [{ code: "Error_Object_Archived", text: expect.stringContaining(name) }],
  });
  const view = dataViewNamed("GetSaleByBusinessKeys");
  const call = {
    view,
    user: "api",
    query: parseQuery(view, {}),
    parameters: parseParameters(view, { ExternalID: "may-0" }),
  };
  expect((await collectAnswer(runner, call)).data).toEqual([]);

  expect(await verifyBooks(sql)).toEqual([]);
  const withFiles = await inspectBooks(sql, { archives: folder });
  expect(findingsOf(withFiles)).toEqual([]);
  expect([whole.unread, (await inspectBooks(sql)).unread, withFiles.unread]).toEqual([[], [name], []]);
  // A key and a digest of a sale that the files do not have: the months that are read exempt nothing.
  const [alone, read] = await undone(sql, async (tx) => {
    const id = idAt(closedMonth.at);
    await tx`insert into sale_digest (sale_id, digest) values (${id}, '')`;
    await tx`insert into sale_key (external_id, sale_id) values ('lost', ${id})`;
    return [await checkBooks(tx), await checkBooks(tx, { archives: folder })] as const;
  });
  expect(findingsOf(alone).map(({ check }) => check)).toEqual(["archive.sales"]);
  expect(findingsOf(read).map(({ check }) => check)).toEqual(["archive.sales", "sale.key"]);
  await expect(sql`delete from sale_key_3`).rejects.toThrow("entries of sale_key_3 are never changed");
  await expect(sql`truncate sale_key_3`).rejects.toThrow("entries of sale_key_3 are never changed");
  expect(rowsOf(withFiles, "archive.file")).toBe(1);
  for (const check of ["source.points", "sale.key", "return.original"])
    expect([check, rowsOf(withFiles, check)]).toEqual([check, rowsOf(whole, check)]);

  const file = join(folder, `${name}.ndjson.gz`);
  const kept = await readFile(file);
  await writeFile(file, gzipSync(gunzipSync(kept).toString().replace('"may-1"', '"may-9"')));
  expect(findingsOf(await inspectBooks(sql, { archives: folder }))).toMatchObject([
    { check: "archive.file", broken: 1, first: { archive: name, finding: expect.stringContaining("not those") } },
  ]);
  await expect(attachPartition(url, { name, folder })).rejects.toThrow(/damaged: the lines are not those/);
  await writeFile(file, kept.subarray(0, 100));
  expect(findingsOf(await inspectBooks(sql, { archives: folder }))).toMatchObject([{ check: "archive.file" }]);
  await writeFile(file, kept);

  await attachPartition(url, { name, folder });
  expect(await stateOf()).toBe("attached");
  expect(await saleLines(sql)).toEqual(before);
  expect(findingsOf(await inspectBooks(sql))).toEqual([]);
  expect((await findObject(runner, sale, first.id)).ID).toContain(first.id.replaceAll("-", ""));
});

test("the sales of an erased member are recognised after the month was detached", async () => {
  await erasePerson(sql, other, { actor: "olga" });
  const folder = await makeFolder();
  await detachPartition(url, { name, folder });
  const erased = { MemberExternalID: other };
  expect(await create(saleOf("may-4", erased))).toBe(sold.at(-1)?.id);
  expect(await create(saleOf("may-4", { ...erased, PointOfSaleID: "TILL-9" }))).toBe(reused);
  expect(await create(saleOf("may-4"))).toBe(reused);
  expect(findingsOf(await inspectBooks(sql, { archives: folder }))).toEqual([]);
});
