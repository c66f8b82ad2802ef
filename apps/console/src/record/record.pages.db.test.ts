import { randomBytes } from "node:crypto";
import { createPersonalKeys, recordFailing, sealNewRecord } from "@rewards/db";
import { earningRule, member, product, redemption, reward, sale, segment } from "@rewards/domain";
import { erasePeople, writeDays } from "@rewards/operations";
import { describe, expect, it } from "vitest";
import { expireByHand } from "../../../../packages/db/src/testing/items.ts";
import {
  newMember,
  newProduct,
  newRecord,
  newRedemption,
  newReward,
  newSegment,
  times,
} from "../../../../test/src/records.ts";
import { openBrowser, ownScript } from "../testing/browser.ts";
import { logIn, openTestConsole } from "../testing/console.ts";
import { insert, plantWorld, saleOf, uuidOf } from "../testing/world.ts";

const test = await openTestConsole();
const { database, sql, url } = test;
const world = await plantWorld(database);
const everybody = openBrowser(await test.startAnother({ isAuthRequired: false }));

/** The words of a page. */
const wordsOf = ({ text }: { readonly text: string }) => text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const words = async (path: string, browser = everybody) => wordsOf(await browser.open(path));
const programmeId = async () => {
  const [row] = await sql<{ id: string }[]>`select id from programme`;
  return `PRG-${row?.id.replaceAll("-", "")}`;
};

describe("the trace of a redemption", () => {
  const path = `/redemptions/${world.redemptionId}`;

  it("has its way, its entry, what was asked for and its vouchers", async () => {
    expect(await words(path)).toMatch(
      /One voucher issued.+Redeemed for 30 Points.+Accepted: durable.+Redemption: -30 Points.+Balance after it: 12 Points.+Mug &lt;i&gt; \(R-1\) 1 30 MUG-1.+Vouchers.+MUG-1 Mug/,
    );
  });

  it("says why it was rejected, what it waits for, and that it is a dead letter", async () => {
    expect(await words(`/redemptions/${world.rejectedId}`)).toMatch(
      /It was rejected, and nothing was taken\. Error_Reward_Unknown: reward none is not registered\..+not registered/,
    );
    const waiting = await insert(database, redemption, newRedemption("M-1", [{ reward: "R-1" }]));
    expect(await words(`/redemptions/${waiting}`)).toMatch(/It waits for a worker, for .+ now\./);
    const failure = { reason: "Error_Record_Refused", error: "broken", job: "1", trace: "t" } as const;
    await recordFailing(sql, redemption.class, [uuidOf(waiting)], failure, 1);
    expect(await words(`/redemptions/${waiting}`)).toMatch(/dead letter.+Error_Record_Refused: broken/);
  });

  it("shows codes and entries only to those who may see them", async () => {
    await test.addUser("clerk", "redemption:read");
    const { browser } = await logIn(url, "clerk");
    const shown = await words(path, browser);
    expect(shown).toMatch(/You need the right view:LedgerEntriesBetweenDates.+You need the right redemption_item:read/);
    expect(shown).not.toMatch(/MUG-1|Balance after/);
  });
});

describe("the page of a member", () => {
  const path = `/members/${world.memberId}`;

  const tab = (name: string, browser = everybody) => words(`${path}?list=${name}`, browser);

  it("has what the member can spend, what happened lately with links, and the rest as tabs", async () => {
    const page = await everybody.open(path);
    expect(wordsOf(page)).toMatch(
      /&lt;b&gt;Ada&lt;\/b&gt; Active Card M-1.+Can spend 37 0 pending Earned in 12 months 42 Vouchers open 1 .+Activity Balances Ledger entries.+Adjustment.+\+25 37.+Redemption APP-\d.+-30 12.+Sale POS-1 .+\+42 42/,
    );
    expect(await tab("balances")).toMatch(/Available Pending Held Expires next Expires at.+Points 37 37 0 0 – – /);
    expect(await tab("entries")).toMatch(/Adjustment 25 37.+Redemption -30 12.+Sale 42 42/);
    expect(await tab("sales")).toContain("POS-1");
    expect(await tab("redemptions")).toMatch(/Waits for a worker.+APP-1 Done.+APP-2 Rejected/);
    expect(await tab("vouchers")).toContain("MUG-1");
    expect(await tab("adjustments")).toMatch(/Balance\.Points 12 37 .+ ann/);
    expect(await tab("history")).toContain("AddBalance");
    expect(await words(`${path}?tab=profile`)).toContain("ExternalID M-1");
    for (const id of [`/sales/${world.saleId}`, `/redemptions/${world.redemptionId}`])
      expect(page.text).toContain(`href="${id}"`);
  });

  it("names a redemption without ExternalID as its page does, by its BusinessID", async () => {
    const id = await insert(database, redemption, newRedemption("M-1", [{ reward: "R-1" }]));
    const { text } = await everybody.open(`${path}?list=redemptions`);
    const [, name] = new RegExp(`<a href="/redemptions/${id}">(RED-\\d+)</a>`).exec(text) ?? [];
    expect((await everybody.open(`/redemptions/${id}`)).text).toContain(`<h1>Redemption ${name}</h1>`);
  });

  it("shows what is pending and what expires next", async () => {
    await sql`update programme set return_window_days = 20`;
    await sql`update currency set expiry_months = 12, expiry_until = 'year'`;
    // The sale of 42 points is younger than 20 days, 30 of them are spent, and the adjustment of 25 does not wait.
    expect(await words(path)).toMatch(/Can spend 0 37 pending Expires next 37 on \d{4}-01-01/);
    expect(await tab("balances")).toMatch(/Points 37 0 37 0 37 \d{4}-01-01 00:00:00 UTC/);
    expect(await tab("expiring")).toMatch(/\d{4}-01-01 00:00:00 UTC 37 Points/);
    expect(await words(`/programmes/${await programmeId()}`)).toContain(
      "12 months after the award, at the end of the year 20 days pending",
    );
    await sql`update programme set return_window_days = 0`;
    await sql`update currency set expiry_months = null, expiry_until = null`;
  });

  it("has further pages of each list, which end, and refuses the token of another list with 400", async () => {
    const many = newMember("M-MANY");
    const id = await insert(database, member, many);
    await Promise.all(times(65, (index) => insert(database, sale, saleOf(`MANY-${index}`, { member: "M-MANY" }))));
    const next = ({ text }: { readonly text: string }) =>
      /href="([^"]+)"[^>]*>More: sales/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    const rowsOf = ({ text }: { readonly text: string }) => text.match(/MANY-\d+/g)?.length ?? 0;
    const first = await everybody.open(`/members/${id}?list=sales`);
    expect(rowsOf(first)).toBe(50);
    const second = await everybody.open(next(first) ?? "");
    expect(rowsOf(second)).toBe(15);
    expect(next(second)).toBeUndefined();
    const token = new URL(next(first) ?? "", url).searchParams.get("token") ?? "";
    expect((await everybody.open(`/members/${id}?list=history&token=${encodeURIComponent(token)}`)).status).toBe(400);
    for (const wrong of ["x", "%00", "%F0%9F"])
      expect((await everybody.open(`/members/${id}?list=sales&token=${wrong}`)).status).toBe(400);
  });

  it("is short for a member without anything, and shows an erased one without personal data", async () => {
    const id = await insert(database, member, newMember("M-EMPTY", { FullName: "Gone Person" }));
    expect(await words(`/members/${id}`)).toMatch(/Can spend 0.+Vouchers open 0.+Nothing has happened yet\./);
    expect(await words(`/members/${id}?list=vouchers`)).toContain("Vouchers None.");
    await erasePeople(sql, ["M-EMPTY"], { actor: "ann" });
    const erased = await words(`/members/${id}`);
    expect(erased).toContain("This member was erased");
    expect(erased).not.toContain("Gone Person");
  });

  it("shows a merged member, for whom nothing more can be done", async () => {
    const id = await insert(database, member, newMember("M-MERGED", { FullName: "Second Card" }));
    const key = `merged-${id.replace("MEM-", "")}`;
    await sql`update member set external_id = ${key}, status = 'Resolved-Merged' where external_id = 'M-MERGED'`;
    const shown = await words(`/members/${id}`);
    expect(shown).toMatch(/Second Card Merged .+This member was merged into another one/);
    expect(shown).not.toMatch(/Issue voucher|Add receipt/);
  });

  it("needs the right to members, and names those of its lists", async () => {
    await test.addUser("reader", "member:read view:MemberBalances");
    const { browser } = await logIn(url, "reader");
    const shown = await words(path, browser);
    expect(shown).toMatch(/Can spend 37.+You need the right view:LedgerEntriesBetweenDates/);
    expect(shown).not.toMatch(/Earned in|Vouchers open/);
    expect(await tab("sales", browser)).toMatch(/Sales You need the right view:SaleList/);
    expect(shown).not.toContain("POS-1");
    await test.addUser("till", "sale:*");
    const refused = await (await logIn(url, "till")).browser.open(path);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("till lacks the right member:read.")]);
  });

  it("decrypts with the keys, finds by an encrypted address, and without the keys shows what is in clear", async () => {
    const setting = { sealing: "k", keys: [{ id: "k", bytes: randomBytes(32) }] };
    const keys = createPersonalKeys(setting);
    const record = newMember("M-SEALED", { FullName: "Zoe Canary", EmailAddress: "zoe@example.com" });
    const id = await insert(database, member, sealNewRecord(member, keys, record) as typeof record);
    const withKeys = openBrowser(await test.startAnother({ isAuthRequired: false, personalKeys: setting }));
    expect((await withKeys.open("/find?q=ZOE@example.com")).headers.get("location")).toBe(`/members/${id}`);
    expect(await words(`/members/${id}`, withKeys)).toContain("Zoe Canary");
    const without = await everybody.open(`/members/${id}`);
    expect([without.status, wordsOf(without)]).toEqual([
      200,
      expect.stringMatching(/M-SEALED.+PERSONAL_DATA_KEYS lacks/),
    ]);
    expect(await words("/find?q=zoe@example.com")).toContain("PERSONAL_DATA_KEYS of the console lacks a key");
    expect((await everybody.open("/find?q=M-SEALED")).headers.get("location")).toBe(`/members/${id}`);
  });
});

describe("rewards and programmes", () => {
  it("shows the stock and the vouchers of a reward", async () => {
    await insert(database, reward, newReward("R-2", { Name: "Cup", RewardType: "stock_control" }));
    expect(await words("/rewards")).toMatch(/Cup R-2 Active 10 0 0.+Mug &lt;i&gt; R-1 Active 30 not counted/);
    expect(await words(`/rewards/${world.rewardId}`)).toMatch(
      /Mug &lt;i&gt; Active R-1.+RewardCost 30.+Vouchers issued.+MUG-1/,
    );
  });

  it("shows the earning rules of a programme in words", async () => {
    const create = (RuleID: string, more: object) =>
      insert(database, earningRule, newRecord(earningRule, { ProgramBusinessID: "REWARDS", RuleID, ...more }));
    const gives = { multiplier: "2" };
    const Rule = { from: "2026-05-01T00:00", where: { category: ["<i>Coffee"], day: ["Sat"] }, gives };
    await create("COFFEE2", { Name: "Double points", Rule });
    await create("BIG", { Rule: { to: "2090-01-01T00:00", minimumSpend: "20", gives: { bonus: "5" } } });
    const id = await programmeId();
    expect(await words(`/programmes/${id}`)).toMatch(
      /Earning rules.+BIG.* In force 5 points for a sale, from 20 spent until 1 Jan 2090 API.+COFFEE2 Double points In force 2 times the points, of category &lt;i&gt;Coffee, on Sat from 1 May 2026 API/,
    );
    await create("NEXT", { Rule: { from: "2090-01-01T00:00", to: "2090-02-15T06:00", gives } });
    await create("LAST", { Rule: { from: "2020-01-01T00:00", to: "2020-02-01T00:00", gives } });
    expect(await words("/earning-rules")).toMatch(
      /LAST Ended 2 times the points 1 Jan 2020 to 1 Feb 2020.+NEXT Planned 2 times the points 1 Jan 2090 to 15 Feb 2090 06:00.+BIG In force/,
    );
    expect(await words("/earning-rules/calendar")).toMatch(
      /Calendar of campaigns.+BIG In force until 1 Jan 2090.+Double points In force from 1 May 2026.+2 more hold before or after these months/,
    );
    expect(await words("/earning-rules/calendar?from=2090-01")).toMatch(/Jan 2090 to Dec 2090.+NEXT Planned/);
    await test.addUser("lister", "view:ProgramList");
    const { browser } = await logIn(url, "lister");
    expect(await words(`/programmes/${id}`, browser)).toContain("You need the right view:EarningRulesByProgramme");
  });

  it("shows the rates of a programme, and what members hold of its currencies", async () => {
    const id = await programmeId();
    expect(await words("/programmes")).toContain("REWARDS");
    expect(await words(`/programmes/${id}`)).toMatch(
      /Currency Sales earn Rounded Points expire Return window .+Points 1 for each 1\.00 toward zero, to 0 decimals never none .+waits up to 30 days.+No minute of the ledger is counted yet/,
    );
    expect(await words(`/programmes/${id}`)).not.toMatch(/@class|[{}]/);
    await writeDays(sql, { clockMs: Date.now() + 7_200_000 });
    expect(await words(`/programmes/${id}`)).toMatch(
      /Points by day, the latest first Day Outstanding Issued Adjusted Redeemed.+\d{4}-\d\d-\d\d 37 42 25 -30/,
    );
    const { text } = await everybody.open(`/programmes/${id}`);
    const [charts] = [...text.matchAll(/data-charts="([^"]+)"/g)].map(([, json = ""]) =>
      JSON.parse(json.replaceAll("&quot;", '"')),
    );
    // The day after follows if it has begun by the clock that the totals were written with.
    const day = charts[1].data[1].findIndex((issued: number) => issued !== 0);
    expect(
      charts.map((chart: { names: unknown; data: unknown[][] }) => [chart.names, chart.data.map((one) => one[day])]),
    ).toEqual([
      [["Outstanding"], [expect.any(Number), 37]],
      [
        ["Issued", "Adjusted", "Redeemed"],
        [expect.any(Number), 42, 25, -30],
      ],
    ]);
    await test.addUser("viewer", "view:ProgramList");
    const { browser } = await logIn(url, "viewer");
    expect(wordsOf(await browser.open(`/programmes/${id}`))).toContain("You need the right view:LedgerTotalsByDay");
  });
});

describe("every page of a record", () => {
  it("is 503 with a remedy while another session holds its table, and is back afterwards", async () => {
    const paths = [`/members/${world.memberId}`, `/sales/${world.saleId}`];
    const openAll = () => Promise.all(paths.map((path) => everybody.open(path)));
    const held = await sql.begin(async (tx) => {
      // The pages wait for two seconds, almost as long as a transaction may idle.
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx`lock table sale in access exclusive mode`;
      return openAll();
    });
    expect(held.map(({ status }) => status)).toEqual([503, 503]);
    expect(held.map(wordsOf).join()).toMatch(
      /another session holds a lock on the table.+Another session locks the sales/,
    );
    expect((await openAll()).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("shows the fields of stores, products, vouchers and segments", async () => {
    expect(await words(`/stores/${world.storeId}`)).toMatch(/Store S-1.+IsParticipating yes.+History.+Create/);
    expect(await words(`/products/${world.productId}`)).toMatch(/Product P-1.+Incentivizable yes/);
    const [item] = await sql<{ id: string }[]>`select id from redemption_item`;
    expect(await words(`/redemption-items/ITEM-${item?.id.replaceAll("-", "")}`)).toMatch(
      /Voucher MUG-1.+Reward Mug &lt;i&gt;.+Member M-1.+Redemption APP-1.+Expires/,
    );
    const segmentId = await insert(database, segment, newSegment("Regulars"));
    await sql`insert into segment_member (member, segment, since) select id, ${uuidOf(segmentId)}, now() from member where external_id = 'M-1'`;
    expect(await words(`/segments/${segmentId}`)).toMatch(/Segment Regulars.+Members.+Until M-1 \d{4}-.+History/);
  });

  it("is 404 with a remedy for an unknown ID and for any text, and 403 without its right", async () => {
    await test.addUser("nobody", "store:create");
    const { browser } = await logIn(url, "nobody");
    const zeros = "0".repeat(32);
    for (const [folder, prefix] of Object.entries({
      redemptions: "RED",
      members: "MEM",
      rewards: "REW",
      programmes: "PRG",
      stores: "STO",
      products: "PRO",
      segments: "SEG",
      "redemption-items": "ITEM",
    })) {
      for (const id of [`${prefix}-${zeros}`, world.saleId, "%00", "%3Cscript%3E"]) {
        const page = await everybody.open(`/${folder}/${id}`);
        expect([folder, id, page.status]).toEqual([folder, id, 404]);
        expect(page.text).toContain("Check the address");
        expect(page.text.replace(ownScript, "")).not.toContain("<script");
      }
      expect((await browser.open(`/${folder}/${prefix}-${zeros}`)).status).toBe(403);
    }
  });
});

describe("a voucher whose time has passed, before a worker has moved it", () => {
  it("is expired on its page, those of its member, reward, redemption and the sale that paid for it, and in the search", async () => {
    const [item] = await sql<{ id: string }[]>`select id from redemption_item where voucher_code = 'MUG-1'`;
    const paths = [
      `/redemption-items/ITEM-${item?.id.replaceAll("-", "")}`,
      `/members/${world.memberId}?list=vouchers`,
      `/rewards/${world.rewardId}?list=vouchers`,
      `/redemptions/${world.redemptionId}`,
      `/sales/${world.saleId}`,
    ];
    for (const path of paths)
      expect([path, await words(path)]).toEqual([path, expect.stringMatching(/Open-Avail|Available/)]);
    await expireByHand(sql, [item?.id ?? ""]);
    for (const path of paths)
      expect([path, await words(path)]).toEqual([path, expect.stringMatching(/Resolved-Expired| Expired /)]);
    // Two records with the key, so that the search lists both.
    await insert(database, product, newProduct("MUG-1"));
    expect(await words("/find?q=MUG-1")).toMatch(/Voucher.+ Expired /);
  });
});
