import { dataViews, metadataOf, parametersOf } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { objectTypes, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { timestampPattern } from "./support/records.ts";
import { useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack({ workers: 0 });
const basics = useBasics(stack);

const get = (path: string) => stack.client.send("GET", `${root}${path}`);
const query = (members: Record<string, unknown>) =>
  Object.entries(members)
    .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
    .join("&");
const roots = [root, ...Object.keys(objectTypes).map((prefix) => `/${prefix}${root}`)];

describe("GET …/data_views", () => {
  test("lists every view with its class and parameters", async () => {
    const { status, body } = await get("/data_views");
    expect(status).toBe(200);
    expect(body).toEqual({
      data: dataViews.map((view) => ({
        ID: view.name,
        name: view.name,
        class: view.record.class,
        parameters: parametersOf(view),
      })),
      resultCount: dataViews.length,
      fetchDateTime: expect.stringMatching(timestampPattern),
    });
  });

  test.each(roots)("is served at %s", async (at) => {
    expect(await stack.client.send("GET", `${at}/data_views`)).toMatchObject({ status: 200 });
    expect(await stack.client.send("GET", `${at}/data_views/ProgramList`)).toMatchObject({ status: 200 });
    expect(await stack.client.send("GET", `${at}/data_views/ProgramList/metadata`)).toMatchObject({ status: 200 });
  });
});

describe("GET …/data_views/{name}/metadata", () => {
  test.each(dataViews.map((view) => [view.name, view] as const))(
    "describes the parameters and records of %s",
    async (name, view) => {
      const { status, body } = await get(`/data_views/${name}/metadata`);
      expect(status).toBe(200);
      expect(body).toEqual(JSON.parse(JSON.stringify(metadataOf(view))));
    },
  );

  test.each(["Nothing", "salelist", "__proto__"])("of %s is refused with 404", async (name) => {
    expectError(await get(`/data_views/${name}/metadata`), 404, "Error_DataView_Unknown");
  });
});

describe("GET …/data_views/{name}", () => {
  test("gives the answer that POST gives to the same parameters and query", async () => {
    const dataViewParameters = { StoreCode: basics.store };
    const asked = { select: [{ field: "Name" }] };
    const got = await get(`/data_views/GetStoreByBusinessKeys?${query({ dataViewParameters, query: asked })}`);
    const posted = await stack.client.view("GetStoreByBusinessKeys", dataViewParameters, ["Name"]);
    expect(got.status).toBe(200);
    expect(got.body).toEqual({ ...posted.body, fetchDateTime: expect.stringMatching(timestampPattern) });
    expect(got.body.data).toEqual([{ ID: basics.storeId, "@version": 1, "@class": "Store", Name: "Main" }]);
  });

  test("serves a view without parameters with no parameters, with null, and with unknown query parameters", async () => {
    for (const search of ["", "?", "?dataViewParameters=null", "?viewType=page&dataViewParameters=%7B%7D"])
      expect(await get(`/data_views/ProgramList${search}`)).toMatchObject({ status: 200, body: { resultCount: 1 } });
  });

  test("answers HEAD with only the headers", async () => {
    const answer = await stack.client.send("HEAD", `${root}/data_views/ProgramList`);
    expect(answer).toMatchObject({ status: 200, body: undefined });
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  test.each(["Nothing", "programlist"])("of %s is refused with 404", async (name) => {
    expectError(await get(`/data_views/${name}`), 404, "Error_DataView_Unknown");
  });

  const page = ".dataViewParameters";
  test("without a required parameter, or with a mistyped one, is refused with 400", async () => {
    const missing = { code: "Error_Parameter_Required", page, field: ".StoreCode" };
    expectError(await get("/data_views/GetStoreByBusinessKeys"), 400, missing);
    expectError(await get("/data_views/GetStoreByBusinessKeys?StoreCode=S"), 400, missing);
    const mistyped = { code: "Error_Parameter_Type", page, field: ".StoreCode" };
    const search = query({ dataViewParameters: { StoreCode: 5 } });
    expectError(await get(`/data_views/GetStoreByBusinessKeys?${search}`), 400, mistyped);
  });

  test.each([
    "",
    "{",
    "StoreCode",
    "%7B%22StoreCode%22%3A%22S%22",
    "%FF",
    '{"StoreCode":"%FF"}',
    '{"StoreCode":"100%"}',
    "%00",
    "{StoreCode:'S'}",
    '{"StoreCode":"S"}&dataViewParameters={"StoreCode":"S"}',
  ])("with dataViewParameters=%s is refused with 400", async (text) => {
    const answer = await get(`/data_views/GetStoreByBusinessKeys?dataViewParameters=${text}`);
    expectError(answer, 400, { code: "Error_Parameter_Type", field: page });
  });

  test.each([
    ["query", "{", "Error_Query_Malformed"],
    ["query", "[]", "Error_Query_Malformed"],
    ["paging", "{", "Error_Paging_Malformed"],
    ["paging", "1", "Error_Paging_Malformed"],
  ])("with %s=%s is refused with 400", async (name, text, code) => {
    const answer = await get(`/data_views/ProgramList?${name}=${text}`);
    expectError(answer, 400, { code, field: `.${name}` });
    expect(answer.body.errorClassification).toBe("Invalid inputs");
  });

  test("with a number of too many digits is refused like POST, and never rounded", async () => {
    const balanced = (value: string) =>
      `{"filter":{"filterConditions":{"F1":{"lhs":{"field":"Balance"},"comparator":"GTE","rhs":{"value":${value}}}}}}`;
    const parameters = query({ dataViewParameters: { MemberExternalID: basics.member } });
    const ask = (value: string) =>
      get(`/data_views/MemberBalances?${parameters}&query=${encodeURIComponent(balanced(value))}`);
    expect(await ask("99999999999.9999")).toMatchObject({ status: 200 });
    expectError(await ask("0.99999999999999999"), 400, { code: "Error_Query_ValueMistyped", field: ".rhs" });
  });
});
