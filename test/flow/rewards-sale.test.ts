import { recordFailing } from "@rewards/db";
import { parseId, sale } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { runCommand, runHere } from "../../apps/cli/src/testing/command.ts";
import {
  addBalance,
  addStock,
  awaitStatus,
  freshKey,
  memberContent,
  redeemed,
  redemptionContent,
  saleContent,
} from "./support/fixtures.ts";
import { useBasics, useStack } from "./support/stack.ts";

const columnsMax = 80;

const stack = useStack();
const basics = useBasics(stack);

const environment = () => ({ DATABASE_URL: stack.databaseUrl, QUEUE_URL: stack.queueUrl });

async function rewards(code: number, ...args: string[]): Promise<string> {
  const ran = await runHere(args, environment());
  expect([ran.code, ran.output]).toEqual([code, expect.any(String)]);
  return ran.output;
}

/** The output for people. Expects that no line is wider than a terminal. */
async function show(key: string): Promise<string> {
  const printed = await rewards(0, "sale", key);
  expect(printed.split("\n").filter((line) => line.length > columnsMax)).toEqual([]);
  return printed;
}

const json = async (key: string) => JSON.parse(await rewards(0, "sale", key, "--json"));

/** Creates a sale, waits for its status, and returns its public ID. */
async function post(content: ReturnType<typeof saleContent>, status = "Resolved-Completed"): Promise<string> {
  const id = await stack.client.created("Sale", content);
  await awaitStatus(stack.client, id, status);
  return id;
}

describe("rewards sale", () => {
  test("shows a sale by its ExternalID or ID: its lines, why it earned its points, and what spent them", async () => {
    const tea = freshKey("product");
    await stack.client.created("Product", { ProductCode: tea, Name: "Tea", Incentivizable: false });
    const cup = freshKey("product");
    await stack.client.created("Product", { ProductCode: cup, Name: "Cup" });
    await addStock(stack.client, basics.rewardId, 5);
    const line = (ProductCode: string, TotalAmount: number) => ({
      ProductCode,
      Quantity: Math.sign(TotalAmount),
      TotalAmount,
    });
    const content = saleContent(basics, {
      SaleChannelCode: "web",
      PointOfSaleID: "till 7",
      SaleItems: [line(basics.product, 120.5), line(tea, 30), line("unheard of", 5), line(cup, -20.25)],
    });
    const id = await post(content);
    const item = await redeemed(stack.client, redemptionContent(basics.member, basics.reward, { Quantity: "3" }));

    const printed = await show(content.ExternalID);
    expect(await show(id)).toBe(printed);
    expect(printed).toMatch(new RegExp(`^Sale {4}${content.ExternalID}\nID {6}${id}\nStatus {2}Resolved-Completed\n`));
    expect(printed).toContain("Sender  user api, origin API, channel web, point of sale till 7");
    expect(printed).toMatch(/Z {2}received, durable\n\S+Z {2}Resolved-Completed by process \S+\/\d+\n/);
    expect(printed).toMatch(/1 +product-\d+ +1 +120\.5 +yes\n/);
    expect(printed).toMatch(/2 +product-\d+ +1 +30 +no: not incentivizable\n/);
    expect(printed).toMatch(/3 +unheard of +1 +5 +no: unknown product\n/);
    expect(printed).toContain("Sale: 120.5 x 1 points, rounded toward zero to 0 decimals = 120");
    expect(printed).toContain("Return: from 0 to 20.25 points, rounded toward zero to 0 decimals = -20");
    expect(printed).toMatch(/Z {2}Sale of 120 Points; balance after it 120\n {2}Left to spend of it: 70\n/);
    expect(printed).toMatch(/Z {2}Return took 20\n {4}SALE-/);
    expect(printed).toMatch(/Z {2}Redemption took 30\n {4}RED-/);
    expect(printed).toContain(`voucher ${item.VoucherCode}, Mug: Open-Available`);
    expect(printed).toMatch(/Z {2}Return of -20 Points; balance after it 100\n/);

    expect(await json(content.ExternalID)).toMatchObject({
      ID: id,
      items: [{ earns: true }, { earns: false }, { earns: null }, { earns: true }],
      entries: [
        {
          ...{ type: "Sale", amount: "120.0000", balanceAfter: "120.0000", available: "70.0000", currency: "Points" },
          ...{ why: { base: 120, lines: [0], rules: [] }, rules: { version: 1, rate: "1", rounding: "toward-zero" } },
        },
        { type: "Return", amount: "-20.0000", balanceAfter: "100.0000", why: { lines: [3] } },
      ],
      explanation: { basis: "stored", now: null },
      pendingSince: null,
      deadLetter: null,
    });
  });

  test("explains points as they were posted, whatever the catalogue says now, and what waits by what it waits for", async () => {
    const product = freshKey("product");
    const productId = await stack.client.created("Product", { ProductCode: product, Name: "Cake" });
    const content = saleContent({ ...basics, product });
    await post(content);
    expect(await stack.client.act(productId, "Edit", { content: { Incentivizable: false } })).toMatchObject({
      status: 200,
    });
    const printed = await show(content.ExternalID);
    expect(printed).toMatch(/1 +product-\d+ +1 +100 +yes\n/);
    expect(printed).toContain("Sale: 100 x 1 points, rounded toward zero to 0 decimals = 100\nBy the lines and rules");
    const OriginalSaleExternalID = freshKey("sale");
    const line = { ProductCode: product, Quantity: -1, TotalAmount: -1, OriginalSaleExternalID };
    const early = saleContent(basics, { SaleItems: [line] });
    await post(early, "Pending-Awaiting Reference");
    expect((await show(early.ExternalID)).replace(/\n/g, " ")).toMatch(
      new RegExp(`awaits sale ${OriginalSaleExternalID} .+What it takes back is decided when it is posted`),
    );
  });

  test("shows that a till's clock is ahead, and the points that its sale earned all the same", async () => {
    const content = saleContent(basics, { SaleDateTime: "9999-12-31T00:00:00Z" });
    await post(content);
    const printed = await show(content.ExternalID);
    expect(printed.replace(/\n +/g, " ")).toContain("Note    The till's clock is ahead: SaleDateTime is after");
    expect(printed).toContain("Sold    9999-12-31T00:00:00.000Z\n");
    expect(printed).toContain("points, rounded toward zero to 0 decimals = 100\nBy the lines and rules");
  });

  test("shows a debt that the sale's points paid off", async () => {
    const debtor = freshKey("member");
    await addBalance(stack.client, await stack.client.created("Member", memberContent(debtor)), 10);
    const bought = saleContent(
      { ...basics, member: debtor },
      { SaleItems: [{ ProductCode: basics.product, Quantity: -1, TotalAmount: -40 }] },
    );
    await post(bought);
    const content = saleContent({ ...basics, member: debtor });
    await post(content);
    expect(await show(content.ExternalID)).toMatch(/Left to spend of it: 70\n {2}It paid off a debt: 30\n/);
  });

  test("shows what a sale waits for, and that its points are decided later", async () => {
    const content = saleContent({ ...basics, member: "nobody", store: "nowhere" });
    await post(content, "Pending-Awaiting Reference");
    const printed = await show(content.ExternalID);
    expect(printed).toContain("Member  nobody (not registered)\nStore   nowhere (not registered)\n");
    expect(printed).toMatch(/Z {2}awaits member nobody and store nowhere\n/);
    expect(printed).toContain("What it earns is decided once its member and store are registered.");
    expect(await json(content.ExternalID)).toMatchObject({ awaiting: { member: "nobody", store: "nowhere" } });
  });

  test("shows failed attempts and the next one, then the dead letter and what operators did", async () => {
    const { sql } = stack.database;
    const content = saleContent({ ...basics, member: freshKey("stranger") });
    const id = await post(content, "Pending-Awaiting Reference");
    const uuid = parseId(id)?.uuid as string;
    // The state that a worker leaves after Postgres refused its statement.
    await sql`delete from awaiting where sale_id = ${uuid}`;
    await sql`insert into pending (class, id) values (${sale.class}, ${uuid})`;
    const failure = {
      reason: "Error_Record_Refused",
      error: "a check\u001b[31m was violated",
      job: "17",
      trace: "cafe",
    } as const;
    await recordFailing(sql, sale.class, [uuid], failure);
    await sql`update failing set next_at = now() + interval '1 hour'`;
    expect(await show(id)).toMatch(
      /Z {2}attempt 1 failed: a check \[31m was violated\n\S+Z {2}next attempt\n[\s\S]*Now: pending for a/,
    );
    await recordFailing(sql, sale.class, [uuid], failure, 1);
    expect((await show(id)).replace(/\n/g, " ")).toMatch(
      /dead letter after 2 attempts since \S+Z: Error_Record_Refused: a check \[31m was violated \(job 17, trace cafe\) Now: it waits for an operator/,
    );
    await rewards(0, "dead-letters", "discard", id, "--reason", "a broken till", "--actor", "ann");
    expect(await show(id)).toMatch(/ann +dead-letter\.discard +a broken till\n/);
  });

  test("of an unknown sale exits with 1 and one clear sentence", async () => {
    for (const key of ["never heard of", `SALE-${"0".repeat(32)}`, basics.memberId])
      expect(await rewards(1, "sale", key)).toBe(
        `There is no sale with the ExternalID or ID ${key}: it was never accepted here.\n`,
      );
    const incomplete = runCommand(["sale"], environment());
    expect(await incomplete.exited).toBe(1);
    expect(incomplete.output()).toContain("missing required argument 'ExternalID'");
  });
});

test("rewards status shows the worker, the API and their queue", async () => {
  /** Its code is 1 if the queue does not answer in time, as on a busy machine. */
  const status = async () => JSON.parse(await rewards(0, "status", "--json"));
  const sessions = ["rewards-api", "rewards-worker", "rewards-queue"].map((name) => expect.objectContaining({ name }));
  await expect.poll(status).toMatchObject({
    service: { workers: 1, sessions: expect.arrayContaining(sessions) },
    queue: { backend: "postgres" },
  });
});

/** The lines of all processes that have this text. */
const logged = (text: string) => stack.lines.filter((line) => line.includes(text)).map((line) => JSON.parse(line));

describe("one line of the log finds a sale by its ExternalID or its request ID", () => {
  test("if it was posted: the worker's, which names both, the ID and the job", async () => {
    const content = saleContent(basics);
    const headers = { "content-type": "application/json", "x-request-id": "till-7.1" };
    const { body } = await stack.client.create("Sale", content, headers);
    await awaitStatus(stack.client, body.ID, "Resolved-Completed");
    const named = { externalId: content.ExternalID, id: body.ID, requestId: "till-7.1" };
    const line = { name: "worker", msg: "records posted", class: sale.class, jobs: [expect.any(String)] };
    await expect
      .poll(() => logged(content.ExternalID))
      .toEqual([expect.objectContaining({ ...line, records: [named] })]);
    expect(logged('"till-7.1"')).toHaveLength(1);
    expect(await show(content.ExternalID)).toContain("\nRequest till-7.1\n");
    expect(await json(body.ID)).toMatchObject({ requestId: "till-7.1" });
  });

  test("if it was refused: the API's; one that rejects a redemption names it too, and no line names a member", async () => {
    const content = saleContent(basics);
    expect((await stack.client.create("Sale", { ...content, SaleDateTime: "late" })).status).toBe(422);
    const line = { name: "api", msg: "request refused", class: sale.class };
    await expect
      .poll(() => logged(content.ExternalID))
      .toMatchObject([{ ...line, code: expect.any(String), requestId: expect.any(String) }]);
    const asked = redemptionContent(basics.member, "no such reward");
    const id = await stack.client.created("Redemption", asked);
    await awaitStatus(stack.client, id, "Resolved-Rejected");
    await expect
      .poll(() => logged("records rejected"))
      .toMatchObject([{ records: [{ externalId: asked.ExternalID, id, reason: "Error_Reward_Unknown" }] }]);
    const key = freshKey("member");
    expect((await stack.client.create("Member", { ExternalID: key, ProgramBusinessID: 1 })).status).toBe(422);
    for (const text of [key, basics.member]) expect(logged(text)).toEqual([]);
  });
});
