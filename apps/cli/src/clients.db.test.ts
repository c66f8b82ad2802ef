import { expect, it } from "vitest";
import { openTestService } from "../../../test/src/service.ts";
import { createProgram } from "./program.ts";

const { database, url } = await openTestService(2);
const { sql } = database;

/** What `rewards clients` prints. In this process: starting one for each command takes seconds. */
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
  await program.parseAsync(["clients", ...args], { from: "user" });
  return lines.join("\n");
}

const json = async (...args: string[]) => JSON.parse(await run(...args, "--json"));

it("a client is created with its secret shown once and stored as a hash, listed, rotated and revoked; each change is audited", async () => {
  const created = await json("create", "--name", "Till 7", "--rights", " sale:create   view:* ");
  expect(created).toMatchObject({
    clientID: expect.stringMatching(/^[0-9a-z]{16}$/),
    clientSecret: expect.stringMatching(/^[\w-]{43}$/),
    rights: "sale:create view:*",
    expiresAt: null,
  });
  const { clientID, clientSecret, key } = created;
  expect(key).toBe(`rwk_${clientID}_${clientSecret}`);
  const rotated = await json("rotate", clientID, "--keep-hours", "1");
  expect(rotated).toMatchObject({ clientID, clientSecret: expect.stringMatching(/^[\w-]{43}$/) });
  expect(rotated.clientSecret).not.toBe(clientSecret);
  const listed = await json("list");
  expect(listed.clients).toMatchObject([{ clientID, status: "active", earlierUntil: rotated.earlierUntil }]);
  const [row] = await sql`select to_jsonb(c) as stored from api_client c`;
  for (const secret of [clientSecret, rotated.clientSecret])
    expect(JSON.stringify([listed, row])).not.toContain(secret);
  expect(await run("revoke", clientID)).toBe(`${clientID} is revoked.`);
  expect(await run("list")).toMatch(/Name +Till 7\nStatus +revoked/);
  const audit = await sql`select operation, detail->>'client' as client from audit_entry order by id`;
  expect(audit.map(({ operation, client }) => [operation, client])).toEqual(
    ["client.create", "client.rotate", "client.revoke"].map((operation) => [operation, clientID]),
  );
});

it("a client is created with limits, which the list and the audit show", async () => {
  const amounts = ["--adjustments-an-hour", "5000", "--adjustments-a-day", "20000", "--largest-sale", "10000"];
  const own = ["--programmes", "REWARDS REWARDS", "--stores", "S1 S2", "--keys", "B- C-"];
  const limits = [...own, ...amounts, "--largest-adjustment", "500.50"];
  const { clientID, ...created } = await json("create", "--name", "Till 8", "--rights", "sale:*", ...limits);
  const sums = { adjustmentsAnHour: "5000", adjustmentsADay: "20000", largestSale: "10000" };
  const scope = {
    programmes: ["REWARDS"],
    stores: ["S1", "S2"],
    keys: ["B-", "C-"],
    largestAdjustment: "500.5",
    ...sums,
  };
  expect(created).toMatchObject(scope);
  const { clients } = await json("list");
  const listed = clients.find((one: { clientID: string }) => one.clientID === clientID);
  expect(listed).toMatchObject(scope);
  expect((await run("list")).replace(/\s+/g, " ")).toContain(
    "programmes REWARDS, stores S1 S2, keys B- C-, sales to 10000, adjustments to 500.5, adjustments an hour to 5000, adjustments a day to 20000",
  );
  const [entry] = await sql`select detail from audit_entry where detail->>'client' = ${clientID}`;
  expect(entry?.["detail"]).toMatchObject(scope);
});

it("the limits of a client are changed one by one and taken away, and each change is audited", async () => {
  const { clientID } = await json("create", "--name", "Till 9", "--rights", "sale:read", "--stores", "S1");
  expect(await json("limit", clientID, "--programmes", "REWARDS", "--largest-adjustment", "5")).toEqual({
    clientID,
    programmes: ["REWARDS"],
    stores: ["S1"],
    keys: null,
    largestSale: null,
    largestAdjustment: "5",
    adjustmentsAnHour: null,
    adjustmentsADay: null,
  });
  expect(await run("limit", clientID, "--no-programmes", "--stores", '["Main Street", "S2"]')).toBe(
    `${clientID} is limited to: stores ["Main Street","S2"], adjustments to 5.`,
  );
  const { clients } = await json("list");
  expect(clients.find((one: { clientID: string }) => one.clientID === clientID)).toMatchObject({
    programmes: null,
    stores: ["Main Street", "S2"],
    largestAdjustment: "5",
  });
  expect(await run("limit", clientID, "--no-stores", "--no-largest-adjustment")).toBe(
    `${clientID} is limited to: nothing.`,
  );
  const audit = await sql`
    select actor, detail from audit_entry where operation = 'client.limit' and detail->>'client' = ${clientID} order by id`;
  expect(audit).toHaveLength(3);
  expect(audit[1]).toMatchObject({
    actor: "ann",
    detail: { before: { programmes: ["REWARDS"], stores: ["S1"] }, stores: ["Main Street", "S2"] },
  });
});

it("limits that a client cannot have are refused, and change nothing", async () => {
  const operator = await json("create", "--name", "Desk", "--rights", "operator:list");
  const till = await json("create", "--name", "Till", "--rights", "sale:create");
  const cashier = await json("create", "--name", "Cashier", "--rights", "sale:create");
  await run("revoke", till.clientID);
  for (const [args, text] of [
    [["limit", operator.clientID, "--stores", "S1"], "cannot have rights of operators"],
    [["limit", cashier.clientID, "--stores", "S1"], "cannot be limited so: keys is missing"],
    [["limit", operator.clientID, "--programmes", "NONE"], "There is no programme NONE"],
    [["limit", operator.clientID, "--stores", "[S1"], '--stores is no list of codes such as ["S-042","Main Street"]'],
    [["limit", operator.clientID, "--largest-adjustment", "-1"], "--largest-adjustment must be an amount"],
    [["limit", operator.clientID], "Name at least one limit"],
    [["limit", till.clientID, "--stores", "S1"], "or it is revoked"],
    [["limit", "nobody", "--stores", "S1"], 'There is no client "nobody"'],
  ] as const)
    await expect(run(...args)).rejects.toThrow(text);
  const limited =
    await sql`select from api_client where id in (${operator.clientID}, ${till.clientID}, ${cashier.clientID}) and scope <> '{}'`;
  expect(limited).toHaveLength(0);
});

const refusals: readonly (readonly [string[], string])[] = [
  [["create", "--name", "x", "--rights", "*", "--programmes", "REWARDS NONE"], "There is no programme NONE"],
  [["create", "--name", "x", "--rights", "sale:create sale:sell"], "names no right of this service: sale:sell"],
  [["create", "--name", "x", "--rights", " "], "--rights is empty"],
  [["create", "--name", "", "--rights", "sale:create"], "--name must be"],
  [["create", "--name", "x", "--rights", "*", "--expires", "+099999-01-01T00:00:00Z"], "--expires must be a time"],
  [["create", "--name", "x", "--rights", "*", "--expires", "2020-01-01T00:00:00Z"], "--expires must be in the future"],
  [
    ["create", "--name", "x", "--rights", "sale:create", "--stores", "S1"],
    "--keys is missing: a client that is limited",
  ],
  [["rotate", "nobody"], 'There is no client "nobody"'],
  [["rotate", "nobody", "--keep-hours", "-1"], "--keep-hours must be"],
  [["revoke", "nobody"], 'There is no client "nobody"'],
];

it("a wrong name, right, time or client is refused and says why", async () => {
  for (const [args, text] of refusals) await expect(run(...args)).rejects.toThrow(text);
});
