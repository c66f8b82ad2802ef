import { recordFailing } from "@rewards/db";
import { member, reward, sale } from "@rewards/domain";
import { addWebhook, writeDays } from "@rewards/operations";
import { describe, expect, it } from "vitest";
import { adjustmentOf, post } from "../../../../packages/db/src/testing/ledger.ts";
import { newMember, newReward } from "../../../../test/src/records.ts";
import { openBrowser } from "../testing/browser.ts";
import { logIn, openTestConsole } from "../testing/console.ts";
import { insert, plantWorld, saleOf, uuidOf } from "../testing/world.ts";

const dayMs = 86_400_000;
const path = "/home";
const test = await openTestConsole();
const { database, sql, url } = test;
const everybody = openBrowser(await test.startAnother({ isAuthRequired: false }));
const wordsOf = ({ text }: { readonly text: string }) =>
  text
    .replace(/<title>.*?<\/title>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

const empty = await everybody.open(path);

describe("before anything is counted", () => {
  it("Home says when figures follow, and that nothing waits", () => {
    expect(wordsOf(empty)).toMatch(
      /Programme REWARDS · UTC 7 d 30 d 90 d Year Nothing of this programme is counted yet\..+Needs you Nothing waits for you\./,
    );
  });
});

describe("with sales of some weeks", async () => {
  await plantWorld(database);
  const otherId = uuidOf(await insert(database, member, newMember("M-2")));
  const sold = (points: number, daysAgo: number) =>
    post(sql, [adjustmentOf(otherId, points, { type: "Sale" })], Date.now() - daysAgo * dayMs);
  for (const [points, daysAgo] of [
    [7, 70],
    [100, 40],
    [5, 20],
    [100, 10],
  ] as const)
    await sold(points, daysAgo);
  await sql`update programme set point_value = 0.5, point_value_currency = 'EUR'`;
  await writeDays(sql, { clockMs: Date.now() + 7_200_000 });

  it("a period's figures have their change to the one before, members counted once, and the liability in money", async () => {
    const page = wordsOf(await everybody.open(path));
    expect(page).toMatch(
      /Active members 2 ▲ up 100\.0 % to the 30 days before Points issued 147 ▲ up 47\.0 % 5 a day Points redeemed 30 first period/,
    );
    expect(page).toMatch(
      /Redemption rate 20\.4 % ▲ up 20\.4 points .+Expired \(breakage\) 0 first period 0\.0 % of issued/,
    );
    expect(page).toMatch(/Liability 249 ▲ up 132\.7 % €125 at €0\.5/);
  });

  it("the page of a programme says what a point is worth", async () => {
    const [row] = await sql<{ id: string }[]>`select id from programme`;
    const page = await everybody.open(`/programmes/PRG-${row?.id.replaceAll("-", "")}`);
    expect(wordsOf(page)).toContain("A point is worth 0.5 EUR.");
  });

  it("each day is in the chart and in its table; the stores with their points, and the vouchers by what became of them", async () => {
    const page = await everybody.open(path);
    expect(page.text.match(/class="day"/g)).toHaveLength(30);
    expect(page.text).toMatch(/<title>\d+ \w+ 2\d{3}: 42 issued, 30 redeemed<\/title>/);
    expect(wordsOf(page)).toMatch(/Issued and redeemed, by day, the latest first Day Issued Redeemed Outstanding/);
    expect(page.text).toMatch(
      /title="1 sales of 52 in all"><a href="\/stores\/STO-\w+">[^<]+<\/a><span class="number">42</,
    );
    expect(wordsOf(page)).toMatch(/Vouchers of this period, now Available 1 Locked at a till 0 Used 0 .*Expired 0/);
  });

  it("a week and a year have their own addresses; a year is shown by week", async () => {
    expect(wordsOf(await everybody.open(`${path}?days=7`))).toMatch(/Points issued 42 ▼ down 58\.0 % 6 a day/);
    const year = await everybody.open(`${path}?days=365&programme=REWARDS`);
    expect(wordsOf(year)).toMatch(/Points issued 254 first period .+by week/);
    expect(year.text).toContain('<a href="/home?days=90&amp;programme=REWARDS">90 d</a>');
    expect(year.text.match(/class="day"/g)).toHaveLength(52);
    for (const wrong of ["days=8", "days=constructor"])
      expect(wordsOf(await everybody.open(`${path}?${wrong}`))).toContain("Points issued 147");
    expect((await everybody.open(`${path}?programme=NONE`)).status).toBe(404);
  });

  it("no style and no script is in the page: the policy would block them", async () => {
    expect((await everybody.open(path)).text).not.toMatch(/style=|<script(?! src)/);
  });

  it("what waits for a person is listed with a link, to those alone who may open it", async () => {
    const rewardId = await insert(database, reward, newReward("R-2", { Name: "<b>Hamper" }));
    await sql`insert into stock (reward_id, added, issued) values (${uuidOf(rewardId)}, 3, 3)
      on conflict (reward_id) do update set added = 3, available = 0, issued = 3`;
    await sql`insert into awaiting (sale_id, member) values (gen_random_uuid(), 'nobody')`;
    const dead = await insert(database, sale, saleOf("POS-9"));
    const failure = { reason: "Error_Record_Refused", error: "broken", job: "1", trace: "t" } as const;
    await recordFailing(sql, sale.class, [uuidOf(dead)], failure, 1);
    await addWebhook(sql, { url: "https://hooks.example/in", kinds: ["reward.out_of_stock"] }, { actor: "test" });
    await sql`update webhook set failing_since = now()`;
    await sql`
      insert into expiry_version (currency, version, months, until, applied_at)
      select id, 2, 1, 'day', now() - interval '90 days' from currency`;
    const page = await everybody.open(path);
    const needs = [...page.text.matchAll(/<li><span>([^<]+)<\/span><a href="([^"]+)"/g)].map(([, text, href]) => [
      text,
      href,
    ]);
    expect(needs).toEqual([
      ["1 sale waits for members who never registered", "/sales/waiting"],
      ["&lt;b&gt;Hamper: 0 of 3 left", `/rewards/${rewardId}`],
      ["At most 5 points expire in the next 14 days", expect.stringMatching(/^\/programmes\/PRG-/)],
      ["1 dead letter: nobody tries them again", "/dead-letters"],
      ["The webhook to hooks.example fails", expect.stringMatching(/^\/webhooks\/WH-/)],
    ]);
    for (const [, href] of needs) expect((await everybody.open(String(href))).status).toBe(200);
    await test.addUser("finance", "view:LedgerTotalsByDay");
    const { browser } = await logIn(url, "finance");
    const own = await browser.open(path);
    expect(wordsOf(own)).toMatch(/Points issued 147.+Nothing waits for you/);
    expect(own.text).not.toContain("Vouchers of this period");
    await test.addUser("agent", "member:read");
    expect((await (await logIn(url, "agent")).browser.open(path)).status).toBe(403);
  });
});
