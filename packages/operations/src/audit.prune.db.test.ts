import { auditTokens } from "@rewards/access";
import postgres from "postgres";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "../../db/src/testing/database.ts";
import { explain, fullScans } from "../../db/src/testing/plan.ts";
import { pruneAudit, prunedRowsMax } from "./audit.prune.ts";

const database = await openTestDatabase(2);
const { sql } = database;
const open = (kind: "api" | "worker", max: number) =>
  postgres(database.urlFor(kind), { max, onnotice: () => undefined });
const [api, other, worker] = [open("api", 1), open("api", 1), open("worker", 1)];
afterAll(() => Promise.all([api.end(), other.end(), worker.end()]));

const immutable = { message: "entries of audit_entry are never changed" };
const passing = ["token.issue", "console.refuse", "audit.list", "dead-letter.inspect"];
const kept = ["member:adjust", "sale.reprice", "client.rotate", "user.rights", "member.erase", "dead-letter.discard"];

/** Each of these entries a hundred times, of this age. */
const fill = (operations: readonly string[], days: number, times = 100) => sql`
  insert into audit_entry (at, actor, operation)
  select clock_timestamp() - ${days} * interval '1 day', 'a' || n, operation
  from unnest(${operations}::text[]) operation, generate_series(1, ${times}) n`;
const left = async () => {
  const rows = await sql`
    select operation, floor(extract(epoch from clock_timestamp() - at) / 86400)::int as days, count(*)::int as entries
    from audit_entry group by 1, 2 order by 2, 1`;
  return rows.map(({ operation, days, entries }) => `${days} ${operation} ${entries}`);
};
const listed = (operations: readonly string[], days: number) =>
  [...operations].sort().map((operation) => `${days} ${operation} 100`);

beforeEach(() =>
  sql.unsafe(
    "alter table audit_entry disable trigger all; delete from audit_entry; alter table audit_entry enable trigger all",
  ),
);

test("entries that concern nothing in force are deleted when they are old, others never", async () => {
  for (const days of [399, 401]) await fill([...passing, ...kept], days);
  expect(await pruneAudit(worker, 400)).toBe(400);
  expect(await pruneAudit(worker, 400)).toBe(0);
  expect(await left()).toEqual([...listed([...passing, ...kept], 399), ...listed(kept, 401)]);
});

test("a call deletes one slice, the oldest first, by an index", async () => {
  await fill(["token.issue"], 500, prunedRowsMax);
  await fill(["audit.list"], 450);
  await fill(["member:adjust"], 600, 20_000);
  await sql`analyze audit_entry`;
  expect(await pruneAudit(worker, 400)).toBe(prunedRowsMax);
  expect(await left()).toEqual(["450 audit.list 100", "600 member:adjust 20000"]);
  const oldest = "select id from audit_entry where is_prunable(operation) and at < now() - make_interval(days => $1)";
  expect(fullScans(await explain(`${oldest} order by at limit $2`, sql))).toEqual([]);
  expect(await pruneAudit(worker, 400)).toBe(100);
});

test("nobody deletes an entry of the last 30 days, or changes one, not even the owner", async () => {
  await fill(["client.refuse"], 29, 1);
  await expect(pruneAudit(worker, 28)).rejects.toMatchObject(immutable);
  await fill(["client.refuse", "member:adjust"], 500, 1);
  for (const change of [
    "delete from audit_entry where operation = 'member:adjust'",
    "update audit_entry set detail = '{\"count\": 9}'",
    "truncate audit_entry",
  ])
    await expect(sql.unsafe(change)).rejects.toMatchObject(immutable);
  for (const role of [api, worker])
    for (const change of ["delete from audit_entry", "update audit_entry set detail = '{}'"])
      await expect(role.unsafe(change)).rejects.toMatchObject({ code: "42501" });
});

const token = (actor: string, scope: string) => ({
  ...{ clientID: actor, scope, expiresAt: new Date(0), author: { actor, origin: "203.0.113.7", requestId: scope } },
});

test("two APIs count the same clients in opposite order without a deadlock, and use no ID for a raised count", async () => {
  const clients = Array.from({ length: 50 }, (_, n) => `c${n}`);
  const rounds = Array.from({ length: 20 }, (_, n) => `s${n}`);
  for (const scope of rounds)
    await Promise.all([
      auditTokens(
        api,
        clients.map((client) => token(client, scope)),
      ),
      auditTokens(
        other,
        [...clients].reverse().map((client) => token(client, scope)),
      ),
    ]);
  const [row] = await sql`
    select count(distinct actor)::int as clients, sum((detail->>'count')::int)::int as tokens,
      max(id) - min(id) < 200 as "isDense", bool_or(detail->>'scope' = 's19') as "isLast", bool_or(request_id = 's0') as "isFirst"
    from audit_entry`;
  expect(row).toEqual({ clients: 50, tokens: 2_000, isDense: true, isLast: true, isFirst: true });
});

test("the count only rises: the owner neither lowers it nor changes whose it is", async () => {
  await auditTokens(api, [token("c", "a"), token("c", "b")]);
  const [entry] = await sql`select detail from audit_entry`;
  expect(entry?.["detail"]).toEqual({
    ...{ client: "c", scope: "b", expiresAt: new Date(0).toISOString(), count: 2, lastAt: expect.any(String) },
  });
  for (const change of [`detail = '{"count": 1}'`, `detail = '{"count": 9}', actor = 'd'`, "at = now()"])
    await expect(sql.unsafe(`update audit_entry set ${change}`)).rejects.toMatchObject(immutable);
});
