import { randomBytes } from "node:crypto";
import {
  createClient,
  hashSecret,
  publishTokenKey,
  readClients,
  readCredentialState,
  revokeClient,
  rotateClient,
} from "@rewards/access";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../db/src/testing/database.ts";

const database = await openTestDatabase(2);
const { sql } = database;
const open = (kind: "api" | "console") => postgres(database.urlFor(kind), { max: 1, onnotice: () => undefined });
/** What somebody who stole the passwords of both roles has. */
const [api, console_] = [open("api"), open("console")];
afterAll(() => Promise.all([api.end(), console_.end()]));

const denied = { code: "42501" };
const author = { actor: "eve" };
const audited = async (operation: string) =>
  sql<{ actor: string; detail: Record<string, unknown> }[]>`
    select actor, detail from audit_entry where operation = ${operation} order by id`;

/** A user of the console with these rights, and the token of an open session. */
async function logIn(name: string, rights: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await sql`insert into console_user (name, rights, password_hash) values (${name}, ${rights}, '')`;
  await sql`
    insert into console_session (token_hash, user_name, is_code_due, ends_at)
    values (${hashSecret(token)}, ${name}, false, clock_timestamp() + interval '1 hour')`;
  return token;
}

test("the role of the API publishes a key for three hours, in the audit, and in no other way", async () => {
  const planted = { id: "rwt_planted", publicKey: { kty: "EC", crv: "P-256", x: "x", y: "y" } };
  const values = api`insert into token_key (id, public_key, expires_at) values ('rwt_eve', '{}', now() + interval '10 years')`;
  await expect(values).rejects.toMatchObject(denied);
  await publishTokenKey(api, planted);
  const longer = api`update token_key set expires_at = now() + interval '10 years'`;
  await expect(longer).rejects.toMatchObject(denied);
  const [row] = await sql`select round(extract(epoch from expires_at - created_at))::int as seconds from token_key`;
  expect(row?.["seconds"]).toBe(10_800);
  const { tokenKeys } = await readCredentialState(api);
  expect(tokenKeys).toMatchObject([{ ...planted, expiresMs: expect.any(Number) }]);
  expect(await audited("token-key.publish")).toEqual([
    { actor: "rewards_api", detail: { key: planted.id, expiresAt: expect.any(String) } },
  ]);
});

test("a further key removes keys and revocations that have ended, but for the latest revocation", async () => {
  await sql`update token_key set expires_at = now() - interval '1 second'`;
  await sql`
    insert into revoked_token (id, client_id, expires_at, revision)
    select n::text, 'c', now() - interval '1 second', n from generate_series(1, 3) n`;
  await publishTokenKey(api, { id: "rwt_next", publicKey: {} });
  expect([...(await sql`select id from token_key`)]).toEqual([{ id: "rwt_next" }]);
  expect([...(await sql`select id from revoked_token`)]).toEqual([{ id: "3" }]);
});

test("the role of the console neither sets nor reads the hash of a secret", async () => {
  const { clientID } = await createClient(sql, { name: "Till", rights: "sale:create", expiresAt: null }, author);
  const before = await readClients(sql);
  for (const attempt of [
    () => console_`update api_client set secret_hash = ${hashSecret("eve")} where id = ${clientID}`,
    () =>
      console_`insert into api_client (id, name, rights, secret_hash, revision) values ('eve', 'eve', '*', ${hashSecret("eve")}, 99)`,
    () => console_`select secret_hash from api_client`,
    () => rotateClient(console_ as never, clientID, 0, author),
  ])
    await expect(attempt()).rejects.toMatchObject(denied);
  expect(await readClients(sql)).toEqual(before);
});

test("the console changes a client for the user of a session alone, who has each right of the client", async () => {
  const given = { name: "Till", rights: "sale:create view:StoreList", expiresAt: null };
  const { clientID } = await createClient(sql, given, author);
  const sessions = {
    unknown: "no session",
    lacking: await logIn("ann", "operator:clients sale:*"),
    unentitled: await logIn("bob", "sale:* view:*"),
    allowed: await logIn("cid", "operator:clients sale:* view:*"),
  };
  const own = console_ as never;
  const changes = (session: string) => [
    () => createClient(own, given, { ...author, session }),
    () => rotateClient(own, clientID, 0, { ...author, session }),
    () => revokeClient(own, clientID, { ...author, session }),
  ];
  const before = await readClients(sql);
  for (const session of [sessions.unknown, sessions.lacking, sessions.unentitled])
    for (const change of changes(session)) await expect(change()).rejects.toMatchObject({ name: "ChangeRefusedError" });
  const every = createClient(own, { ...given, rights: "*" }, { ...author, session: sessions.allowed });
  await expect(every).rejects.toThrow("cid lacks a right that this needs.");
  expect(await readClients(sql)).toEqual(before);
  for (const change of changes(sessions.allowed)) await change();
  for (const operation of ["client.create", "client.rotate", "client.revoke"])
    expect((await audited(operation)).at(-1)?.actor).toBe("cid");
});

test.each([
  ["disabled", "update console_user set disabled_at = now() where name = "],
  ["idle", "update console_session set used_at = now() - interval '31 minutes' where user_name = "],
  ["over", "update console_session set ends_at = now() where user_name = "],
  ["without its code", "update console_session set is_code_due = true where user_name = "],
])("a session that is %s changes nothing", async (name, change) => {
  const session = await logIn(`user ${name}`, "*");
  await sql.unsafe(`${change}'user ${name}'`);
  const refused = createClient(console_ as never, { name: "x", rights: "*", expiresAt: null }, { ...author, session });
  await expect(refused).rejects.toThrow("The session has ended: log in again.");
});
