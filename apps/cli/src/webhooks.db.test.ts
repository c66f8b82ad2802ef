import { numberEvents } from "@rewards/db";
import { member } from "@rewards/domain";
import { expect, it } from "vitest";
import { newMember } from "../../../test/src/records.ts";
import { insertAll, openTestService } from "../../../test/src/service.ts";
import { createProgram } from "./program.ts";

const { database, url } = await openTestService(2);
const { sql } = database;

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const nothing = () => undefined;
  const terminal = {
    folder: "/",
    user: "ann",
    progress: nothing,
    exitWith: nothing,
    write: () => true,
    readSecret: async () => "",
  };
  const program = createProgram({ env: { DATABASE_URL: url }, print, ...terminal });
  await program.parseAsync(["webhooks", ...args], { from: "user" });
  return lines.join("\n");
}

const json = async (...args: string[]) => JSON.parse(await run(...args, "--json"));
const shop = "https://shop.example/events";

it("a webhook is added with a secret that is shown once, listed, rotated, paused, resumed and removed; each change is audited", async () => {
  const added = await json("add", "--url", shop, "--kinds", "voucher.*, sale.completed");
  expect(added).toEqual({
    id: expect.stringMatching(/^WH-[0-9a-f]{32}$/),
    secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
  });
  const { id } = added;
  const rotated = await json("rotate", id);
  expect(rotated).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/), earlierUntil: expect.any(String) });
  const { webhooks } = await json("list");
  const ofVouchers = ["locked", "unlocked", "used", "cancelled", "expired"].map((what) => `voucher.${what}`);
  const kinds = ["sale.completed", ...ofVouchers];
  expect(webhooks).toMatchObject([{ id, url: shop, kinds, state: "active", lag: 0, parked: 0, createdBy: "ann" }]);
  for (const { secret } of [added, rotated]) expect(JSON.stringify(webhooks)).not.toContain(secret);
  expect(await run("pause", id)).toBe(`${id} is paused.`);
  expect(await json("resume", id)).toEqual({ id, state: "active" });
  expect(await json("replay", id)).toEqual({ id, events: 0 });
  expect(await run("remove", id)).toBe(`${id} is removed.`);
  expect(await run()).toBe("No webhooks.");
  const audit = await sql`select operation, detail->>'webhook' as webhook from audit_entry order by id`;
  expect(audit.map(({ operation, webhook }) => [operation, webhook])).toEqual(
    ["add", "rotate", "pause", "resume", "replay", "remove"].map((one) => [`webhook.${one}`, id]),
  );
});

it("the log has the latest attempts with their events, and those that failed alone", async () => {
  const { id } = await json("add", "--url", shop, "--kinds", "member.created");
  await insertAll(database, member, [newMember(), newMember()]);
  await numberEvents(sql);
  const [{ last } = {}] = await sql`select last::int from event_head`;
  await sql`
    insert into webhook_attempt (webhook, status, error, numbers, ms)
    select id, r.status, r.error, r.numbers::bigint[], r.ms::int[] from webhook,
      (values (200, '', ${[last - 1]}::bigint[], '{12}'), (null, 'ECONNRESET', ${[last, 0]}::bigint[], '{7,8}')) r(status, error, numbers, ms)`;
  const { attempts } = await json("log", id);
  const event = expect.stringMatching(/^EVT-[0-9a-f]{28}000[01]$/);
  const failed = { status: null, error: "ECONNRESET" };
  expect(attempts).toMatchObject([
    { event, type: "member.created", sequence: last, ms: 7, ...failed },
    { event: null, type: null, sequence: 0, ms: 8, ...failed },
    { event, type: "member.created", sequence: last - 1, ms: 12, status: 200, error: "" },
  ]);
  expect((await json("log", id, "--failed")).attempts).toEqual(attempts.slice(0, 2));
  await run("remove", id);
  expect(await sql`select from webhook_attempt`).toHaveLength(0);
});

it("a wrong URL, kind or webhook is refused, and changes nothing; there are at most 100", async () => {
  const unknown = `WH-${"0".repeat(32)}`;
  for (const [args, code] of [
    [["add", "--url", "shop.example", "--kinds", "*"], "Error_Field_Format"],
    [["add", "--url", "ftp://shop.example", "--kinds", "*"], "Error_Field_Format"],
    [["add", "--url", "https://ann:secret@shop.example", "--kinds", "*"], "Error_Field_Format"],
    [["add", "--url", "https://shop.example/#top", "--kinds", "*"], "Error_Field_Format"],
    [["add", "--url", `https://shop.example/${"x".repeat(2_048)}`, "--kinds", "*"], "Error_Field_Length"],
    [["add", "--url", shop, "--kinds", "sale.sold"], "Error_Field_Format"],
    [["add", "--url", shop, "--kinds", " "], "Error_Field_Required"],
    [["rotate", unknown], "Error_Object_Unknown"],
    [["log", unknown], "Error_Object_Unknown"],
    [["pause", "SALE-1"], "Error_Object_Unknown"],
  ] as const)
    await expect(run(...args)).rejects.toMatchObject({ code });
  expect(await run()).toBe("No webhooks.");
  await sql`
    insert into webhook (id, url, kinds, secret, reached, created_by)
    select gen_random_uuid(), 'https://shop.example', '{}', '', 0, 'ann' from generate_series(1, 100)`;
  await expect(run("add", "--url", shop, "--kinds", "*")).rejects.toMatchObject({ code: "Error_Webhook_TooMany" });
});
