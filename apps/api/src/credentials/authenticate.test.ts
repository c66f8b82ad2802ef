import { expect, test } from "vitest";
import type { ApiContext } from "../context.ts";
import type { Refusal } from "../refusal.report.ts";
import { createAuthenticator } from "./authenticate.ts";

test("a refusal names a client only if the text can be an ID: the audit could not store any other, and lose the entry", () => {
  const reports: Refusal[] = [];
  const { identify } = createAuthenticator({
    clients: { find: () => undefined },
    tokens: { check: () => undefined },
    reportWrong: (refusal) => void reports.push(refusal),
  });
  const c = { env: { incoming: { socket: {} }, outgoing: { requestId: "1" } } } as unknown as ApiContext;
  for (const id of ["till7", "till\0", "x".repeat(10_000)]) expect(() => identify(c, id, "wrong")).toThrow();
  expect(reports.map(({ detail }) => detail)).toEqual([{ client: "till7" }, undefined, undefined]);
});
