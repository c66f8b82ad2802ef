import { once } from "node:events";
import { connect } from "node:net";
import { member } from "@rewards/domain";
import { writeDays } from "@rewards/operations";
import { expect, it } from "vitest";
import { adjustmentOf, post } from "../../../../packages/db/src/testing/ledger.ts";
import { newMember, times } from "../../../../test/src/records.ts";
import { openBrowser } from "../testing/browser.ts";
import { logIn, openTestConsole } from "../testing/console.ts";
import { insert, plantWorld, uuidOf } from "../testing/world.ts";

const test = await openTestConsole();
const { database, sql, url } = test;
const openUrl = await test.startAnother({ isAuthRequired: false });
const everybody = openBrowser(openUrl);
const wordsOf = ({ text }: { readonly text: string }) => text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const audited = async () =>
  (await sql`select detail from audit_entry where operation = 'view.export' order by id desc limit 1`)[0]?.["detail"];
/** The lines of a file. */
const linesOf = ({ text }: { readonly text: string }) => text.replace("\ufeff", "").split("\n").slice(0, -1);

const empty = await everybody.open("/reports");
await plantWorld(database);
const otherId = uuidOf(await insert(database, member, newMember("M-2")));
const lastMonth = new Date(new Date().setUTCDate(0));
await post(sql, [adjustmentOf(otherId, 100, { type: "Sale" })], lastMonth.getTime());
await sql`update programme set point_value = 0.5, point_value_currency = 'EUR'`;
await writeDays(sql, { clockMs: Date.now() + 7_200_000 });
const month = new Date().toISOString().slice(0, 7);

it("before anything is counted, Reports says when it will be", () => {
  expect(wordsOf(empty)).toContain("Nothing of this programme is counted yet.");
});

it("each month has what members held, what changed it, and what it is worth; the stores of a month have their sums", async () => {
  const page = await everybody.open("/reports");
  expect(wordsOf(page)).toMatch(/ Month At the beginning At the end Worth now Issued Adjusted Redeemed /);
  expect(wordsOf(page)).toMatch(/ \w+ 2\d{3} 100 137 €68\.50 42 25 -30 \w+ 2\d{3} 0 100 €50\.00 100 0 0 /);
  expect(wordsOf(page)).toMatch(/Stores in \w+ 2\d{3} .+ Store Code Sales and returns Money Points .+ S-1 1 51\.5 42 /);
  const before = await everybody.open(`/reports?month=${lastMonth.toISOString().slice(0, 7)}`);
  expect(wordsOf(before)).toContain("No store gave points in this month.");
  for (const wrong of ["month=1", "month=", "programme=NONE"])
    expect((await everybody.open(`/reports?${wrong}`)).status).toBe(404);
});

it("points and stores are files by day; another name is 404", async () => {
  const { text } = await everybody.open("/reports");
  const files = [...text.matchAll(/<a download[^>]*? href="([^"]+)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  const [points, stores] = await Promise.all(files.map((path) => everybody.open(path)));
  if (!points || !stores) throw new Error("a file is missing");
  expect(points.headers.get("content-disposition")).toBe('attachment; filename="points.csv"');
  expect(linesOf(points)[0]).toMatch(/^Day,Sale,.*Redemption,.*Outstanding$/);
  expect(linesOf(points).at(-1)).toMatch(/^2\d{3}-\d\d-\d\d,42,.*25.*,137$/);
  expect(linesOf(stores)).toEqual(["Day,StoreCode,Sales,Money,Points", expect.stringMatching(/^2.+,S-1,1,51\.5,42$/)]);
  const part = { report: expect.any(String), programme: expect.any(String) };
  expect(await audited()).toMatchObject({ view: "LedgerTotalsByDay", personal: [], parameters: part });
  expect((await everybody.open("/reports?format=csv&report=constructor")).status).toBe(404);
});

it("an export has the records of a time, and personal fields only if asked", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const plain = await everybody.open(`/exports?view=MemberList&from=${today}&to=${today}`);
  expect(linesOf(plain)).toHaveLength(3);
  expect(plain.text).not.toContain("FullName");
  expect(await audited()).toMatchObject({ view: "MemberList", personal: [] });
  const personal = await everybody.open("/exports?view=MemberList&from=&to=&personal=yes");
  expect(personal.text).toMatch(/FullName[\s\S]+<b>Ada<\/b>/);
  expect(await audited()).toMatchObject({ personal: expect.arrayContaining(["FullName", "EmailAddress"]) });
  expect(linesOf(await everybody.open("/exports?view=MemberList&to=2020-01-01"))).toHaveLength(1);
  expect(linesOf(await everybody.open("/exports?view=MemberList&from=2090-01-01&to=2099-12-31"))).toHaveLength(1);
  const backwards = await everybody.open("/exports?view=MemberList&from=2026-02-02&to=2026-02-01");
  expect([backwards.status, wordsOf(backwards)]).toEqual([
    400,
    expect.stringContaining("The first day is after the last"),
  ]);
  for (const wrong of ["view=None", "view=LedgerEntries"])
    expect((await everybody.open(`/exports?${wrong}`)).status).toBe(400);
  for (const day of ["2026-13-01", "2026-02-31", "20260201", "x"]) {
    const refused = await everybody.open(`/exports?view=MemberList&from=${day}`);
    expect(refused.status).toBe(400);
    expect(wordsOf(refused)).toContain("A day exists, and is written 2026-11-30.");
  }
});

it("a viewer is offered, and gets, only what the own rights reach", async () => {
  await test.addUser("finance", "view:StoreList");
  const { browser } = await logIn(url, "finance");
  const page = await browser.open("/exports");
  expect([...page.text.matchAll(/<option value="(\w+)"/g)].map(([, view]) => view)).toEqual(["StoreList"]);
  expect((await browser.open("/exports?view=MemberList")).status).toBe(400);
  expect((await browser.open("/reports")).status).toBe(403);
});

it("viewers who take nothing lose their places", { timeout: 60_000 }, async () => {
  await sql`
    insert into store_total (currency, span, first, store_code, sales, money, points)
    select id, 'day', ${`${month}-01`}::date, 'S-' || repeat('x', 80) || n, 1, 1, 1 from currency, generate_series(1, 200000) n`;
  const path = `/reports?format=csv&report=stores&month=${month}`;
  const { port } = new URL(openUrl);
  const stalled = await Promise.all(
    times(4, async () => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      // Its first bytes are there, and nobody reads them.
      await once(socket, "readable");
      return socket;
    }),
  );
  expect((await everybody.open("/reports?format=csv&report=points")).status).toBe(503);
  await expect
    .poll(async () => (await everybody.open("/reports?format=csv&report=points")).status, { timeout: 45_000 })
    .toBe(200);
  for (const socket of stalled) socket.destroy();
});
