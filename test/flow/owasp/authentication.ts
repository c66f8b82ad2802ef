import { formatClientKey } from "@rewards/domain";
import { expect } from "vitest";
import { root } from "../support/client.ts";
import { operatorToken } from "../support/dead-letters.ts";
import { expectError } from "../support/errors.ts";
import { callWith, sendRaw } from "./raw.ts";
import { tokenOf, validClaims, wrongTokens } from "./tokens.ts";
import type { Attacks, World } from "./world.ts";

/** In depth: ../credentials.test.ts, ../tokens.test.ts, ../operator-token.test.ts and ../credentials-walk.test.ts. */
export const authenticationAttacks: Attacks = {
  "a token that is forged, changed, expired or meant for others is refused": forgeTokens,
  "a key with a wrong secret, another client's secret or of an ended client is refused": forgeKeys,
  "a credential counts only in the header Authorization, and only as a bearer": misplaceCredentials,
  "a token of the issuer that names a client does not become that client": nameClient,
  "guessing a client's secret ends with 429, and cannot lock the client out": guessSecrets,
  "guessing the operator token ends with 429, and then even the right one is refused": guessOperatorToken,
};

/** Each attempt comes from another network, so that none is refused because of those before it. */
async function expectRefused(world: World, network: number, attempts: Readonly<Record<string, string>>): Promise<void> {
  for (const [at, [name, authorization]] of Object.entries(attempts).entries()) {
    const answer = await callWith(world, authorization, `127.0.${network}.${at + 1}`);
    expect([name, answer.status]).toEqual([name, 401]);
    expectError(answer, 401, "Error_Credential_Invalid");
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  }
}

const bearers = (tokens: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, `Bearer ${token}`]));

async function forgeTokens(world: World): Promise<void> {
  await expectRefused(world, 11, bearers(await wrongTokens(world)));
  const right = { outside: world.issuer.sign(validClaims()), own: await tokenOf(world, "till") };
  for (const token of Object.values(right))
    expect((await callWith(world, `Bearer ${token}`, "127.0.0.1")).status).toBe(200);
}

async function forgeKeys(world: World): Promise<void> {
  const { admin, till, ended } = world.credentials;
  const keys = {
    "with a wrong secret": formatClientKey(admin.clientID, "x".repeat(43)),
    "with another's secret": formatClientKey(admin.clientID, till.clientSecret),
    "without a secret": `rwk_${admin.clientID}_`,
    "with a part of the secret": formatClientKey(admin.clientID, admin.clientSecret.slice(0, -1)),
    "of an ended client": formatClientKey(ended.clientID, ended.clientSecret),
    "of nobody": formatClientKey("nobody", admin.clientSecret),
  };
  await expectRefused(world, 12, bearers(keys));
}

async function misplaceCredentials(world: World): Promise<void> {
  const { clientID, clientSecret } = world.credentials.admin;
  const key = formatClientKey(clientID, clientSecret);
  const basic = Buffer.from(`${clientID}:${clientSecret}`).toString("base64");
  await expectRefused(world, 13, { basic: `Basic ${basic}`, "without a scheme": key, empty: "Bearer " });
  for (const query of [`access_token=${key}`, `api_key=${key}`, `Authorization=Bearer%20${key}`]) {
    const headers = { cookie: query, "x-api-key": key };
    const answer = await sendRaw(world.url, "GET", `${root}/data_views?${query}`, { headers });
    expectError(answer, 401, "Error_Credential_Invalid");
  }
}

async function nameClient(world: World): Promise<void> {
  const { clientID } = world.credentials.admin;
  const token = world.issuer.sign({ ...validClaims(), sub: clientID, client_id: clientID, scope: "store:create" });
  const headers = { authorization: `Bearer ${token}` };
  const content = { StoreCode: "S-named", Name: "x" };
  const created = await sendRaw(world.url, "POST", `${root}/objects`, {
    headers,
    body: JSON.stringify({ objectTypeID: "Store", content }),
  });
  const { objectInfo } = (await world.as.admin.read(created.body.ID)).body.data;
  expect(objectInfo.createdBy).toBe(`jwt:${clientID}`);
  expectError(await sendRaw(world.url, "GET", "/ops/v1/dead-letters", { headers }), 403, "Error_Right_Missing");
}

/** One attempt is forgotten every six seconds: a machine too slow for these guesses makes them from another network. */
async function expectThrottled(
  statuses: readonly number[],
  network: number,
  guess: (from: string) => Promise<readonly number[]>,
): Promise<string> {
  let networks = 0;
  const from = () => `127.0.${network}.${networks}`;
  await expect
    .poll(() => {
      networks += 1;
      return guess(from());
    })
    .toEqual(statuses);
  return from();
}

async function guessSecrets(world: World): Promise<void> {
  const { clientID, clientSecret } = world.credentials.admin;
  const askToken = (secret: string, from: string) => {
    const form = { grant_type: "client_credentials", client_id: clientID, client_secret: secret };
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return sendRaw(world.url, "POST", "/uas/oauth/token", {
      headers,
      from,
      body: new URLSearchParams(form).toString(),
    });
  };
  const from = await expectThrottled([...Array(10).fill(401), 429, 429], 14, async (network) => {
    const statuses = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push(
        (await callWith(world, `Bearer ${formatClientKey(clientID, `guess-${guess}`)}`, network)).status,
        (await askToken(`guess-${guess}`, network)).status,
      );
    return statuses;
  });
  expect((await callWith(world, `Bearer ${formatClientKey(clientID, clientSecret)}`, from)).status).toBe(200);
  expect((await askToken(clientSecret, from)).status).toBe(200);
}

async function guessOperatorToken({ url }: World): Promise<void> {
  const call = (token: string, from: string) =>
    sendRaw(url, "GET", "/ops/v1/dead-letters", { headers: { authorization: `Bearer ${token}` }, from });
  const guesses = Array.from({ length: 11 }, (_, index) => operatorToken.replace(/..$/, String(10 + index)));
  await expectThrottled([...Array(10).fill(401), 429, 429], 15, async (from) => {
    const statuses = [];
    for (const token of [...guesses, operatorToken]) statuses.push((await call(token, from)).status);
    return statuses;
  });
  expect((await call(operatorToken, "127.0.16.1")).status).toBe(200);
}
