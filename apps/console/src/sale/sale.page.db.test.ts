import { hostname } from "node:os";
import { recordFailing } from "@rewards/db";
import { sale } from "@rewards/domain";
import { describe, expect, it } from "vitest";
import { openBrowser, ownScript, type Page } from "../testing/browser.ts";
import { logIn, openTestConsole } from "../testing/console.ts";
import { insert, plantWorld, post, saleOf, uuidOf } from "../testing/world.ts";

const test = await openTestConsole();
const { database, sql, url } = test;
const world = await plantWorld(database);
const everybody = openBrowser(await test.startAnother({ isAuthRequired: false }));
const open = (id: string) => everybody.open(`/sales/${id}`);
const failure = { reason: "Error_Record_Refused", error: "<b>broken</b>", job: "17", trace: "t1" } as const;

/** The words of a page. */
const wordsOf = ({ text }: Page) => text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

describe("the latest sales", () => {
  it("have their traces one click away, the latest first, for those who may list sales", async () => {
    const later = await insert(database, sale, saleOf("POS-2"));
    const page = await everybody.open("/sales");
    expect(wordsOf(page)).toMatch(/Latest first.+POS-2 Waits for a worker .+ UTC M-1 S-1.+POS-1 Posted/);
    for (const id of [later, world.saleId]) expect(page.text).toContain(`href="/sales/${id}"`);
    await test.addUser("lister", "view:SaleList");
    const { browser } = await logIn(url, "lister");
    expect([(await browser.open("/sales")).status, (await browser.open("/health")).status]).toEqual([200, 403]);
    await test.addUser("reader", "sale:read");
    const refused = await (await logIn(url, "reader")).browser.open("/sales");
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("lacks the right view:SaleList.")]);
  });
});

describe("the trace of a sale", () => {
  it("has its way from the till to the balance, and why it earned its points", async () => {
    const page = await open(world.saleId);
    expect(page.status).toBe(200);
    const words = wordsOf(page);
    expect(words).toMatch(/It was posted: \+42 Points, .+ after it was accepted\./);
    expect(words).toMatch(/Sold in store S-1.+TILL-3, channel STORE.+Accepted: durable.+Caller api, origin API/);
    expect(words).toMatch(/Sale: \+42 Points Posted .+ as entry 1 of the balance.+Balance after it: 42 Points/);
    expect(words).toMatch(
      /Left to spend of it: 12\..+Redemption took 30 of it at .+; Mug &lt;i&gt; MUG-1: Open-Available/,
    );
    expect(words).toContain("Why 42 Points?");
    expect(words).toContain("Sale: 42.5 x 1 points, rounded toward zero to 0 decimals = 42");
    expect(words).toMatch(/P-2 1 9 no: not incentivizable/);
    expect(page.text).toContain(`href="/members/${world.memberId}"`);
    expect(page.text).toContain(`href="/redemptions/${world.redemptionId}"`);
  });

  it("names the request, its trace with a link to the tracing UI, and the process that settled it", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const id = await insert(database, sale, { ...saleOf("POS-T"), requestId: "till-7.2", traceId });
    await post(database, [id]);
    const page = await open(id);
    expect(wordsOf(page)).toMatch(
      new RegExp(`Request till-7.2 .*Trace ${traceId} .*Resolved-Completed By process ${hostname()}/${process.pid} `),
    );
    expect(page.text).not.toContain(`>${traceId}</a>`);
    const linked = openBrowser(
      await test.startAnother({ isAuthRequired: false, traceUrl: "https://traces.example/trace/{traceId}" }),
    );
    expect((await linked.open(`/sales/${id}`)).text).toContain(
      `<a href="https://traces.example/trace/${traceId}">${traceId}</a>`,
    );
  });

  it("of a return names the sale that it waits for", async () => {
    const items = [{ ProductCode: "P-1", Quantity: -1, TotalAmount: -1, OriginalSaleExternalID: "POS-LATER" }];
    const id = await insert(database, sale, saleOf("POS-R", { more: { SaleItems: items } }));
    await post(database, [id]);
    const words = wordsOf(await open(id));
    expect(words).toContain("It waits until the sale POS-LATER, which it returns, is posted.");
    expect(words).toContain("Waits for sale POS-LATER A return line names this sale, which is not posted yet.");
    expect(words).toContain("What it takes back is decided when it is posted.");
  });

  it("explains it by what its entries store, and what has no entry by the rates of now", async () => {
    await sql`update programme set earning_from = clock_timestamp(), earning_rate = 2`;
    const words = wordsOf(await open(world.saleId));
    expect(words).toContain("Sale: 42.5 x 1 points, rounded toward zero to 0 decimals = 42");
    expect(words).toContain("By the lines and rules that its entries store.");
    const unearned = await insert(database, sale, saleOf("UNEARNED", { product: "P-2" }));
    await post(database, [unearned]);
    expect(wordsOf(await open(unearned))).toMatch(
      /It has no entry\. This uses the present rules and catalogue\. Record/,
    );
    await sql`update product set incentivizable = true where product_code = 'P-2'`;
    const page = await open(unearned);
    expect(page.text).toMatch(
      /<p class="card problem">It has no entry\..+It is not what was posted: a product, the store/,
    );
    await sql`update product set incentivizable = false where product_code = 'P-2'`;
    await sql`update programme set earning_from = clock_timestamp(), earning_rate = 1`;
  });

  it("says what a sale waits for: a worker, its member, its next attempt, or an operator", async () => {
    const pending = await insert(database, sale, saleOf("PENDING"));
    const queued = await open(pending);
    expect(wordsOf(queued)).toMatch(/It waits for a worker, for .+ now\./);
    expect(queued.text).toContain('href="/queue">The jobs of all queues');
    const waiting = await insert(database, sale, saleOf("WAITING", { member: "GHOST", store: "NOWHERE" }));
    await post(database, [waiting]);
    expect(wordsOf(await open(waiting))).toMatch(
      /It waits until its member and its store are registered.+Waits for member GHOST and store NOWHERE/,
    );
    const failing = await insert(database, sale, saleOf("FAILING"));
    await recordFailing(sql, sale.class, [uuidOf(failing)], failure, 8);
    expect(wordsOf(await open(failing))).toMatch(
      /It is not posted yet\. Next attempt at .+ 1 attempt failed Last error: &lt;b/,
    );
    const dead = await insert(database, sale, saleOf("DEAD"));
    await recordFailing(sql, sale.class, [uuidOf(dead)], failure, 1);
    const letter = await open(dead);
    expect(letter.text).toContain(`href="/queue/sale/jobs/${failure.job}"`);
    expect(wordsOf(letter)).toMatch(
      /it is a dead letter.+Dead letter after 1 attempts? Error_Record_Refused: &lt;b&gt;broken.+trace t1/,
    );
    const looks = await sql`select actor, class from audit_entry where operation = 'dead-letter.inspect'`;
    expect(looks).toEqual([{ actor: "operator", class: "SaleCase" }]);
  });

  it("shows only what the viewer's rights cover, and 403 without the right to read sales", async () => {
    const dead = await insert(database, sale, saleOf("DEAD-2"));
    await recordFailing(sql, sale.class, [uuidOf(dead)], failure, 1);
    await test.addUser("ann", "sale:read");
    const { browser } = await logIn(url, "ann");
    const page = await browser.open(`/sales/${world.saleId}`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("view:LedgerEntriesBetweenDates")]);
    for (const hidden of ["42 Points", "MUG-1", "Balance after"]) expect(page.text).not.toContain(hidden);
    const letter = await browser.open(`/sales/${dead}`);
    expect(letter.text).toContain("You need the right operator:inspect");
    expect(letter.text).not.toContain("broken");
    await test.addUser("eve", "sale:read view:LedgerEntriesBetweenDates");
    expect((await (await logIn(url, "eve")).browser.open(`/sales/${world.saleId}`)).text).not.toContain("MUG-1");
    await test.addUser("bob");
    const refused = await (await logIn(url, "bob")).browser.open(`/sales/${world.saleId}`);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("bob lacks the right sale:read.")]);
  });

  it("is 404 with a remedy for an unknown ID, for one of another class, and for any text", async () => {
    const unknown = `SALE-${"0".repeat(32)}`;
    for (const id of [unknown, world.memberId, "POS-1", "%00", "%3Cscript%3E", "x".repeat(5_000)]) {
      const page = await open(id);
      expect([id, page.status, page.text]).toEqual([
        id,
        404,
        expect.stringContaining("There is no sale with this ID."),
      ]);
      expect(page.text.replace(ownScript, "")).not.toContain("<script");
    }
  });

  it("escapes what callers sent", async () => {
    const hostile = '"><script>alert(1)</script>';
    const more = { SaleChannelCode: hostile, PointOfSaleID: hostile };
    const id = await insert(database, sale, saleOf(hostile, { product: hostile, store: hostile, more }));
    const page = await open(id);
    expect(page.text).toContain("&lt;script&gt;");
    expect(page.text).not.toContain("<script>");
  });
});
