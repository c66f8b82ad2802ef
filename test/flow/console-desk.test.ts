import { describe, expect, test } from "vitest";
import { hasBrowser } from "../src/browser.ts";
import { newPerson, useDesks } from "./support/desk.ts";
import { awaitStatus, balanceOf, freshKey, redeemed, redemptionContent, saleContent } from "./support/fixtures.ts";
import { expectBooksInOrder, useBasics, useStack } from "./support/stack.ts";

describe.runIf(hasBrowser)("an agent at the console, in a browser", () => {
  const stack = useStack();
  const basics = useBasics(stack, { points: 500, stock: 50 });
  const deskOf = useDesks(stack);

  /** The page of a new member, found by name, with a voucher if wanted. */
  async function atMember({ hasVoucher = false } = {}) {
    const person = await newPerson(stack);
    const desk = deskOf("agent");
    const item = hasVoucher ? await redeemed(stack.client, redemptionContent(person.key, basics.reward)) : undefined;
    await desk.find(person.name, person.name);
    await desk.page.getByRole("heading", { name: person.name, level: 1 }).waitFor();
    return { ...person, desk, code: String(item?.VoucherCode) };
  }

  test("Find a member, a receipt or a voucher", async () => {
    const { key, name, desk, code } = await atMember({ hasVoucher: true });
    const sale = saleContent({ ...basics, member: key });
    await stack.client.created("Sale", sale);
    for (const [typed, title] of [
      [name.toLowerCase(), name],
      [key, name],
      [sale.ExternalID, /Sale/],
      [code.toLowerCase(), code],
    ] as const) {
      await desk.search(typed);
      await desk.see(title);
    }
  });

  test("See what a member has and what happened", async () => {
    const { desk } = await atMember({ hasVoucher: true });
    await desk.see("Can spend");
    await desk.see(/Redemption/);
    for (const tab of ["Vouchers", "Profile", "Activity"]) await desk.click(tab);
  });

  test("Say why a sale gave 42 points, or none", async () => {
    const { desk } = await atMember();
    const sale = saleContent(basics, { SaleItems: [{ ProductCode: basics.product, Quantity: 1, TotalAmount: 42 }] });
    await awaitStatus(stack.client, await stack.client.created("Sale", sale), "Resolved-Completed");
    await desk.find(sale.ExternalID, sale.ExternalID);
    await desk.see(/It was posted: \+42 Points/);
  });

  test("Add a receipt that was not counted", async () => {
    const { key, desk } = await atMember();
    const fields = { "Receipt number": freshKey("R"), "Store code": basics.store, "Sold at": "2026-11-01T10:00" };
    const line = { "Product code, line 1": basics.product, "Quantity, line 1": "1", "Amount, line 1": "12.00" };
    await desk.does("Add receipt", { ...fields, ...line }, "Add receipt", "Accepted. The page shows what it earns.");
    await expect.poll(() => balanceOf(stack.client, key)).toBe(112);
  });

  test("Give or take points", async () => {
    const { key, desk } = await atMember();
    const fields = { Points: "-40", Currency: "Points", Reason: "Correction" };
    await desk.does("Adjust points", fields, "Adjust points", "Balance adjusted.");
    expect(await balanceOf(stack.client, key)).toBe(60);
  });

  test("Agree to a large adjustment of somebody else, or refuse", async () => {
    await stack.database.sql`update programme set consent_above = 500`;
    const { key, desk } = await atMember();
    const fields = { Points: "800", Currency: "Points", Reason: "Lost receipts of a year" };
    await desk.does("Adjust points", fields, "Adjust points", "Not posted yet: somebody else must agree");
    expect(await balanceOf(stack.client, key)).toBe(100);
    const other = deskOf("supervisor");
    await other.choose("Home");
    await other.click(/^Decide/);
    await other.does("Agree", {}, "Agree", "Posted: +800 Points");
    expect(await balanceOf(stack.client, key)).toBe(900);
  });

  test("Issue a voucher", async () => {
    const { desk } = await atMember();
    await desk.does("Issue voucher", { Reward: basics.reward }, "Issue voucher", /Accepted/);
    await desk.see("One voucher issued");
  });

  test("Correct a name, an address or a phone number", async () => {
    const { desk, name } = await atMember();
    await desk.does("Edit", { "Full name": `${name} Lovelace` }, "Edit", "Member changed.");
    await desk.page.getByRole("heading", { name: `${name} Lovelace` }).waitFor();
  });

  test("Register a member", async () => {
    const desk = deskOf("agent");
    await desk.choose("Members");
    const key = freshKey("new");
    const fields = { "Key (ExternalID)": key, "Full name": `Grace ${key}`, Programme: "REWARDS" };
    await desk.does("New member", fields, "Create", "Member registered.");
    await desk.page.getByRole("heading", { name: `Grace ${key}` }).waitFor();
  });

  test("Erase a person, as the law demands", async () => {
    const { key, desk } = await atMember();
    await desk.does("Erase", { [`Type ${key} to confirm`]: key }, "Erase", "This member was erased");
  });

  test("Give a person all that is known about them", async () => {
    const { key, desk } = await atMember();
    await desk.click("Export");
    expect(await desk.download("Export")).toContain(key);
  });

  test("Block a member whose card is lost, and unblock", async () => {
    const { desk } = await atMember();
    await desk.does("Block", { Reason: "Card lost" }, "Block", "Member blocked.");
    await desk.does("Unblock", {}, "Unblock", "Member unblocked.");
  });

  test("Give a member another card, take one away", async () => {
    const { name, desk } = await atMember();
    const card = freshKey("further");
    await desk.does("Add card", { "Card number": card }, "Add card", "Card added.");
    await desk.find(card, name);
    await desk.does("Remove card", { "Card number": card }, "Remove card", "Card removed.");
  });

  test("Make one of two members of a person", async () => {
    const other = await newPerson(stack);
    const { key, desk } = await atMember();
    await desk.does("Merge", { "Key of the other member": other.key }, "Merge", `${other.name} (${other.key})`);
    expect(await balanceOf(stack.client, other.key)).toBe(100);
    await desk.press("Merge");
    await desk.see("Members merged.");
    expect(await balanceOf(stack.client, key)).toBe(200);
  });

  test("Cancel a voucher or a redemption: the points come back", async () => {
    const { key, desk } = await atMember({ hasVoucher: true });
    expect(await balanceOf(stack.client, key)).toBe(90);
    await desk.click("Vouchers");
    await desk.page.getByRole("main").getByRole("table").getByRole("link").first().click();
    await desk.does("Cancel voucher", { Reason: "Wrong size" }, "Cancel voucher", "Voucher cancelled.");
    expect(await balanceOf(stack.client, key)).toBe(100);
  });

  test("Replace a voucher whose code was lost or seen", async () => {
    const { key, name, desk, code } = await atMember({ hasVoucher: true });
    await desk.search(code);
    await desk.see(name);
    await desk.does("Reissue", {}, "Reissue", "The voucher has ended.");
    await desk.see("One voucher issued");
    expect(await balanceOf(stack.client, key)).toBe(90);
  });

  test("Free a voucher that a till has locked; lock or use one", async () => {
    const { desk, code } = await atMember({ hasVoucher: true });
    await desk.search(code);
    await desk.does("Lock", {}, "Lock", "Voucher locked.");
    await desk.does("Unlock", {}, "Unlock", "Voucher unlocked.");
    await desk.does("Use", {}, "Use", "Voucher used.");
  });

  test("the books are in order afterwards", async () => {
    await expectBooksInOrder(stack);
  });
});
