import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { blockOf, hasCurl, parseLines, paste, runProgram, textOf } from "./support/docs.ts";
import { expectBooksInOrder, useSharedStack } from "./support/stack.ts";

const page = "docs/integrate.md";

/**
 * Replaces the reader's pause, which may be too short for a slow machine: waits until workers have settled what they were
 * sent. Uses the address that the pasted script has set.
 */
const untilSettled = `sleep() {
  for list in SaleList RedemptionList; do
    until curl -sS "$API/data_views/$list/count" -H 'Content-Type: application/json' -d '{"query":{"filter":{"filterConditions":{"F":{"lhs":{"field":"Status"},
      "comparator":"IN","rhs":{"value":["Pending-Ready To Process","Open-Ready To Process"]}}}}}}' |
      grep '"totalCount":0' > /dev/null; do command sleep 0.1; done
  done
}
`;

const stack = useSharedStack();

test.skipIf(!hasCurl)(
  "the calls of docs/integrate.md with curl, pasted in order, go from a sale to a used voucher",
  async () => {
    const script = blockOf(page, "walk") + blockOf(page, "repeats");
    expect(script).toContain("\nsleep 1\n");
    expect(parseLines(paste(untilSettled + script, { url: stack.client.url }))).toMatchObject([
      { data: { objectInfo: { status: "Open-Active" } } },
      { data: { objectInfo: { status: "Open-Active" } } },
      { data: { objectInfo: { status: "Open-Active" } } },
      { data: { objectInfo: { status: "Pending-Ready To Process" } } },
      { data: [{ Type: "Sale", CurrencyAwarded: 120, CurrencyAvailable: 120, MemberBalance: 120 }], resultCount: 1 },
      { data: { objectInfo: { status: "Open-Active" } } },
      { data: { objectInfo: { status: "Open-Ready To Process" } } },
      { data: [{ Name: "Coffee mug", Status: "Open-Available With Expiry" }], resultCount: 1 },
      { data: { objectInfo: { status: "Open-Active" } } },
      { data: { objectInfo: { status: "Resolved-Completed" } } },
      { data: [{ Name: "Points", Balance: 20 }] },
      { data: { objectInfo: { status: "Open-Active" } } },
      { data: { objectInfo: { status: "Open-Active" } } },
      { data: [{ Name: "Points", Balance: 25 }] },
    ]);
    await expectBooksInOrder(stack);
  },
);

/** What differs between two runs: IDs and times. */
const withoutRun = (text: string) => text.replaceAll(/[0-9a-f]{32}/g, "").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");

test.skipIf(!hasCurl)(
  "the README's first calls, pasted, print what it shows: a sale and its points; repeats add none",
  () => {
    const script = untilSettled + blockOf("README.md", "first");
    expect(script).toContain("\nsleep 1\n");
    const [, shown = ""] = /```json\n([^`]+)```/.exec(textOf("README.md")) ?? [];
    const printed = paste(script, { url: stack.client.url }).split("\n");
    expect(withoutRun(printed.slice(3).join("\n"))).toBe(withoutRun(shown));
    const again = paste(script, { url: stack.client.url }).split("\n");
    expect(again[3]).toBe(printed[3]);
    expect(JSON.parse(again[4] ?? "")).toMatchObject({ data: [{ Balance: 120 }] });
  },
);

test("the first program of docs/integrate.md, pasted where the page says, goes from a member to a voucher", () => {
  expect(textOf(page)).toContain("`node packages/client/first.mjs`");
  const printed = runProgram(blockOf(page, "first"), stack.client.url, "packages/client");
  expect(printed).toMatch(/^120\nFIRST-\d+ [0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{4}\n$/);
});

test("the client's calls of docs/integrate.md work when pasted", async () => {
  // The programs above kept this process waiting: it learns now which idle connections the service has closed.
  await turn();
  await turn();
  await stack.client.created("Store", { StoreCode: "README", Name: "Main Street" });
  expect(runProgram(blockOf(page, "client"), stack.client.url, "test")).toContain("Main Street\n");
});
