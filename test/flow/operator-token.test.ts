import { formatClientKey } from "@rewards/domain";
import { beforeAll, expect, test } from "vitest";
import type { Answer, Client } from "./support/client.ts";
import { issueClient } from "./support/clients.ts";
import { operatorOf, operatorToken, ops } from "./support/dead-letters.ts";
import { expectError } from "./support/errors.ts";
import { openRaw, request } from "./support/raw.ts";
import { useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0, env: { OPERATOR_TOKEN: operatorToken } });

const wrongToken = operatorToken.replace("7", "8");

/** Calls from another loopback address. */
async function callFrom(localAddress: string, token: string, url = stack.client.url): Promise<number> {
  const connection = await openRaw(url, { localAddress });
  connection.write(request("GET", ops, "", { connection: "close", authorization: `Bearer ${token}` }));
  return (await connection.next()).status;
}

test("a network is throttled after ten wrong tokens, logged and audited; others are served, and no token is logged", async () => {
  const { client, database, lines } = stack;
  const call = (headers: Record<string, string>) => operatorOf(client, "mallory", headers)("GET", "");
  // A call without a token is not an attempt.
  for (let count = 0; count < 15; count += 1)
    expectError(await call({ authorization: "" }), 401, "Error_Credential_Invalid");
  for (let count = 0; count < 10; count += 1)
    expectError(
      await call({ authorization: `Bearer ${wrongToken}`, "x-request-id": `try-${count}` }),
      401,
      "Error_Credential_Invalid",
    );
  let shut: Answer[] = [];
  /** One attempt is forgotten every six seconds, so a slow machine needs more of them. */
  const guess = async () => {
    shut = [];
    for (const token of [wrongToken, operatorToken]) shut.push(await call({ authorization: `Bearer ${token}` }));
    return shut.map(({ status }) => status);
  };
  await expect.poll(guess).toEqual([429, 429]);
  for (const answer of shut) {
    expectError(answer, 429, "Error_Credential_Throttled");
    expect(answer.headers.get("retry-after")).toBe("6");
  }
  expect([await callFrom("127.0.0.2", operatorToken), await callFrom("127.0.0.2", wrongToken)]).toEqual([200, 401]);

  const entries = () =>
    database.sql`select actor, origin, request_id, detail from audit_entry where operation = 'operator.refuse' order by id`;
  // The next entry comes a minute later at the earliest.
  await expect
    .poll(async () => (await entries())[0])
    .toEqual({ actor: "stranger", origin: "127.0.0.1", request_id: "try-0", detail: { refused: 1 } });
  const reported = () => lines.filter((line) => line.includes("wrong operator token")).map((line) => JSON.parse(line));
  await expect
    .poll(() =>
      reported()
        .map(({ requestId, origin }) => [requestId, origin])
        .slice(0, 5),
    )
    .toEqual([0, 1, 2, 3, 4].map((n) => [`try-${n}`, "127.0.0.1"]));
  // Further lines are suppressed, except for one every ten seconds, because there may be very many.
  expect(reported().length).toBeLessThan(10);
  for (const token of [operatorToken, wrongToken]) expect(lines.join("\n")).not.toContain(token);
});

test("no other form of the path reaches /ops, so that a proxy can keep callers away from it", async () => {
  for (const path of ["/%6fps", "/./ops", "/x/../ops", "/%2e/ops", "/x/%2e%2e/ops", "http://localhost/ops"]) {
    const connection = await openRaw(stack.client.url);
    const headers = { connection: "close", authorization: `Bearer ${operatorToken}` };
    connection.write(request("GET", `${path}/v1/dead-letters`, "", headers));
    const { status, body } = await connection.next();
    expect([path, status, body.errorDetails[0].message]).toEqual([path, 404, "Error_Path_Unknown"]);
  }
});

let required: string;
beforeAll(async () => {
  required = (await stack.startApi({ AUTH: "required" })).url;
});

const issued = (rights: string) => issueClient(stack, required, rights);

test("an operator's client calls /ops under its own name; the operator token works as before", async () => {
  const { client, clientID } = await issued("operator:list");
  const path = "/ops/v1/dead-letters";
  expect((await client.send("GET", path, undefined, { "x-operator": "mallory" })).status).toBe(200);
  expect((await operatorOf(client, "ann")("GET", "")).status).toBe(200);
  const audit = await stack.database
    .sql`select actor from audit_entry where operation = 'dead-letter.list' order by id`;
  expect(audit.map(({ actor }) => actor).slice(-2)).toEqual([clientID, "ann"]);
  expectError(await client.send("GET", `${path}/x`), 403, "Error_Right_Missing");
});

test("an operator's client sees a record's actions only as far as its rights reach", async () => {
  const { client: admin } = await issued("*");
  const id = await admin.created("Segment", { Name: "Regulars" });
  await stack.database.sql`
    insert into audit_entry (actor, operation, class, record_id, reason, detail)
    values ('ann', 'dead-letter.replay', 'SegmentCase', ${id.slice(-32)}::uuid, '', '{}')`;
  const actionsFor = async (client: Client) => {
    const { body } = await client.send("GET", `/ops/v1/dead-letters/${id}`);
    return body.objectInfo.availableActions.map(({ ID }: { ID: string }) => ID);
  };
  expect(await actionsFor((await issued("operator:inspect")).client)).toEqual([]);
  expect(await actionsFor(admin)).toEqual(["AddMembers", "RemoveMembers", "MarkAsInactive"]);
});

test("with clients too, a network that guesses the token waits even if it then guesses right; keys of clients count", async () => {
  for (let guess = 0; guess < 9; guess += 1) expect(await callFrom("127.0.0.4", `guess-${guess}`, required)).toBe(401);
  /** One attempt is forgotten every six seconds, so a slow machine needs more of them. */
  const guessOfKeys = async () => {
    expect([401, 429]).toContain(await callFrom("127.0.0.4", formatClientKey("nobody", "x"), required));
    return callFrom("127.0.0.4", operatorToken, required);
  };
  await expect.poll(guessOfKeys).toBe(429);
  expect(await callFrom("127.0.0.5", operatorToken, required)).toBe(200);
});
