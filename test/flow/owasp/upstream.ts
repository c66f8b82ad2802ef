import { expect } from "vitest";
import { createClient, root } from "../support/client.ts";
import { expectError } from "../support/errors.ts";
import type { HostileIssuer } from "./issuers.ts";
import { signed, weakKeys } from "./keys.ts";
import { callWith } from "./raw.ts";
import { tokenOf, validClaims } from "./tokens.ts";
import type { Attacks, World } from "./world.ts";

/** The service reads one answer of others: the keys of the token issuer. In depth: ../tokens.test.ts. */
export const upstreamAttacks: Attacks = {
  "keys behind a redirect are not fetched": (world) => expectUntrusted(world, "redirecting"),
  "keys that never end are cut off": (world) => expectUntrusted(world, "endless"),
  "keys that never come are given up": (world) => expectUntrusted(world, "silent"),
  "incomplete, weak and secret keys are not used, and make no call fail": useBrokenKeys,
};

/** The issuer's tokens get 503 and the log says so; the service's own tokens are taken. */
async function expectUntrusted(world: World, issuer: HostileIssuer): Promise<void> {
  const api = (await world.hostile.apis)[issuer];
  const call = async (token: string) => createClient(api.url, token).send("GET", `${root}/data_views`);
  expectError(await call(signed({ kid: "right" }, validClaims())), 503, "Error_Service_Unavailable");
  expect((await call(await tokenOf(world, "till"))).status).toBe(200);
  const said = () => api.lines.filter((line) => line.includes("let this machine reach AUTH_JWKS_URL"));
  // One a minute, so a slow machine may have more of them by now.
  await expect.poll(said).not.toEqual([]);
  expect(world.attacker.requests).toEqual([]);
}

async function useBrokenKeys(world: World): Promise<void> {
  const tokens = [
    signed({ kid: "empty" }, validClaims()),
    signed({ kid: "weak" }, validClaims(), weakKeys.privateKey),
    signed({ kid: "secret", alg: "HS256" }, validClaims()),
  ];
  const call = (token: string, from: string) => callWith(world, `Bearer ${token}`, from);
  for (const [index, token] of tokens.entries())
    expectError(await call(token, `127.0.41.${index + 1}`), 401, "Error_Credential_Invalid");
  expect((await call(world.issuer.sign(validClaims()), "127.0.0.1")).status).toBe(200);
  const said = () => world.stack.lines.filter((line) => line.includes("a key of the token issuer cannot be used"));
  await expect.poll(said).not.toEqual([]);
}
