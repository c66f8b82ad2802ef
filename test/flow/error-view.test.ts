import { describe, expect, test } from "vitest";
import { root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { allTime } from "./support/fixtures.ts";
import { textViews } from "./support/records.ts";
import { useSharedStack } from "./support/stack.ts";

const stack = useSharedStack({ workers: 0 });

const page = ".dataViewParameters";

describe.each(textViews)("%s is refused with 400", (view, name) => {
  const field = `.${name}`;
  test.each([undefined, null, {}, { [name]: null }, { [name.toLowerCase()]: "x" }])(
    "if its parameter is missing: %j",
    async (parameters) => {
      const answer = await stack.client.send("POST", `${root}/data_views/${view}`, { dataViewParameters: parameters });
      expectError(answer, 400, { code: "Error_Parameter_Required", page, field });
    },
  );
  test.each([1, true, [], ["x"], {}, "", "\0", "a\0b", "x".repeat(256), "\ud800"])(
    "if its parameter is %j",
    async (value) => {
      const answer = await stack.client.view(view, { [name]: value });
      expect(answer.status).toBe(400);
      expectError(answer, 400, {
        code: value === "" ? "Error_Parameter_Required" : "Error_Parameter_Type",
        page,
        field,
      });
    },
  );
});

const ledger = (more: object) => ({ MemberExternalID: "M", ...allTime, ...more });

test("the ledger's invalid parameters are reported all at once", async () => {
  expectError(
    await stack.client.view("LedgerEntriesBetweenDates", { FromDateTime: 1, ToDateTime: "yesterday" }),
    400,
    { code: "Error_Parameter_Required", page, field: ".MemberExternalID" },
    { code: "Error_Parameter_Type", page, field: ".FromDateTime" },
    { code: "Error_Parameter_Type", page, field: ".ToDateTime" },
  );
});

const notTimes = [
  "",
  "2026-01-01",
  "2026-02-30T00:00:00Z",
  "2026-01-01T00:00:00",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:00:60Z",
  "1899-12-31T23:59:59Z",
  "+010000-01-01T00:00:00Z",
  "now",
  "\0",
  0,
  {},
  [],
];
test.each(notTimes)("a bound of the ledger that is not a timestamp is refused with 400: %j", async (ToDateTime) => {
  const answer = await stack.client.view("LedgerEntriesBetweenDates", ledger({ ToDateTime }));
  expect(answer.status).toBe(400);
  expect(answer.body.errorDetails).toMatchObject([{ erroneousInputOutputIdentifier: ".ToDateTime" }]);
});

test("From after To is refused with 400, whatever their offsets", async () => {
  const after = { FromDateTime: "2026-01-01T00:00:00.001Z", ToDateTime: "2026-01-01T00:00:00Z" };
  expectError(await stack.client.view("LedgerEntriesBetweenDates", ledger(after)), 400, "Error_Parameter_Range");
  const offset = { FromDateTime: "2026-01-01T01:00:00+00:00", ToDateTime: "2026-01-01T01:30:00+01:00" };
  expectError(await stack.client.view("LedgerEntriesBetweenDates", ledger(offset)), 400, "Error_Parameter_Range");
});

test.each(["x", 1, true, []])("dataViewParameters of %j are refused with 400", async (given) => {
  const send = (view: string) => stack.client.send("POST", `${root}/data_views/${view}`, { dataViewParameters: given });
  expect(await send("GetStoreByBusinessKeys")).toMatchObject({ status: 400 });
  expectError(await send("ProgramList"), 400, { code: "Error_Parameter_Type", page });
});

const queries = [
  "x",
  1,
  [],
  { select: "Name" },
  { select: {} },
  { select: ["Name"] },
  { select: [{ field: 1 }] },
  { select: [{}] },
  { select: [null] },
  { select: [{ field: null }] },
];
test.each(queries)("the query %j is refused with 400", async (query) => {
  expectError(
    await stack.client.send("POST", `${root}/data_views/ProgramList`, { query }),
    400,
    "Error_Query_Malformed",
  );
});
