import { dataViewOf, parseQuery } from "@rewards/domain";
import { describe, expect, it } from "vitest";
import { type CallerName, callerClasses, callerNames } from "./callers.ts";

const bodyBytesMax = 1_048_576;
/** Node's limit for a request's head. */
const headBytesMax = 16_384;
const records = { saleIds: ["SALE-1", "SALE-2"], bigMember: "no member" };

const requestsOf = (name: CallerName) => {
  const next = callerClasses[name].requests(records);
  return Array.from({ length: 6 }, (_, n) => {
    const bytes = next(n);
    const bodyAt = bytes.indexOf("\r\n\r\n") + 4;
    return { head: bytes.toString("latin1", 0, bodyAt), body: bytes.subarray(bodyAt) };
  });
};

it.each(callerNames)("%s: each request is as long as it says, and within what the service reads", (name) => {
  for (const { head, body } of requestsOf(name)) {
    expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBe(body.length);
    expect(body.length).toBeLessThanOrEqual(bodyBytesMax);
    expect(head.length).toBeLessThanOrEqual(headBytesMax);
  }
});

/** Queries that the view refuses would measure nothing. */
const run = [
  "joined-items",
  "long-lists",
  "big-sales",
  "counts",
  "groups",
  "far-pages",
] as const satisfies readonly CallerName[];

describe("views that are slow because of their rows", () => {
  it.each(run)("%s: the view accepts the query", (name) => {
    for (const { head, body } of requestsOf(name)) {
      const view = dataViewOf(/data_views\/(\w+)/.exec(head)?.[1] ?? "");
      if (!view) throw new Error(`no such view:\n${head}`);
      expect(() => parseQuery(view, JSON.parse(body.toString("latin1")))).not.toThrow();
    }
  });
});

it("accepted sales have distinct keys", () => {
  const keys = requestsOf("widest-sales").map(({ body }) => JSON.parse(body.toString("latin1")).content.ExternalID);
  expect(new Set(keys).size).toBe(keys.length);
});
