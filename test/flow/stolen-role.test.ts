import { generateKeyPairSync, hash, sign } from "node:crypto";
import { createUser, publishTokenKey, readClients } from "@rewards/access";
import { openDatabase } from "@rewards/db";
import { processUrlOf } from "@rewards/embedded";
import { expect, test, vi } from "vitest";
import { createClient, root } from "./support/client.ts";
import { issueClient } from "./support/clients.ts";
import { useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0, env: { AUTH: "required" } });
const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const key = { id: "rwt_planted", publicKey: publicKey.export({ format: "jwk" }) };
const yearsS = 10 * 365 * 86_400;

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

function signed(claims: object): string {
  const text = `${encoded({ alg: "ES256", kid: key.id, typ: "at+jwt" })}.${encoded(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

test("who has the role of the API signs no token for more than an hour, or past the end of a key that the audit has", async () => {
  const { client, database } = stack;
  const { clientID } = await issueClient(stack, client.url, "*");
  const url = processUrlOf("api", stack.databaseUrl);
  const { sql: stolen, close } = openDatabase({ url, name: "stolen", poolMax: 1, viewPoolMax: 1 });
  const [found] = (await readClients(stolen)).filter(({ id }) => id === clientID);
  const mark = hash("sha256", found?.secretHash as Buffer, "base64url").slice(0, 12);
  const longer = stolen`insert into token_key (id, public_key, expires_at) values ('x', '{}', now() + interval '10 years')`;
  await expect(longer).rejects.toMatchObject({ code: "42501" });
  await publishTokenKey(stolen, key);
  await close();
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: "urn:rewards", jti: "t", sub: clientID, scope: "*", secret_mark: mark };
  const forge = (more: object) => signed({ ...claims, iat: now, exp: now + 3_600, ...more });
  const statusOf = async (token: string) =>
    (await createClient(client.url, token).send("GET", `${root}/data_views`)).status;
  const within = forge({});
  await vi.waitFor(async () => expect(await statusOf(within)).toBe(200), { timeout: 60_000, interval: 250 });
  const forged = [
    { exp: now + yearsS },
    { exp: now + 3_601 },
    { iat: now + 9_000, exp: now + 12_600 },
    { secret_mark: undefined },
  ];
  for (const more of forged) expect(await statusOf(forge(more))).toBe(401);
  const entries = await database.sql`select actor from audit_entry where detail->>'key' = ${key.id}`;
  expect([...entries]).toEqual([{ actor: "rewards_api" }]);
  await database.sql`delete from token_key where id = ${key.id}`;
  await vi.waitFor(async () => expect(await statusOf(within)).toBe(401), { timeout: 60_000, interval: 250 });
});

test("who has the role of the console or the API cannot hide when a password, a binding or a webhook was planted", async () => {
  const { database, databaseUrl } = stack;
  const { sql } = database;
  const open = (role: "api" | "console") =>
    openDatabase({ url: processUrlOf(role, databaseUrl), name: "stolen", poolMax: 1, viewPoolMax: 1 });
  const author = { actor: "test" };
  const password = "a horse that staples 7";
  await createUser(sql, { name: "ann", rights: "operator:*", by: { password } }, author);
  await createUser(sql, { name: "bob", rights: "operator:*", by: { login: "bob@shop.example" } }, author);
  const [begun] = await sql<[{ at: Date }]>`select clock_timestamp() as at`;
  const [ofConsole, ofApi] = [open("console"), open("api")];
  for (const statement of [
    "update console_user set password_hash = 'x', password_at = '2020-01-01'",
    "update console_identity set issuer = 'x', subject = 'x', bound_at = '2020-01-01'",
  ])
    await expect(ofConsole.sql.unsafe(statement)).rejects.toMatchObject({ code: "42501" });
  await ofConsole.sql`update console_user set password_hash = 'planted' where name = 'ann'`;
  await ofConsole.sql`update console_identity set issuer = 'https://evil.example', subject = 'eve' where user_name = 'bob'`;
  await ofApi.sql`
    insert into webhook (id, url, kinds, secret, reached, created_by, created_at)
    values (gen_random_uuid(), 'https://evil.example', '{sale.completed}', 'whsec_', 0, 'olga', '2020-01-01')`;
  const planted = await sql`
    select password_at as at from console_user where name = 'ann' union all select bound_at from console_identity
    union all select created_at from webhook`;
  expect(planted.map(({ at }) => at >= begun.at)).toEqual([true, true, true]);
  await ofConsole.sql`update console_identity set issuer = 'https://other.example' where user_name = 'bob'`;
  expect(await sql`select bound_at > ${planted[1]?.["at"]} as "isLater" from console_identity`).toEqual([
    { isLater: true },
  ]);
  await Promise.all([ofConsole.close(), ofApi.close()]);
});
