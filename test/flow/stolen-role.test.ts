import { generateKeyPairSync, hash, sign } from "node:crypto";
import { publishTokenKey, readClients } from "@rewards/access";
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
