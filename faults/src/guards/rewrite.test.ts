import { expect, test } from "vitest";
import { createRewriter } from "./rewrite.ts";

const lock = { matches: /from balance/, from: / for update$/, to: "" };

test("a statement that matches is changed, and others are not", () => {
  const { rewrite } = createRewriter([lock]);
  expect(rewrite("select id from balance for update")).toBe("select id from balance");
  expect(rewrite("select id from sale for update")).toBe("select id from sale for update");
});

test("a change that no statement has met is told: its guard was never away", () => {
  const rewriter = createRewriter([lock]);
  rewriter.rewrite("select id from balance");
  expect(rewriter.unmatched()).toEqual([lock]);
  rewriter.rewrite("select id from balance for update");
  expect(rewriter.unmatched()).toEqual([]);
});
