import { hashedKey, insertGroup } from "@rewards/db";
import { sale } from "@rewards/domain";
import { expect, it } from "vitest";
import { times } from "../../../../test/src/records.ts";
import { logIn, openTestConsole } from "../testing/console.ts";
import { insert, plantWorld, saleOf } from "../testing/world.ts";

const test = await openTestConsole();
const { database, sql, url } = test;
const world = await plantWorld(database);
await test.addUser("ann", "view:* member:read sale:read reward:read");
const { browser } = await logIn(url, "ann");

const audited = async () =>
  (await sql`select actor, detail from audit_entry where operation = 'view.export' order by id desc limit 1`)[0];

it("a list is downloaded whole, in its order, with its filter and its columns; the audit has it", async () => {
  await insertGroup(
    sql,
    sale,
    times(1_100, (index) => saleOf(`POS-${index}-L`)),
  );
  await insert(database, sale, saleOf("=cmd()"));
  const page = await browser.open("/sales");
  expect(page.text).toContain('href="/sales?list=sales&amp;format=csv"');
  const file = await browser.open("/sales?list=sales&format=csv");
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="sales.csv"');
  const [head, first, ...rest] = file.text.split("\n").slice(0, -1);
  expect(head?.replace("\ufeff", "")).toBe(
    "ID,ExternalID,Status,CreateDateTime,MemberExternalID,StoreCode,SaleDateTime,ConfirmationNote",
  );
  expect(first).toMatch(/^SALE-[0-9a-f]{32},'=cmd\(\),Pending-Ready To Process,/);
  const [row] = await sql`select count(*)::int as count from sale`;
  expect(rest).toHaveLength(Number(row?.["count"]) - 1);
  expect(await audited()).toEqual({ actor: "ann", detail: { view: "SaleList", personal: [], parameters: {} } });
  const entries = await browser.open(`/members/${world.memberId}?list=sales&format=csv`);
  expect(entries.text.split("\n").length).toBeLessThan(1_200);
  // Not the ExternalID itself: an erasure leaves the audit as it is.
  expect((await audited())?.["detail"]).toMatchObject({ parameters: { MemberExternalID: hashedKey("M-1") } });
});

it("four lists are downloaded at a time; a place is free again when its answer has ended, whatever it was", async () => {
  const path = "/sales?list=sales&format=csv";
  const files = await Promise.all(times(12, () => browser.open(path)));
  expect(files.find(({ status }) => status === 503)?.headers.get("retry-after")).toBe("60");
  for (const _ of times(5, () => undefined))
    await fetch(url + path, { method: "HEAD", headers: { cookie: browser.cookie ?? "" } });
  await expect.poll(async () => (await browser.open(path)).status).toBe(200);
});

it("a viewer without the right of the list gets the page, and no file", async () => {
  await test.addUser("reader", "member:read");
  const { browser: other } = await logIn(url, "reader");
  const before = await sql`select from audit_entry where operation = 'view.export'`;
  const page = await other.open(`/members/${world.memberId}?list=sales&format=csv`);
  expect([page.status, page.text.includes("You need the right view:SaleList")]).toEqual([200, true]);
  expect(await sql`select from audit_entry where operation = 'view.export'`).toHaveLength(before.length);
});
