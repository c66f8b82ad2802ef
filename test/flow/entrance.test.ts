import { get as httpGet } from "node:http";
import { describe, expect, test } from "vitest";
import { root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { openRaw, request } from "./support/raw.ts";
import { countRows, useStack } from "./support/stack.ts";

const shop = "https://shop.example";
const path = `${root}/objects`;
const segment = JSON.stringify({ objectTypeID: "SegmentCase", content: { Name: "x" } });

const stack = useStack({ workers: 0, env: { HOSTS: "Rewards.example, till.example", CORS_ORIGINS: `${shop}/` } });

async function answerTo(bytes: string, url = stack.client.url) {
  const connection = await openRaw(url);
  connection.write(bytes);
  return connection.next();
}
const get = (target: string, headers: Record<string, string> = {}, url?: string) =>
  answerTo(request("GET", target, "", headers), url);

async function expectNothingWritten(work: () => Promise<void>): Promise<void> {
  const before = await countRows(stack);
  await work();
  expect(await countRows(stack)).toEqual(before);
}

describe("a Host that is not the service's", () => {
  test.each([
    "evil.example",
    "evil.example:3000",
    "localhost.evil.example",
    "203.0.113.7",
    "[2001:db8::1]",
    "127.0.0.1.x",
  ])("%s is refused with 421 on every path, and nothing is written", (host) =>
    expectNothingWritten(async () => {
      for (const target of ["/livez", "/readyz", "/reference", "/nowhere", `${root}/data_views`])
        expectError(await get(target, { host }), 421, "Error_Host_Unknown");
      expectError(await answerTo(request("POST", path, segment, { host })), 421, "Error_Host_Unknown");
    }),
  );

  test.each(["", "a b", "x/y", "user@localhost", "[::1"])(
    "%j, which is not a host, is refused with 400",
    async (host) => {
      expectError(await get("/livez", { host }), 400, "Error_Header_Malformed");
    },
  );

  test.each([
    "localhost",
    "LOCALHOST:3000",
    "localhost.",
    "till.localhost",
    "127.0.0.1:1",
    "127.9.9.9",
    "[::1]:3000",
    "rewards.EXAMPLE",
    "till.example:443",
  ])("%s is served", async (host) => {
    expect(await get("/livez", { host })).toMatchObject({ status: 200 });
  });

  test("a server that listens beyond loopback takes any Host; with HOSTS set, only those names, localhost and addresses", async () => {
    const local = (url: string) => url.replace("0.0.0.0", "127.0.0.1");
    const open = await stack.startApi({ HOST: "0.0.0.0", HOSTS: "", AUTH_NONE_ON_PUBLIC: "yes" });
    const named = await stack.startApi({ HOST: "0.0.0.0", HOSTS: "api", AUTH_NONE_ON_PUBLIC: "yes" });
    expect(await get("/livez", { host: "rewards.shop.example" }, local(open.url))).toMatchObject({ status: 200 });
    for (const host of ["api:3000", "localhost", "10.0.0.7:3000"])
      expect(await get("/livez", { host }, local(named.url))).toMatchObject({ status: 200 });
    expectError(await get("/livez", { host: "evil.example" }, local(named.url)), 421, "Error_Host_Unknown");
  });
});

describe("HTTP/1.0 without a Host", () => {
  const plain = (target: string) => answerTo(`GET ${target} HTTP/1.0\r\n\r\n`);

  test.each(["/livez", "/readyz"])("is served %s, which plain health checks ask for", async (target) => {
    expect(await plain(target)).toMatchObject({ status: 200, body: { status: expect.any(String) } });
  });

  test("is refused everything else, and HTTP/1.1 is refused everything", async () => {
    for (const target of ["/openapi.json", `${root}/data_views`, "/livez?x"])
      expectError(await plain(target), 400, "Error_Header_Malformed");
    expectError(await answerTo("GET /livez HTTP/1.1\r\n\r\n"), 400, "Error_Header_Malformed");
  });
});

describe("what a page makes its browser send", () => {
  const crossSite = { "sec-fetch-site": "cross-site" };

  test("is refused with 403 from another site, and nothing is written", () =>
    expectNothingWritten(async () => {
      for (const headers of [
        crossSite,
        { ...crossSite, origin: "https://evil.example" },
        { ...crossSite, origin: "null" },
      ]) {
        for (const target of ["/livez", "/openapi.json", `${root}/data_views`])
          expectError(await get(target, headers), 403, "Error_Origin_Refused");
        expectError(await answerTo(request("POST", path, segment, headers)), 403, "Error_Origin_Refused");
        expectError(await answerTo(request("OPTIONS", path, "", headers)), 403, "Error_Origin_Refused");
      }
    }));

  test("is served from a configured origin, from this site, or by hand", async () => {
    for (const headers of [
      { ...crossSite, origin: shop },
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
    ])
      expect(await get("/livez", headers as Record<string, string>)).toMatchObject({ status: 200 });
  });

  test("is served from another site only for a link to a page", async () => {
    const headers = { ...crossSite, "sec-fetch-mode": "navigate" };
    // fetch sets that header itself, so the test does not use it.
    for (const target of ["/reference?x", "/"]) {
      const status = await new Promise((resolve) =>
        httpGet(stack.client.url + target, { headers }, (answer) => resolve(answer.resume().statusCode)),
      );
      expect([target, status]).toEqual([target, 200]);
    }
    expectError(await get(`${root}/data_views`, headers), 403, "Error_Origin_Refused");
  });
});

describe("an origin of CORS_ORIGINS", () => {
  const preflight = (origin: string, more: Record<string, string> = {}) =>
    answerTo(request("OPTIONS", path, "", { origin, "access-control-request-method": "POST", ...more }));

  test("gets answers to its preflights", async () => {
    const asked = "content-type,idempotency-key,x-anything";
    const answer = await preflight(shop, { "access-control-request-headers": asked, "sec-fetch-site": "cross-site" });
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": shop,
      "access-control-allow-methods": "GET, HEAD, POST, PATCH",
      "access-control-allow-headers": asked,
      "access-control-max-age": "7200",
      vary: "Access-Control-Request-Headers, Origin",
    });
  });

  test("may read its answers, refusals too", async () => {
    const created = await answerTo(request("POST", path, segment, { origin: shop }));
    const refused = await get("/nowhere", { origin: shop });
    expect([created.status, refused.status]).toEqual([201, 404]);
    for (const { headers } of [created, refused]) {
      expect([headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([shop, "Origin"]);
      const exposed = headers.get("access-control-expose-headers")?.split(", ");
      expect(exposed).toEqual(
        expect.arrayContaining([
          "x-request-id",
          "idempotent-replayed",
          "rewards-position",
          "etag",
          "location",
          "retry-after",
        ]),
      );
    }
  });

  test("is the only one: other origins get no such headers, and 405 for preflights", async () => {
    for (const origin of ["https://evil.example", "http://shop.example", `${shop}:444`, "null"]) {
      const answer = await get("/livez", { origin });
      expect([answer.headers.has("access-control-allow-origin"), answer.headers.get("vary")]).toEqual([
        false,
        "Origin",
      ]);
      const refused = await preflight(origin);
      expectError(refused, 405, "Error_Method_NotAllowed");
      expect(refused.headers.has("access-control-allow-origin")).toBe(false);
    }
  });

  test("does not exist if no origin is configured", async () => {
    const { url } = await stack.startApi({ CORS_ORIGINS: "" });
    const { headers } = await get("/livez", { origin: shop }, url);
    expect([headers.has("access-control-allow-origin"), headers.has("vary")]).toEqual([false, false]);
    expectError(
      await get("/livez", { origin: shop, "sec-fetch-site": "cross-site" }, url),
      403,
      "Error_Origin_Refused",
    );
  });
});
