import { creatableObjects, exampleOf } from "@rewards/domain";
import { expect } from "vitest";
import { root } from "../support/client.ts";
import { expectError } from "../support/errors.ts";
import { freshKey } from "../support/fixtures.ts";
import { expectBooksInOrder } from "../support/stack.ts";
import { attackerJwk, signed } from "./keys.ts";
import { callWith, sendRaw } from "./raw.ts";
import { validClaims } from "./tokens.ts";
import type { Attacks, World } from "./world.ts";

/**
 * The service asks one URL alone, AUTH_JWKS_URL, which only operators set. So no text that a caller sends is ever asked:
 * a server of the attacker waits for requests, and there must be none.
 */
export const requestAttacks: Attacks = {
  "a token cannot name the keys that it is checked with": nameKeys,
  "a URL in any text of any record is only a text": storeUrls,
  "the service is no proxy: not by target, Host, header or tunnel": useAsProxy,
};

async function nameKeys(world: World): Promise<void> {
  const { url, requests } = world.attacker;
  const headers = [
    { kid: "evil", jku: `${url}/jwks` },
    { kid: `${url}/jwks`, x5u: `${url}/x5u` },
    { kid: "evil", jwk: attackerJwk },
    { jwk: attackerJwk, x5c: ["AAAA"], crit: ["jwk"] },
  ];
  for (const [index, header] of headers.entries()) {
    const claims = { ...validClaims(), iss: index === 0 ? url : validClaims().iss };
    const token = signed(header, claims);
    expectError(await callWith(world, `Bearer ${token}`, `127.0.21.${index + 1}`), 401, "Error_Credential_Invalid");
  }
  expect(requests).toEqual([]);
}

/** The content, once for each text in it, with that text replaced. */
function withEach(content: Readonly<Record<string, unknown>>, text: string): Record<string, unknown>[] {
  return Object.entries(content).flatMap(([name, value]): Record<string, unknown>[] => {
    if (typeof value === "string") return [{ ...content, [name]: text }];
    if (Array.isArray(value)) return withEach(value[0], text).map((one) => ({ ...content, [name]: [one] }));
    return typeof value === "object" && value !== null
      ? withEach(value as Record<string, unknown>, text).map((one) => ({ ...content, [name]: one }))
      : [];
  });
}

async function storeUrls({ stack, as: { admin }, attacker }: World): Promise<void> {
  const statuses: number[] = [];
  for (const definition of creatableObjects) {
    const keyed = () => exampleOf(definition, freshKey("URL"));
    for (const [index, content] of withEach(keyed(), attacker.url).entries()) {
      const key = definition.key?.field ?? "Name";
      const own = content[key] === attacker.url ? { [key]: `${attacker.url}/${index}` } : { [key]: keyed()[key] };
      const body = { objectTypeID: definition.class, content: { ...content, ...own } };
      statuses.push((await admin.send("POST", `${root}/objects`, body)).status);
    }
  }
  expect(new Set(statuses)).toEqual(new Set([201, 422]));
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(30);
  await expectBooksInOrder(stack);
  expect(attacker.requests).toEqual([]);
}

async function useAsProxy({ url, attacker }: World): Promise<void> {
  const host = new URL(attacker.url).host;
  const named = { referer: attacker.url, "x-forwarded-host": host, forwarded: `host=${host}`, "x-original-url": "/" };
  const answers = [
    await sendRaw(url, "GET", `${attacker.url}/x`, { headers: named }),
    await sendRaw(url, "GET", `//${host}/x`, { headers: named }),
    await sendRaw(url, "GET", `@${host}/x`, { headers: named }),
    await sendRaw(url, "CONNECT", host),
    await sendRaw(url, "GET", "/livez", { headers: { host: "evil.example" } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 405, 421]);
  expect((await sendRaw(url, "GET", "/livez", { headers: named })).text).not.toContain(host);
  expect(attacker.requests).toEqual([]);
}
