import { afterAll, expect, test } from "vitest";
import { cloneTemplate } from "../../../../test/src/clone.ts";
import { openDatabase } from "../../../db/src/client.ts";
import { readSystemId } from "./replica.facts.ts";
import { describeUnfit, inspectReplica } from "./replica.inspect.ts";
import { lookAtReplica } from "./replica.status.ts";

const clone = await cloneTemplate();
const { sql, close } = openDatabase({ url: clone.url, name: "test", poolMax: 1, viewPoolMax: 1 });
afterAll(async () => {
  await close();
  await clone.drop();
});

test("a copy of the same database with the schema of this release is fit", async () => {
  expect(await inspectReplica(sql, await readSystemId(sql))).toBeUndefined();
  expect(describeUnfit({ isStandby: true, replayed: 10n }, 10n)).toBeUndefined();
  expect(describeUnfit({ isStandby: true, replayed: 10n }, undefined)).toBeUndefined();
});

test("a primary, another history and another database are refused with the remedy", async () => {
  expect(describeUnfit({ isStandby: false, replayed: 10n }, 20n)).toContain("leads to no standby: point it");
  expect(describeUnfit({ isStandby: true, replayed: 21n }, 20n)).toContain("pg_rewind");
  expect(await inspectReplica(sql, "1")).toContain("another database: point it");
});

test("an older schema is refused until it is replayed", async () => {
  const systemId = await readSystemId(sql);
  const last = await sql`
    delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *`;
  expect(await inspectReplica(sql, systemId)).toContain("lacks 1 of the");
  await sql`insert into drizzle.__drizzle_migrations ${sql(last)}`;
  expect(await inspectReplica(sql, systemId)).toBeUndefined();
});

test("a command says why it cannot look at a replica, without its password", async () => {
  const primary = await lookAtReplica(sql, clone.url);
  expect(primary).toEqual({ reason: expect.stringContaining("leads to no standby"), lagMs: null });
  const away = new URL(clone.url);
  // Nobody listens there.
  away.port = "1";
  const { reason } = await lookAtReplica(sql, away.href);
  expect(reason).toContain("fails (ECONNREFUSED)");
  expect(reason).not.toContain(away.password);
});
