import { expect, test } from "vitest";
import { createRewriter } from "./guard.ts";

const lock = { matches: /from balance/, from: / for update$/, to: "" };

test("a statement that matches is changed, and others are not", () => {
  const { rewrite } = createRewriter({ changes: [lock] });
  expect(rewrite.statement("select id from balance for update")).toBe("select id from balance");
  expect(rewrite.statement("select id from sale for update")).toBe("select id from sale for update");
});

test("a change that matched no statement is reported: its guard was never removed", () => {
  const rewriter = createRewriter({ changes: [lock] });
  rewriter.rewrite.statement("select id from balance");
  expect(rewriter.unmatched()).toEqual(["/from balance/"]);
  rewriter.rewrite.statement("select id from balance for update");
  expect(rewriter.unmatched()).toEqual([]);
});

test("a setting that no session starts with is reported too", () => {
  const rewriter = createRewriter({ settings: ["synchronous_commit"] });
  expect(rewriter.rewrite.keeps("TimeZone")).toBe(true);
  expect(rewriter.unmatched()).toEqual(["synchronous_commit"]);
  expect(rewriter.rewrite.keeps("synchronous_commit")).toBe(false);
  expect(rewriter.unmatched()).toEqual([]);
});
