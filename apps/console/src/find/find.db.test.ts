import { member, redemption, sale } from "@rewards/domain";
import { describe, expect, it } from "vitest";
import { newMember, newRedemption } from "../../../../test/src/records.ts";
import { openBrowser, ownScript } from "../testing/browser.ts";
import { logIn, openTestConsole } from "../testing/console.ts";
import { insert, plantWorld, saleOf } from "../testing/world.ts";

const test = await openTestConsole();
const { database, sql, url } = test;
const world = await plantWorld(database);
const everybody = openBrowser(await test.startAnother({ isAuthRequired: false }));

const find = (text: string) => everybody.open(`/find?q=${encodeURIComponent(text)}`);
const placeOf = async (text: string) => (await find(text)).headers.get("location");

async function businessIdOf(id: string): Promise<string> {
  const [row] = await sql<{ number: string }[]>`select number from sale where id = ${id.slice(-32)}`;
  return `SALE-${row?.number}`;
}

describe("find", () => {
  it("leads straight to the only record that has a key, whatever kind of key it is", async () => {
    const { memberId, saleId, redemptionId, rewardId, storeId, productId } = world;
    const graceId = await insert(database, member, newMember("M-9", { FullName: "Grace Hopper" }));
    const [entry] = await sql<{ id: string }[]>`select id from ledger_entry where source_id = ${saleId.slice(-32)}`;
    const [item] = await sql<{ id: string }[]>`select id from redemption_item`;
    const [programme] = await sql<{ id: string }[]>`select id from programme`;
    const hex = (id: string | undefined) => (id ?? "").replaceAll("-", "");
    const places: [string, string][] = [
      ["POS-1", `/sales/${saleId}`],
      [` ${saleId.toLowerCase()} `, `/sales/${saleId}`],
      [await businessIdOf(saleId), `/sales/${saleId}`],
      [`${entry?.id}`, `/sales/${saleId}`],
      ["APP-1", `/redemptions/${redemptionId}`],
      ["M-1", `/members/${memberId}`],
      ["m-1", `/members/${memberId}`],
      ["pos-1", `/sales/${saleId}`],
      ["Hopper, grace", `/members/${graceId}`],
      ["grace hop", `/members/${graceId}`],
      ["ada@example.COM", `/members/${memberId}`],
      ["+49 (170) 555-12", `/members/${memberId}`],
      ["R-1", `/rewards/${rewardId}`],
      ["S-1", `/stores/${storeId}`],
      ["P-1", `/products/${productId}`],
      ["mug 1", `/redemption-items/ITEM-${hex(item?.id)}`],
      ["REWARDS", `/programmes/PRG-${hex(programme?.id)}`],
    ];
    for (const [key, place] of places) expect([key, await placeOf(key)]).toEqual([key, place]);
  });

  it("lists every record that has the key, and those of a member who is not registered", async () => {
    await insert(database, redemption, newRedemption("M-1", [{ reward: "R-1" }], { ExternalID: "POS-1" }));
    const both = await find("POS-1");
    expect([both.status, both.text]).toEqual([200, expect.stringMatching(/>Sale<[\s\S]*>Redemption</)]);
    await insert(database, sale, saleOf("W-1", { member: "GHOST" }));
    await insert(database, sale, saleOf("W-2", { member: "GHOST" }));
    expect((await find("GHOST")).text).toMatch(/W-1[\s\S]*W-2/);
  });

  it("finds the records of a request, and all of one that sent several", async () => {
    const place = await insert(database, sale, { ...saleOf("Q-1"), requestId: "till-7.1" });
    expect(await placeOf("till-7.1")).toBe(`/sales/${place}`);
    expect((await everybody.open(`/sales/${place}`)).text).toContain("Request <code>till-7.1</code>");
    const asked = { ...newRedemption("M-1", [{ reward: "R-1" }], { ExternalID: "Q-2" }), requestId: "till-7.1" };
    const other = await insert(database, redemption, asked);
    expect((await find("till-7.1")).text).toMatch(/Q-1[\s\S]*Q-2/);
    expect((await everybody.open(`/redemptions/${other}`)).text).toContain("Request <code>till-7.1</code>");
    expect((await find("till-7.2")).text).toContain("sales by request ID, redemptions by request ID");
  });

  it("says what it searched if nothing has the key, and what the viewer may not search", async () => {
    const nothing = await find("nowhere");
    expect(nothing.text).toContain("Nothing was found for <q>nowhere</q>");
    expect(nothing.text).toContain("sales by ExternalID, redemptions by ExternalID");
    expect(nothing.text).not.toContain("Not searched");
    await test.addUser("ann", "view:GetSaleByBusinessKeys sale:read");
    const { browser } = await logIn(url, "ann");
    const hidden = await browser.open("/find?q=M-1");
    expect(hidden.text).toContain("Searched: sales by ExternalID, sales by request ID.");
    expect(hidden.text).toContain("members by ExternalID (you need the right view:GetMemberByBusinessKeys)");
    expect((await browser.open("/find?q=POS-1")).headers.get("location")).toBe(`/sales/${world.saleId}`);
    await test.addUser("bob");
    const bob = (await logIn(url, "bob")).browser;
    expect((await bob.open("/find?q=POS-1")).status).toBe(403);
    expect((await bob.open("/health")).text).not.toContain('action="/find"');
    expect((await browser.open("/find")).text).toContain('action="/find"');
  });

  it("takes any bytes: no answer is a 500, and nothing comes back unescaped", async () => {
    const hostile = [
      "'; drop table sale; --",
      '"><script>x</script>',
      "</script>",
      "%",
      "_",
      "\\",
      "\0",
      "é\u0000",
      "💎",
    ];
    for (const text of [...hostile, "x".repeat(10_000), "ß".repeat(255), "MEM-", "SALE-999999999999999999", "-", "@"]) {
      const page = await find(text);
      expect([text, page.status]).toEqual([text, 200]);
      expect(page.text.replace(ownScript, "")).not.toContain("<script");
    }
    for (const raw of ["%00", "%", "%zz", "%ff%fe", "%ED%A0%80", "a&q=b", ""])
      expect([raw, (await everybody.open(`/find?q=${raw}`)).status]).toEqual([raw, 200]);
    expect(test.log()).not.toContain('"level":50');
  });

  it("takes a minute to try more voucher codes than a client of the API may", async () => {
    await test.addUser("eve", "view:RedemptionItemsByVoucherCode");
    const { browser } = await logIn(url, "eve");
    for (let guess = 0; guess < 70; guess += 1) await browser.open(`/find?q=GUESS${guess}`);
    const page = await browser.open("/find?q=MUG-1");
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("too many searches found nothing")]);
  });
});
