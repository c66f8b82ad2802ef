import { send as sendRequest } from "@rewards/lab/client";
import { expect, test } from "vitest";
import { newStore } from "../src/records.ts";
import { root } from "./support/client.ts";
import { useStack } from "./support/stack.ts";

const extraRoot = "/prweb/api/application/v2";
const stack = useStack({ workers: 0, env: { EXTRA_API_ROOT: extraRoot } });

/** Does not check the answer against the OpenAPI document, which describes only the API's own root. */
const send = (method: string, path: string, body?: object) => sendRequest(stack.client.url, { method, path, body });

test("the API answers at the extra root as it does at its own", async () => {
  const { content } = newStore();
  const body = { objectTypeID: "Store", content };
  const created = await send("POST", `${extraRoot}/objects`, body);
  expect(created).toMatchObject({ status: 201, body: { ID: expect.stringMatching(/^STO-/) } });
  const read = (at: string) => send("GET", `${at}/objects/${created.body.ID}`);
  const [there, here] = await Promise.all([read(extraRoot), read(root)]);
  expect(there).toMatchObject({ status: 200, body: here.body });
  expect(await send("PUT", `${extraRoot}/objects`)).toMatchObject({ status: 405 });
});

test("without EXTRA_API_ROOT that path does not exist", async () => {
  const { client } = await stack.startApi({ EXTRA_API_ROOT: "" });
  expect(await client.send("POST", `${extraRoot}/objects`, {})).toMatchObject({
    status: 404,
    body: { errorDetails: [{ message: "Error_Path_Unknown" }] },
  });
});
