import { createClient } from "@rewards/access";
import { expect, test } from "vitest";
import { useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0, apis: 0 });

test("a thousand tokens of a client from two networks, given out by two APIs, are two entries of the audit", async () => {
  const { sql } = stack.database;
  const { clientID, clientSecret } = await createClient(
    sql,
    { name: "App", rights: "*", expiresAt: null },
    { actor: "test" },
  );
  const env = { AUTH: "required", PROXIES: "1" };
  const [one, two] = await Promise.all([stack.startApi(env), stack.startApi(env)]);
  const form = `grant_type=client_credentials&client_id=${clientID}&client_secret=${clientSecret}`;
  /** Addresses of two networks: those of a /64 are one. */
  const from = (n: number) => (n % 4 === 0 ? "203.0.113.7" : `2001:db8:0:1::${n}`);
  const ask = async (n: number) => {
    const headers = { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": from(n) };
    const answer = await (n % 8 < 4 ? one : two).client.sendRaw("POST", "/uas/oauth/token", form, headers);
    return answer.status;
  };
  const begun = new Date();
  for (let done = 0; done < 1_000; done += 100)
    expect(new Set(await Promise.all(Array.from({ length: 100 }, (_, n) => ask(done + n))))).toEqual(new Set([200]));
  const hours = await sql<{ hours: number }[]>`
    select extract(hour from date_trunc('hour', clock_timestamp()) - date_trunc('hour', ${begun}::timestamptz))::int + 1 as hours`;
  const entries = await sql`
    select origin, count(*)::int as rows, sum((detail->>'count')::int)::int as tokens,
      bool_and(at <= (detail->>'lastAt')::timestamptz) as "isInOrder" from audit_entry
    where operation = 'token.issue' and actor = ${clientID} group by origin order by origin`;
  const rows = hours[0]?.hours;
  expect([...entries]).toEqual([
    { origin: "2001:db8:0:1::/64", rows, tokens: 750, isInOrder: true },
    { origin: "203.0.113.7", rows, tokens: 250, isInOrder: true },
  ]);
});
