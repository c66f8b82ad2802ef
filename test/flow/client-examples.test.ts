import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient as issueClient } from "@rewards/access";
import { formatClientKey } from "@rewards/domain";
import { findFreePort } from "@rewards/embedded";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { type Client, createClient } from "./support/client.ts";
import { operatorToken } from "./support/dead-letters.ts";
import { textOf } from "./support/docs.ts";
import { addBalance, addStock, registerBasics } from "./support/fixtures.ts";
import { expectBooksInOrder, type Running, useStack } from "./support/stack.ts";

const network = { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8" };
const env = { AUTH: "required", OPERATOR_TOKEN: operatorToken, ...network };
const stack = useStack({ apis: 0, env });
const folder = "packages/client/examples";
let api: Running;
let admin: Client;
let basics: Awaited<ReturnType<typeof registerBasics>>;

async function issueKey(rights: string): Promise<string> {
  const given = { name: "example", rights, expiresAt: null };
  const { clientID, clientSecret } = await issueClient(stack.database.sql, given, { actor: "test" });
  return formatClientKey(clientID, clientSecret);
}

beforeAll(async () => {
  api = await stack.startApi();
  admin = createClient(api.url, await issueKey("*"));
  basics = await registerBasics(admin);
});

/** Runs an example with a client's key. What it prints is in `lines`. */
function start(name: string, given: Readonly<Record<string, string>>) {
  const script = fileURLToPath(new URL(`../../${folder}/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [script], { env: { ...process.env, API: api.url, ...given } });
  onTestFinished(() => void child.kill());
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => lines.push(...text.trim().split("\n")));
  return { child, lines };
}

const endOf = async (child: ChildProcess) => (await once(child, "close"))[0] as number;
const rightsOf = (name: string) => /\/\/ Rights: (.+)$/m.exec(textOf(`${folder}/${name}.mjs`))?.[1] ?? "";

test.each(["till", "shop", "vouchers"])("%s is short enough to copy, and names the rights that it needs", (name) => {
  expect(textOf(`${folder}/${name}.mjs`).split("\n").length).toBeLessThanOrEqual(120);
  expect(rightsOf(name)).toMatch(/^\w+:\w+( \w+:\w+)+$/);
});

test("the till keeps its sales while the service is away, sends each once, and prints the points", async () => {
  const QUEUE = await mkdtemp(join(tmpdir(), "till-"));
  onTestFinished(() => rm(QUEUE, { recursive: true }));
  const settings = { QUEUE, STORE: basics.store, KEY: await issueKey(rightsOf("till")) };
  const saleOf = (TotalAmount: number) => ({
    MemberExternalID: basics.member,
    SaleItems: [{ ProductCode: basics.product, Quantity: 1, TotalAmount }],
  });
  const run = async (sales: readonly object[], more: Readonly<Record<string, string>> = {}) => {
    const till = start("till", { ...settings, ...more });
    till.child.stdin.end(sales.map((one) => `${JSON.stringify(one)}\n`).join(""));
    expect(await endOf(till.child)).toBe(0);
    return till.lines;
  };
  const nobody = `http://127.0.0.1:${await findFreePort("127.0.0.1")}`;
  expect(await run([saleOf(10), saleOf(20)], { API: nobody })).toEqual(["2 sales wait"]);
  const lines = await run([saleOf(30), { ...saleOf(1), SaleItems: [] }]);
  expect(lines.at(-1)).toBe("0 sales wait");
  expect(lines.filter((line) => / \d+ points, balance \d+$/.test(line))).toHaveLength(3);
  expect(lines.filter((line) => /was refused: 422 Error_Field_\w+/.test(line))).toHaveLength(1);
  expect(await readdir(join(QUEUE, "refused"))).toHaveLength(1);
  const [balance] = await admin.records("MemberBalances", { MemberExternalID: basics.member });
  expect(balance.Balance).toBe(60);
});

test("the shop sends orders once, shows what they would earn, and knows points from events", async () => {
  const PORT = String(await findFreePort("127.0.0.1"));
  const url = `http://127.0.0.1:${PORT}`;
  const operator = createClient(api.url, operatorToken);
  const hook = { url: `${url}/events`, kinds: ["balance.changed"] };
  const added = await operator.send("POST", "/ops/v1/webhooks", hook, { "x-operator": "olga" });
  const shop = start("shop", {
    ...{ PORT, STORE: basics.store, WEBHOOK_SECRETS: `whsec_b2xk ${added.body.secret}` },
    KEY: await issueKey(rightsOf("shop")),
  });
  await expect.poll(() => shop.lines).toEqual([`shop on ${PORT}`]);
  const { member } = await registerBasics(admin);
  const send = async (path: string, body: object) => {
    const answer = await fetch(url + path, { method: "POST", body: JSON.stringify(body) });
    return { status: answer.status, body: answer.ok ? await answer.json() : undefined };
  };
  const order = {
    order: "1",
    at: "2026-05-04T09:30:00+02:00",
    member,
    items: [{ sku: basics.product, quantity: 1, total: 42 }],
  };
  expect(await send("/preview", order)).toEqual({ status: 200, body: { points: 42 } });
  const [first, second] = [await send("/orders", order), await send("/orders", order)];
  expect(first).toEqual({ status: 202, body: { sale: expect.stringMatching(/^SALE-/) } });
  expect(second).toEqual(first);
  const pointsOf = async () => (await fetch(`${url}/points?member=${member}`)).json();
  await expect.poll(pointsOf, { timeout: 60_000 }).toEqual({ points: 42 });
  const forged = { type: "balance.changed", timestamp: "", data: { MemberExternalID: member, MemberBalance: 1e6 } };
  expect((await send("/events", forged)).status).toBe(400);
  expect(await pointsOf()).toEqual({ points: 42 });
  expect((await fetch(url)).status).toBe(404);
});

test("the page redeems once however often its form is sent, and shows the code, or why not", async () => {
  const PORT = String(await findFreePort("127.0.0.1"));
  const url = `http://127.0.0.1:${PORT}`;
  const { member, memberId, reward, rewardId } = await registerBasics(admin);
  await Promise.all([addBalance(admin, memberId, 25), addStock(admin, rewardId, 5)]);
  const page = start("vouchers", { PORT, MEMBER: member, KEY: await issueKey(rightsOf("vouchers")) });
  await expect.poll(() => page.lines).toEqual([`vouchers on ${PORT}`]);
  const show = async (path = "/") => (await fetch(url + path)).text();
  const shown = await show();
  expect(shown).toContain("<h1>25 points</h1>");
  const [, key = ""] = new RegExp(`name="key" value="(PAGE-[\\w-]+)"><input[^>]*value="${reward}"`).exec(shown) ?? [];
  const press = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(form);
    const answer = await fetch(`${url}/redeem`, { method: "POST", body, headers, redirect: "manual" });
    return answer.headers.get("location") ?? answer.status;
  };
  const places = await Promise.all([press({ key, reward }), press({ key, reward })]);
  expect(places).toEqual(Array(2).fill(`/?redemption=${key}`));
  await expect.poll(() => show(String(places[0])), { timeout: 60_000 }).toMatch(/<code>[0-9A-Z-]+<\/code>/);
  expect((await show()).match(/<code>/g)).toHaveLength(1);
  expect(await show()).toContain("<h1>15 points</h1>");
  const refused = await press({ key: "PAGE-2", reward: "nothing" });
  await expect.poll(() => show(String(refused)), { timeout: 60_000 }).toContain("Not redeemed: Error_Reward_Unknown");
  expect(await press({ key: "PAGE-3", reward }, { "sec-fetch-site": "cross-site" })).toBe(404);
  await expectBooksInOrder(stack);
});
