import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { AppError, dataViewNamed, parseParameters, parseQuery, sale } from "@rewards/domain";
import { expect, onTestFinished, test } from "vitest";
import { closedMonth, idAt, partitionMay, saleLines } from "../../../../test/src/months.ts";
import { newSale, type TestRecord, times } from "../../../../test/src/records.ts";
import { type BooksReport, findingsOf, inspectBooks, verifyBooks } from "../books/books.verify.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { insertGroup } from "../insert/insert.group.ts";
import { processSales } from "../sale/sale.process.ts";
import { openTestDatabase } from "../testing/database.ts";
import { openShop } from "../testing/shop.ts";
import { collectAnswer, createViewRunner, findObject } from "../view/view.compile.ts";
import { attachPartition } from "./partition.attach.ts";
import { detachPartition } from "./partition.detach.ts";
import { enablePartitions } from "./partition.enable.ts";
import { listPartitions } from "./partition.read.ts";

const database = await openTestDatabase(4);
const { sql, url } = database;
const { name } = closedMonth;
await enablePartitions(url);
await partitionMay(sql);
const shop = await openShop(sql, 2);
const [member = ""] = shop.members;
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
const inMay = (externalId: string, items = [line(2, 20)]): TestRecord => ({
  ...newSale({ member, store: shop.store, product: "", externalId, more: { SaleItems: items } }),
  id: idAt(closedMonth.at),
});
const create = async (record: TestRecord) => {
  const { answers } = await insertGroup(sql, sale, [record]);
  return answers[0] instanceof AppError ? answers[0].code : answers[0]?.id;
};
const post = (ids: readonly string[]) =>
  processSales([...ids], { database, catalogue: createCatalogueCache(sql) }, "wait");

const sold = times(5, (index) => inMay(`may-${index}`));
const [first = inMay("")] = sold;
for (const record of sold) await create(record);
const stateOf = async () => (await listPartitions(sql)).find((one) => one.name === name)?.state;
const rowsOf = ({ passes }: BooksReport, check: string) =>
  passes.flatMap(({ results }) => results).find((one) => one.check === check)?.rows;

test("a month with a sale that is not settled, or that is not over, cannot be detached", async () => {
  const folder = await makeFolder();
  await expect(detachPartition(url, { name, folder })).rejects.toThrow(/sales that are not settled, such as /);
  await expect(detachPartition(url, { name: "sale_default", folder })).rejects.toThrow(/no partition sale_default/);
  const open = (await listPartitions(sql)).find((one) => one.name.startsWith("sale_before"))?.name ?? "";
  await expect(detachPartition(url, { name: open, folder })).rejects.toThrow(/only a month that is over/);
  expect(await stateOf()).toBe("attached");
});

test("a detached month is in files: its keys are remembered, its IDs are answered with 410, the books are in order", async () => {
  await post(sold.map(({ id }) => id));
  const back = newSale({ member, store: shop.store, product: "", more: { SaleItems: [line(-1, -9, "may-0")] } });
  await create(back);
  await post([back.id]);
  const before = await saleLines(sql);
  const whole = await inspectBooks(sql);
  expect(findingsOf(whole)).toEqual([]);

  const folder = await makeFolder();
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

  expect(await create({ ...first, id: idAt(new Date().toISOString()) })).toBe(first.id);
  expect(await create({ ...inMay("may-0", [line(1, 1)]), id: idAt(new Date().toISOString()) })).toBe(first.id);
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
