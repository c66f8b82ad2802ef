import { generateKeyPairSync } from "node:crypto";
import { hashSecret } from "@rewards/access";
import { everyRight, parseRights, unlimited } from "@rewards/domain";
import { decodeJwt, SignJWT } from "jose";
import { afterEach, expect, test, vi } from "vitest";
import type { KnownClient } from "./clients.ts";
import { createRevokedTokens } from "./token.keys.ts";
import { createOwnTokens } from "./token.own.ts";

const startMs = Date.parse("2026-11-23T12:00:00Z");
const hourMs = 3_600_000;
const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const secrets = { secretHash: hashSecret("one"), earlierHash: null, earlierUntil: null };
const caller = { user: "till", rights: everyRight };
const client = { id: "till", expiresAt: null, scope: unlimited, caller, ...secrets } as unknown as KnownClient;
let found = client;
const author = { actor: client.id };
const endless = { key: publicKey, expiresMs: Number.POSITIVE_INFINITY };
const known = new Map([["rwt_1", endless]]);
const tokens = createOwnTokens({
  sql: undefined as never,
  clients: { find: (id) => (id === client.id ? found : undefined) },
  keys: {
    refresh: async () => undefined,
    isOurs: () => true,
    find: (id) => known.get(id),
    signer: async () => ({ id: "rwt_1", privateKey, publishedMs: 0 }),
  },
  audit: async () => undefined,
  revoked: { refresh: async () => undefined, has: () => false, add: () => undefined },
});

afterEach(() => {
  vi.useRealTimers();
  found = client;
});

test("a token ends after an hour, or with its client's end before, and with its key", async () => {
  vi.useFakeTimers({ now: startMs, toFake: ["Date"] });
  const scope = parseRights("sale:create");
  const { token, seconds } = await tokens.issue(client, "one", scope, author);
  expect(seconds).toBe(3_600);
  expect((await tokens.issue({ ...client, expiresAt: new Date(startMs + 90_000) }, "one", scope, author)).seconds).toBe(
    90,
  );
  const checked = await tokens.check(token, "rwt_1");
  expect([...(checked?.callerNow()?.rights.granted ?? [])]).toEqual(["sale:create"]);
  vi.setSystemTime(startMs + hourMs - 1);
  expect(checked?.callerNow()).toBeDefined();
  vi.setSystemTime(startMs + hourMs);
  expect(checked?.callerNow()).toBeUndefined();
  expect((await tokens.check(token, "rwt_1"))?.callerNow()).toBeUndefined();
  vi.setSystemTime(startMs);
  known.delete("rwt_1");
  expect(checked?.callerNow()).toBeUndefined();
  known.set("rwt_1", endless);
});

test("a token ends with the secret that it was asked for with", async () => {
  vi.useFakeTimers({ now: startMs, toFake: ["Date"] });
  const scope = parseRights("sale:create");
  const open = async (token: string) => {
    const checked = await tokens.check(token, "rwt_1");
    return () => checked?.callerNow() !== undefined;
  };
  const isOpen = await open((await tokens.issue(client, "one", scope, author)).token);
  expect(isOpen()).toBe(true);
  const earlierUntil = new Date(startMs + 90_000);
  found = { ...client, secretHash: hashSecret("two"), earlierHash: hashSecret("one"), earlierUntil };
  expect(isOpen()).toBe(true);
  const late = await tokens.issue(found, "one", scope, author);
  expect(late.seconds).toBe(90);
  const fresh = await tokens.issue(found, "two", scope, author);
  expect(fresh.seconds).toBe(3_600);
  const [isLateOpen, isFreshOpen] = [await open(late.token), await open(fresh.token)];
  vi.setSystemTime(startMs + 89_999);
  expect([isOpen(), isLateOpen(), isFreshOpen()]).toEqual([true, true, true]);
  vi.setSystemTime(startMs + 90_000);
  expect([isOpen(), isLateOpen(), isFreshOpen()]).toEqual([false, false, true]);
  vi.setSystemTime(startMs);
  found = { ...client, secretHash: hashSecret("three"), earlierHash: hashSecret("two"), earlierUntil };
  expect([isOpen(), isLateOpen(), isFreshOpen()]).toEqual([false, false, true]);
});

test("a token that no API would issue is refused: for more than an hour, past its key's end, or without a mark", async () => {
  vi.useFakeTimers({ now: startMs, toFake: ["Date"] });
  const { token } = await tokens.issue(client, "one", everyRight, author);
  const claims = decodeJwt(token);
  const iat = startMs / 1_000;
  const checked = (more: object) =>
    new SignJWT({ ...claims, ...more })
      .setProtectedHeader({ alg: "ES256", kid: "rwt_1", typ: "at+jwt" })
      .sign(privateKey)
      .then((forged) => tokens.check(forged, "rwt_1"));
  expect(await checked({})).toBeDefined();
  for (const more of [
    { exp: iat + 3_601 },
    { exp: iat + 10 * 365 * 86_400 },
    { iat: undefined },
    { exp: undefined },
    { secret_mark: undefined },
  ])
    expect(await checked(more)).toBeUndefined();
  known.set("rwt_1", { key: publicKey, expiresMs: startMs + 60_000 });
  expect(await checked({})).toBeUndefined();
  expect((await tokens.issue(client, "one", everyRight, author)).seconds).toBe(60);
  expect(await checked({ exp: iat + 60 })).toBeDefined();
  known.set("rwt_1", endless);
});

test("a token that was given back stays so if the clock jumps ahead and comes back", async () => {
  vi.useFakeTimers({ now: startMs, toFake: ["Date", "performance"] });
  const revoked = createRevokedTokens(undefined as never);
  revoked.add("one", startMs + hourMs);
  vi.setSystemTime(startMs + 2 * hourMs);
  await revoked.refresh(0);
  vi.setSystemTime(startMs);
  expect(revoked.has("one")).toBe(true);
  vi.advanceTimersByTime(hourMs);
  await revoked.refresh(0);
  expect(revoked.has("one")).toBe(false);
});

test("a text that our key signed for another purpose, or another key signed, is no token", async () => {
  const { token } = await tokens.issue(client, "one", everyRight, author);
  const sign = (header: object, key = privateKey) =>
    new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: "ES256", kid: "rwt_1", typ: "at+jwt", ...header })
      .sign(key);
  expect(await tokens.check(await sign({}), "rwt_1")).toBeDefined();
  expect(await tokens.check(await sign({ typ: "JWT" }), "rwt_1")).toBeUndefined();
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  expect(await tokens.check(await sign({}, other), "rwt_1")).toBeUndefined();
  expect(await tokens.check(token, "rwt_unknown")).toBeUndefined();
});
