import { readdirSync, readFileSync } from "node:fs";
import { writeDays } from "@rewards/operations";
import { describe, expect, test } from "vitest";
import { hasBrowser } from "../src/browser.ts";
import { bury } from "./support/dead-letters.ts";
import { newPerson, useDesks } from "./support/desk.ts";
import { awaitStatus, freshKey, saleContent } from "./support/fixtures.ts";
import { useBasics, useStack } from "./support/stack.ts";

test("each job of docs/console.md has its test", () => {
  const table = readFileSync("docs/console.md", "utf8").split("| Job ")[1]?.split("\n\n")[0] ?? "";
  const jobs = [...table.matchAll(/^\| ([A-Z][^|]+?) +\|/gm)].map(([, job]) => job);
  const files = readdirSync("test/flow").filter((name) => name.startsWith("console-"));
  const texts = files.map((name) => readFileSync(`test/flow/${name}`, "utf8")).join("");
  const tested = [...texts.matchAll(/^ {2}test\("([^"]+)"/gm)].map(([, name]) => name);
  expect(jobs.length).toBeGreaterThanOrEqual(20);
  expect(jobs.filter((job) => !tested.includes(job))).toEqual([]);
});

describe.runIf(hasBrowser)("managers, finance and operators at the console, in a browser", () => {
  const stack = useStack();
  const basics = useBasics(stack, { stock: 50 });
  const deskOf = useDesks(stack);

  test("See how the programme does", async () => {
    const desk = deskOf("manager");
    await desk.choose("Home");
    for (const period of ["7 d", "90 d", "Year"]) await desk.click(period);
    await desk.see("Needs you");
  });

  test("Make a reward, add stock, end it", async () => {
    const desk = deskOf("manager");
    const key = freshKey("reward");
    await desk.choose("Rewards");
    const fields = { "Key (ExternalID)": key, Name: `Mug ${key}`, "Price in points": "120" };
    await desk.does("New reward", fields, "Create", `Mug ${key}`);
    await desk.does("Add stock", { "Stock to add": "25" }, "Add stock", "Stock added.");
    await desk.does("End", {}, "End", "Reward deleted.");
  });

  test("Make, change or end an earning rule", async () => {
    const desk = deskOf("manager");
    const id = `DOUBLE${freshKey("")}`;
    await desk.choose("Earning rules");
    await desk.click("New earning rule");
    await desk.fill({ Programme: "REWARDS", "Rule ID": id, Name: `Double ${id}`, Gives: "2" });
    await desk.press("Create");
    await desk.see("Rule in force.");
    await desk.does("Edit", { Gives: "3" }, "Edit", "Rule changed.");
    await desk.does("End", {}, "End", "Rule ended.");
  });

  test("Say what a rule would have given before it is saved", async () => {
    const desk = deskOf("manager");
    await desk.choose("Earning rules");
    await desk.click("New earning rule");
    await desk.fill({ Programme: "REWARDS", "Rule ID": "PREVIEWED", Gives: "2" });
    await desk.press("Preview");
    await desk.see("What it would have given in the last 30 days");
  });

  test("See which campaigns ran, run and come", async () => {
    const desk = deskOf("manager");
    const Rule = { from: "2026-01-01T00:00", to: "2099-01-01T00:00", gives: { multiplier: "2" } };
    await stack.client.created("EarningRule", { ProgramBusinessID: "REWARDS", RuleID: "LONG", Name: "Long one", Rule });
    await desk.choose("Earning rules");
    await desk.click(/Calendar/);
    await desk.see("Long one");
  });

  test("Make a segment, add or remove members", async () => {
    const { key } = await newPerson(stack);
    const desk = deskOf("manager");
    await desk.choose("Segments");
    await desk.does("New segment", { Name: `Friends ${key}` }, "Create", "Segment created.");
    await desk.does("Add members", { "Keys of members": key }, "Add members", "Members added.");
    await desk.see(key);
    await desk.does("Remove members", { "Keys of members": key }, "Remove members", "Members removed.");
  });

  test("Stop a store or a product from earning", async () => {
    const desk = deskOf("manager");
    await desk.choose("Products");
    await desk.fill({ "Product code": basics.product });
    await desk.press("Show");
    await desk.click("Coffee");
    await desk.does("Edit", { "Earns points": "no" }, "Edit", "Product changed.");
    await desk.choose("Stores");
    await desk.click("Main");
    await desk.does("Edit", { "Sales earn points": "no" }, "Edit", "Store changed.");
  });

  test("Say what points are owed, and why it changed, by month or day", async () => {
    await writeDays(stack.database.sql, { clockMs: Date.now() + 3_600_000 });
    const desk = deskOf("finance");
    await desk.choose("Reports");
    await desk.see("Points by month");
    expect(await desk.download("points by day")).toMatch(/^\ufeffDay,Sale,/);
  });

  test("Say what each store sold and gave", async () => {
    const desk = deskOf("finance");
    await desk.choose("Reports");
    await desk.see(/Stores in /);
    expect(await desk.download("stores by day")).toMatch(/^\ufeffDay,StoreCode,Sales,Money,Points\n/);
  });

  test("Download a list, or all records of a time", async () => {
    const desk = deskOf("finance");
    await desk.choose("Members");
    expect(await desk.download("Download CSV")).toContain("FullName");
    await desk.choose("Exports");
    await desk.fill({ Records: "StoreList" });
    expect(await desk.download("Download CSV")).toContain(basics.store);
  });

  test("See which sales wait for a member or store", async () => {
    const member = freshKey("nobody");
    const id = await stack.client.created("Sale", saleContent({ ...basics, member }));
    await awaitStatus(stack.client, id, "Pending-Awaiting Reference");
    const desk = deskOf("manager");
    await desk.choose("Home");
    await desk.click(/wait/);
    await desk.see(member);
  });

  test("See whether the service is well", async () => {
    const desk = deskOf("operator");
    await desk.choose("Health");
    await desk.see("Live: new every two seconds.");
  });

  test("Settle a record that failed", async () => {
    const desk = deskOf("operator");
    await desk.choose("Queues");
    await desk.does("Pause sale", {}, "Pause", "Paused: sale.");
    const id = await stack.client.created("Sale", saleContent(basics));
    await bury(stack, [id]);
    await desk.choose("Dead letters");
    await desk.page.getByLabel(`Select ${id}`).check();
    await desk.press("Replay selected");
    await desk.press("Replay");
    await desk.see("Pending again: 1.");
    await desk.choose("Queues");
    await desk.does("Resume sale", {}, "Resume", "Resumed: sale.");
    await awaitStatus(stack.client, id, "Resolved-Completed");
  });

  test("Pause and resume a queue", async () => {
    const desk = deskOf("operator");
    await desk.choose("Queues");
    await desk.does("Pause redemption", {}, "Pause", "Paused: redemption.");
    await desk.does("Resume redemption", {}, "Resume", "Resumed: redemption.");
  });

  test("Give a till or an app a key, and see who did what", async () => {
    const desk = deskOf("operator");
    const name = freshKey("till");
    await desk.choose("API clients");
    await desk.click("Create a client");
    await desk.fill({ Name: name });
    await desk.page.getByLabel("view: all").check();
    await desk.press("Create");
    await desk.see("Copy secret and key now");
    await desk.choose("Audit");
    await desk.see(name);
  });
});
