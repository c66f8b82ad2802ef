import { randomBytes, randomUUID } from "node:crypto";
import { askAdjustment, hashSecret, refuseAdjustment } from "@rewards/access";
import { member } from "@rewards/domain";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { newMember } from "../../../../test/src/records.ts";
import { insertAll, openTestDatabase } from "../../../db/src/testing/database.ts";

const database = await openTestDatabase(2);
const { sql } = database;
/** What somebody who stole the password of the console's role has. */
const ofConsole = postgres(database.urlFor("console"), { max: 1, onnotice: () => undefined });
afterAll(() => ofConsole.end());
const own = ofConsole as never;

const [memberId = ""] = await insertAll(sql, member, [newMember()]);

/** A user of the console with these rights, and the token of an open session. */
async function logIn(name: string, rights = "member:adjust"): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await sql`insert into console_user (name, rights, password_hash) values (${name}, ${rights}, '')`;
  await sql`
    insert into console_session (token_hash, user_name, is_code_due, ends_at)
    values (${hashSecret(token)}, ${name}, false, clock_timestamp() + interval '1 hour')`;
  return token;
}

const asked = (id: string) => ({ id, member: memberId, currency: "Points", amount: 600, reason: "Goodwill" });
const [ann, ben, eve] = [await logIn("ann"), await logIn("ben"), await logIn("eve", "member:read")];

const stateOf = async (id: string) => {
  const [row] = await sql`select asked_by, decided_by, refusal from adjustment_request where id = ${id}`;
  return row;
};

test("the console asks and refuses for the user of a session alone, who may adjust points", async () => {
  const id = randomUUID();
  await expect(askAdjustment(own, asked(id), { session: eve })).rejects.toThrow("eve lacks a right that this needs.");
  await expect(askAdjustment(own, asked(id), { session: "none" })).rejects.toThrow("The session has ended");
  await askAdjustment(own, asked(id), { session: ann, origin: "10.0.0.1", requestId: "r-1" });
  await askAdjustment(own, { ...asked(id), amount: 9_999 }, { session: ben });
  expect(await stateOf(id)).toMatchObject({ asked_by: "ann", decided_by: null });
  await expect(refuseAdjustment(own, id, "no", { session: eve })).rejects.toThrow("eve lacks a right");
  await expect(refuseAdjustment(own, id, "no", { session: ann })).rejects.toThrow("Nothing of somebody else waits");
  await refuseAdjustment(own, id, "Too much", { session: ben });
  expect(await stateOf(id)).toEqual({ asked_by: "ann", decided_by: "ben", refusal: "Too much" });
  await expect(refuseAdjustment(own, id, "no", { session: ben })).rejects.toThrow("Nothing of somebody else waits");
  const audit = await sql`
    select actor, origin, operation, reason, detail from audit_entry where record_id = ${memberId} order by id`;
  expect([...audit]).toEqual([
    {
      ...{ actor: "ann", origin: "10.0.0.1", operation: "adjustment.ask", reason: "Goodwill" },
      detail: { request: id, amount: 600, currency: "Points" },
    },
    {
      ...{ actor: "ben", origin: "", operation: "adjustment.refuse", reason: "Too much" },
      detail: { request: id, askedBy: "ann" },
    },
  ]);
});

test("a request that has ended can be refused no more", async () => {
  const id = randomUUID();
  await askAdjustment(own, asked(id), { session: ann });
  await sql`update adjustment_request set asked_at = now() - interval '7 days 1 second' where id = ${id}`;
  await expect(refuseAdjustment(own, id, "no", { session: ben })).rejects.toThrow("Nothing of somebody else waits");
});

test("the role of the console writes no request by itself", async () => {
  const id = randomUUID();
  await askAdjustment(own, asked(id), { session: ann });
  for (const statement of [
    `update adjustment_request set decided_by = 'ann', decided_at = now() where id = '${id}'`,
    `update adjustment_request set asked_by = 'ben' where id = '${id}'`,
    `insert into adjustment_request (id, member, currency, amount, reason, asked_by) values ('${randomUUID()}', '${memberId}', 'Points', 1, '', 'ben')`,
    `delete from adjustment_request where id = '${id}'`,
  ])
    await expect(ofConsole.unsafe(statement)).rejects.toMatchObject({ code: "42501" });
  expect(await stateOf(id)).toMatchObject({ asked_by: "ann", decided_by: null });
});
