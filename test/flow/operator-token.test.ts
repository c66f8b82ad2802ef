import { expect, test } from "vitest";
import { operatorOf, operatorToken, ops } from "./support/dead-letters.ts";
import { expectError } from "./support/errors.ts";
import { openRaw, request } from "./support/raw.ts";
import { useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0, env: { OPERATOR_TOKEN: operatorToken } });

const wrongToken = operatorToken.replace("7", "8");

/** Calls from another loopback address. */
async function callFrom(localAddress: string, token: string): Promise<number> {
  const connection = await openRaw(stack.client.url, localAddress);
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
  for (const token of [wrongToken, operatorToken]) {
    const shut = await call({ authorization: `Bearer ${token}` });
    expectError(shut, 429, "Error_Credential_Throttled");
    expect(shut.headers.get("retry-after")).toBe("6");
  }
  expect([await callFrom("127.0.0.2", operatorToken), await callFrom("127.0.0.2", wrongToken)]).toEqual([200, 401]);

  const entries = () => database.sql`select actor, detail from audit_entry where operation = 'operator.refuse'`;
  await expect
    .poll(entries)
    .toEqual([{ actor: "stranger", detail: { network: "127.0.0.1", requestId: "try-0", refused: 1 } }]);
  const reported = lines.filter((line) => line.includes("wrong operator token")).map((line) => JSON.parse(line));
  // Further lines are suppressed, because there may be very many.
  expect(reported.map(({ requestId, network }) => [requestId, network])).toEqual(
    [0, 1, 2, 3, 4].map((n) => [`try-${n}`, "127.0.0.1"]),
  );
  for (const token of [operatorToken, wrongToken]) expect(lines.join("\n")).not.toContain(token);
});
