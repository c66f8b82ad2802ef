import { createUser, requireCodes } from "@rewards/access";
import { noKeys } from "@rewards/db";
import { addWebhook } from "@rewards/operations";
import { beforeAll, describe, expect, test } from "vitest";
import { actions } from "../../apps/console/src/actions.ts";
import { pages } from "../../apps/console/src/pages.ts";
import { hasBrowser, type Tab, useBrowser } from "../src/browser.ts";
import { bury } from "./support/dead-letters.ts";
import {
  addBalance,
  awaitStatus,
  freshKey,
  memberContent,
  redemptionContent,
  saleContent,
} from "./support/fixtures.ts";
import { expectForEverybody, kindOf, readLinks } from "./support/pages.ts";
import { expectBooksInOrder, hasRedis, useBasics, useStack } from "./support/stack.ts";

const password = "correct horse battery";
const crawlMsMax = 600_000;

/** What Bull Board says about the jobs of each queue. */
interface Board {
  readonly queues: readonly { readonly jobs: readonly { readonly id: string }[] }[];
}

describe.runIf(hasBrowser)("the console in a browser", () => {
  const stack = useStack({ queue: hasRedis ? "redis" : "postgres" });
  const basics = useBasics(stack, { stock: 5 });
  const browser = useBrowser();
  let url: string;
  let operator: Tab;

  beforeAll(async () => {
    const { sql } = stack.database;
    for (const name of ["ann", "codes"])
      await createUser(sql, { name, rights: "*", by: { password } }, { actor: "test" });
    await requireCodes(sql, noKeys, "codes", { actor: "test" });
    url = (await stack.startConsole({ AUTH: "required" })).url;
    operator = await browser.open();
    await logIn(operator, "ann");
    await operator.page.getByRole("heading", { name: "Home" }).waitFor();
  });

  async function logIn({ page }: Tab, name: string): Promise<void> {
    await page.goto(url);
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
  }

  /** Follows a link of the menu. */
  const choose = (name: string) =>
    operator.page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
  const press = (name: string) => operator.page.getByRole("button", { name, exact: true }).click();
  const awaitText = (text: string | RegExp) => operator.page.getByText(text).first().waitFor();

  /** Whose page has every button. */
  async function plantWebhook(): Promise<void> {
    const { sql } = stack.database;
    await addWebhook(sql, { url: "https://hooks.example/in", kinds: ["reward.out_of_stock"] }, { actor: "test" });
    await sql`update webhook set failing_since = clock_timestamp(), probe_at = clock_timestamp() + interval '1 hour'`;
    await sql`
      insert into webhook_attempt (webhook, status, error, numbers, ms) select id, 500, '', '{1}', '{7}' from webhook`;
  }

  /** One of somebody else that waits, whose page has the buttons, and one that was refused. */
  async function plantRequests(): Promise<void> {
    for (const [decided_by, refusal] of [
      [null, null],
      ["ann", "Too much"],
    ] as const)
      await stack.database.sql`
        insert into adjustment_request (id, member, currency, amount, reason, asked_by, decided_by, decided_at, refusal)
        select gen_random_uuid(), id, 'Points', 1200, 'Goodwill: late delivery', 'ben', ${decided_by}, now(), ${refusal}
        from member where external_id = ${basics.member}`;
  }

  /** Marks the page, which a reload would undo. */
  const mark = () => operator.page.evaluate("document.body.dataset.mark = 'kept'");
  const expectNoReload = async () => expect(await operator.page.evaluate("document.body.dataset.mark")).toBe("kept");

  test("an operator finds a sale by its key and sees it posted, without a reload, when its member registers", async () => {
    const member = freshKey("late");
    const content = saleContent({ ...basics, member });
    await awaitStatus(stack.client, await stack.client.created("Sale", content), "Pending-Awaiting Reference");
    await operator.page.getByRole("searchbox").fill(content.ExternalID);
    await operator.page.keyboard.press("Enter");
    await awaitText("It waits until its member is registered");
    await awaitText("Live: changes show by themselves.");
    await mark();
    await stack.client.created("Member", memberContent(member));
    await awaitText(/It was posted: \+100 Points/);
    await awaitText("Settled: it changes no more.");
    await expectNoReload();
    expect(operator.complaints()).toEqual([]);
  });

  test("an operator pauses a queue, is told of a dead letter, replays it, resumes the queue, and sees it posted", async () => {
    await choose("Queues");
    await operator.page.getByRole("link", { name: "Pause sale" }).click();
    await press("Pause");
    await awaitText("Paused: sale.");
    const id = await stack.client.created("Sale", saleContent(basics));
    await choose("Health");
    await awaitText("Live: new every two seconds.");
    await mark();
    await bury(stack, [id]);
    await awaitText("Dead letters wait for you");
    await expectNoReload();
    await choose("Dead letters");
    await operator.page.getByLabel(`Select ${id}`).check();
    await press("Replay selected");
    await press("Replay");
    await awaitText("Pending again: 1.");
    await operator.page.goto(`${url}/sales/${id}`);
    await awaitText("Live: changes show by themselves.");
    const other = await operator.page.context().newPage();
    await other.goto(`${url}/queue`);
    await other.getByRole("link", { name: "Resume sale" }).click();
    await other.getByRole("button", { name: "Resume" }).click();
    await other.getByText("Resumed: sale.").waitFor();
    await other.close();
    await awaitText(/It was posted: \+100 Points/);
    expect(operator.complaints()).toEqual([]);
  });

  test("an operator comes from the first page to the trace of a sale just sent in two clicks", async () => {
    const content = saleContent(basics);
    await awaitStatus(stack.client, await stack.client.created("Sale", content), "Resolved-Completed");
    await operator.page.goto(url);
    await choose("Sales");
    await operator.page.getByRole("link", { name: content.ExternalID, exact: true }).click();
    await awaitText(/It was posted: \+100 Points/);
    expect(operator.complaints()).toEqual([]);
  });

  describe("every page, in both themes, on a screen and on a phone", () => {
    test("before the log-in is for everybody", async () => {
      const tab = await browser.open();
      await tab.page.goto(url);
      await expectForEverybody(tab, "log-in");
      await logIn(tab, "codes");
      await tab.page.getByLabel("Code of six digits").waitFor();
      await expectForEverybody(tab, "one-time code");
    });

    test("with a new secret, and with a refusal, is for everybody", async () => {
      const { page } = operator;
      await page.goto(`${url}/clients/create`);
      await page.getByLabel("Name, for people").fill("Till");
      await page.getByText("sale: one by one").click();
      await page.getByLabel("sale:create").check();
      await press("Create");
      await awaitText("Copy");
      await expectForEverybody(operator, "secret");
      await page.goto(`${url}/nowhere`);
      expect(operator.complaints()).toEqual([expect.stringContaining("404")]);
      await expectForEverybody(operator, "refusal");
    });

    test("that a link leads to is for everybody", { timeout: crawlMsMax }, async () => {
      const paths = [...pages, ...actions].map(({ path }) => path);
      const seen = new Set<string>();
      const next = (await plant()).map((path) => new URL(path, url));
      for (let at = next.shift(); at; at = next.shift()) {
        const kind = kindOf(at, paths);
        if (seen.has(kind)) continue;
        seen.add(kind);
        await operator.page.goto(at.href);
        await expectForEverybody(operator, kind);
        next.push(...(await readLinks(operator.page)));
      }
      await setPaused(false);
      const visited = new Set([...seen].map((kind) => kind.replace(/\?.*/, "")));
      expect(paths.filter((path) => !visited.has(path))).toEqual([]);
    });
  });

  async function setPaused(isPaused: boolean): Promise<void> {
    const [name, done] = isPaused ? ["Pause", "Paused"] : ["Resume", "Resumed"];
    await operator.page.goto(`${url}/queue/${name.toLowerCase()}?queue=sale`);
    await press(name);
    await awaitText(`${done}: sale.`);
  }

  /** A record of each class, dead letters, waiting jobs. @returns the paths to begin at, and those that no link leads to. */
  async function plant(): Promise<string[]> {
    const { client } = stack;
    await addBalance(client, basics.memberId, 1_000);
    const redemption = await client.created("Redemption", redemptionContent(basics.member, basics.reward));
    await awaitStatus(client, redemption, "Resolved-Completed");
    const segment = await client.created("Segment", { Name: freshKey("segment") });
    const rule = await client.created("EarningRule", {
      ...{ ProgramBusinessID: "REWARDS", RuleID: "TEA2", Name: "Tea", Description: "" },
      Rule: { from: "2026-01-01T00:00", where: { category: ["Tea"] }, gives: { multiplier: "2" } },
    });
    await plantWebhook();
    await plantRequests();
    await setPaused(true);
    const [dead] = await Promise.all([0, 1].map(() => client.created("Sale", saleContent(basics))));
    await bury(stack, [dead as string]);
    // A second session, which the first one may end.
    await logIn(await browser.open(), "ann");
    const jobs = "/queues/api/queues?activeQueue=sale&status=latest&jobsPerPage=10&page=1";
    const readJob = async () => {
      const found = (await operator.page.evaluate(`fetch("${jobs}").then((answer) => answer.json())`)) as Board;
      return found.queues[0]?.jobs[0]?.id;
    };
    // The API answers a sale before its job is in the queue.
    await expect.poll(readJob).toBeDefined();
    return [
      "/",
      "/find",
      "/find?q=nothing",
      `/stores/${basics.storeId}`,
      `/products/${basics.productId}`,
      `/segments/${segment}`,
      `/earning-rules/${rule}`,
      `/redemptions/${redemption}`,
      // Links lead to them from records in a state that none has here.
      `/members/unblock?ID=${basics.memberId}`,
      `/redemption-items/unlock?ID=${await itemOf(redemption)}`,
      `/dead-letters/replay?ID=${dead}`,
      `/queue/sale/jobs/${await readJob()}`,
    ];
  }

  async function itemOf(redemption: string): Promise<string> {
    const items = await stack.client.records("RedemptionItemsByMember", { MemberExternalID: basics.member });
    return String(items.find((item) => (item["Redemption"] as { ID: string }).ID === redemption)?.["ID"]);
  }

  test.runIf(hasRedis)("Bull Board has the style that its script adds, which its policy names by hash", async () => {
    const board = await openBeside(operator, "/queues");
    const fill = () => board.evaluate("getComputedStyle(document.querySelector('.rds-b1') ?? document.body).fill");
    await expect.poll(fill).toMatch(/^rgb\((174, 125, 131|162, 97, 105)\)$/);
    await board.close();
  });

  test("the log-out takes the pages of other tabs off the screen, Bull Board's too", async () => {
    const tab = await browser.open();
    await logIn(tab, "ann");
    await tab.page.getByRole("heading", { name: "Home" }).waitFor();
    const others = await Promise.all(["/account", "/queues"].map((path) => openBeside(tab, path)));
    await tab.page.getByRole("button", { name: "Log out" }).click();
    await Promise.all(others.map((page) => page.getByLabel("Password").waitFor()));
  });

  /** Opens another tab with the same cookies. */
  async function openBeside({ page }: Tab, path: string): Promise<Tab["page"]> {
    const other = await page.context().newPage();
    await other.goto(url + path);
    await other.locator("meta[name=session]").waitFor({ state: "attached" });
    return other;
  }

  test("the books are in order afterwards", async () => {
    await expectBooksInOrder(stack);
  });
});
