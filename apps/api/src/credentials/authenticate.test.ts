import { createHash } from "node:crypto";
import type { Refusal } from "@rewards/runtime";
import { expect, test } from "vitest";
import type { ApiContext, Caller } from "../call.ts";
import { createAuthenticator } from "./authenticate.ts";
import type { KnownClient } from "./clients.ts";
import { createUseLog } from "./credentials.ts";

test("a refusal names a client only if the text can be an ID: the audit could not store any other, and lose the entry", async () => {
  const reports: Refusal[] = [];
  const { identify } = createAuthenticator({
    clients: { find: () => undefined },
    tokens: { check: () => undefined },
    consoleCallers: { find: () => undefined },
    lookAgain: async () => undefined,
    reportWrong: (refusal) => void reports.push(refusal),
    logUse: () => undefined,
  });
  const c = { env: { incoming: { socket: {} }, outgoing: { requestId: "1" } } } as unknown as ApiContext;
  for (const id of ["till7", "till\0", "x".repeat(10_000)]) await expect(identify(c, id, "wrong")).rejects.toThrow();
  expect(reports.map(({ detail }) => detail)).toEqual([{ client: "till7" }, undefined, undefined]);
});

test("a connection that has sent a right credential is refused once client, secret or token has ended", async () => {
  const hashOf = (secret: string) => createHash("sha256").update(secret).digest();
  const caller = { user: "till" };
  const till = { id: "till", caller, secretHash: hashOf("one"), earlierHash: null, earlierUntil: null };
  let client: object | undefined = till;
  let tokenCaller: object | undefined = caller;
  const lines: object[] = [];
  const { authenticate } = createAuthenticator({
    clients: { find: () => client as KnownClient | undefined },
    tokens: { check: () => ({ isOwn: true, callerNow: () => tokenCaller as Caller | undefined }) },
    consoleCallers: { find: () => undefined },
    lookAgain: async () => undefined,
    reportWrong: () => undefined,
    logUse: createUseLog({ info: (line: object) => void lines.push(line) } as never),
  });
  const incoming = { socket: {}, headers: { authorization: "" } };
  const c = { env: { incoming, outgoing: { requestId: "1" } } } as unknown as ApiContext;
  const call = (credential: string) => {
    incoming.headers.authorization = `Bearer ${credential}`;
    return authenticate(c);
  };
  for (const _ of [1, 2]) expect(call("rwk_till_one")).toBe(caller);
  await expect(call("rwk_till_two")).rejects.toThrow();
  client = { ...till, secretHash: hashOf("two"), earlierHash: hashOf("one"), earlierUntil: new Date(Date.now() + 1e6) };
  for (const _ of [1, 2]) expect(call("rwk_till_one")).toBe(caller);
  (client as { earlierUntil: Date }).earlierUntil = new Date(0);
  await expect(call("rwk_till_one")).rejects.toThrow();
  client = { ...till };
  for (const _ of [1, 2]) expect(call("rwk_till_one")).toBe(caller);
  client = undefined;
  await expect(call("rwk_till_one")).rejects.toThrow();
  for (const _ of [1, 2]) expect(call("token")).toBe(caller);
  tokenCaller = undefined;
  await expect(call("token")).rejects.toThrow();
  // One line for each credential, however many calls and connections it has.
  const source = { actor: "till", requestId: "1", unlogged: 0 };
  expect(lines).toMatchObject([
    { ...source, credential: "key" },
    { ...source, credential: "token" },
  ]);
});
