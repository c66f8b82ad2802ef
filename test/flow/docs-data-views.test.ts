import { beforeAll, expect, test } from "vitest";
import { blockOf, hasCurl, parseLines, paste } from "./support/docs.ts";
import { useStack } from "./support/stack.ts";

const page = "docs/data-views.md";
const calls = blockOf(page, "calls");

const stack = useStack({ workers: 0 });
beforeAll(async () => {
  await stack.client.created("Store", { StoreCode: "S-1", Name: "Main" });
});

const answersTo = (script: string) => parseLines(paste(script, { url: stack.client.url }));

test.skipIf(!hasCurl)("the calls of docs/data-views.md work when pasted", () => {
  const found = { data: [{ StoreCode: "S-1" }], resultCount: 1 };
  expect(answersTo(calls)).toMatchObject([
    { data: expect.arrayContaining([expect.objectContaining({ ID: "SaleList" })]) },
    { classID: "SaleCase", fields: expect.arrayContaining([expect.objectContaining({ fieldID: "StoreCode" })]) },
    found,
    found,
    { data: [], resultCount: 0 },
  ]);
});

test.skipIf(!hasCurl)("the queries of docs/data-views.md work when pasted after its calls", () => {
  const answers = answersTo(calls + blockOf(page, "queries"));
  expect(answers).toHaveLength(13);
  for (const answer of answers) expect(answer).not.toHaveProperty("errorClassification");
});
