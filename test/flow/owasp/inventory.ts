import { servedEndpoints } from "@rewards/api";
import { formatClientKey } from "@rewards/domain";
import { expect } from "vitest";
import { root } from "../support/client.ts";
import { document, documented } from "../support/contract.ts";
import { expectError } from "../support/errors.ts";
import { sendRaw } from "./raw.ts";
import type { Attacks, World } from "./world.ts";

/** In depth: apps/api/src/openapi/document.test.ts, ../openapi.test.ts, ../error-unknown.test.ts and ../error-method.test.ts. */
export const inventoryAttacks: Attacks = {
  "every route that is served is described, and a method that is not described is refused": tryRoutes,
  "no other path answers: no version, console, metrics, file or copy of the description": tryPaths,
  "a stranger reaches the description, health and the requests for tokens without a credential, and nothing else":
    tryStranger,
};

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"];
/** A path that matches the route. */
const filled = (path: string) => path.replace(":id", "x").replace(":action", "Edit").replace(":name", "StoreList");
const isDescribed = (method: string, path: string) =>
  documented.some((one) => one.method === method && one.pattern.test(path.replace("/x", `/STO-${"0".repeat(32)}`)));

async function tryRoutes({ url, credentials }: World): Promise<void> {
  const undescribed = servedEndpoints.flatMap(({ path, methods: of, objectPath }) =>
    of
      .map((method) => [method, filled(path)] as const)
      // Data views and reads are described without their prefix, and for all prefixes.
      .filter(([method, at]) => !isDescribed(method, at) && !isDescribed(method, at.replace(`/${objectPath}`, ""))),
  );
  expect(undescribed).toEqual([]);
  const { clientID, clientSecret } = credentials.admin;
  const headers = { authorization: `Bearer ${formatClientKey(clientID, clientSecret)}` };
  for (const { path, methods: of } of servedEndpoints.filter(({ objectPath }) => objectPath === undefined))
    for (const method of methods.filter((one) => !of.includes(one))) {
      const { status } = await sendRaw(url, method, filled(path), { headers });
      expect([method, path, status]).toEqual([method, path, 405]);
    }
}

const others = [
  "/metrics",
  "/health",
  "/healthz",
  "/status",
  "/debug",
  "/debug/pprof",
  "/admin",
  "/admin/queues",
  "/console",
  "/queues",
  "/graphql",
  "/swagger.json",
  "/openapi.yaml",
  "/api-docs",
  "/reference/",
  "/reference/../package.json",
  "/reference/%2e%2e/package.json",
  "/reference/swagger-ui.js.map",
  "/.env",
  "/.git/config",
  "/package.json",
  "/node_modules/hono/package.json",
  "/actuator",
  "/server-status",
  "/ops",
  "/ops/",
  "/ops/v1",
  "/ops/v2/dead-letters",
  "/dx/api/application/v1/data_views",
  "/dx/api/application/v3/data_views",
  "/dx/api/v1/data_views",
  "/api/application/v2/data_views",
  "/prweb/api/application/v2/data_views",
  `${root}/cases`,
  `${root}/assignments`,
  `${root}/clients`,
  `${root}/audit`,
  "/uas/oauth/authorize",
  "/uas/oauth/introspect",
  "/.well-known/openid-configuration",
  "/.well-known/jwks.json",
];

async function tryPaths({ url, as: { admin } }: World): Promise<void> {
  for (const path of others) expectError(await admin.send("GET", path), 404, "Error_Path_Unknown");
  for (const path of ["/reference/../package.json", "/reference/%2e%2e/package.json"])
    expectError(await sendRaw(url, "GET", path), 404, "Error_Path_Unknown");
}

async function tryStranger({ url }: World): Promise<void> {
  const free = servedEndpoints
    .filter(({ isFree, methods: of }) => isFree && of.includes("GET"))
    .map(({ path }) => path);
  for (const path of free) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  expect((await sendRaw(url, "GET", "/openapi.json")).body).toEqual(document);
  for (const { path, methods: of } of servedEndpoints.filter(({ isFree }) => !isFree))
    for (const method of of) expectError(await sendRaw(url, method, filled(path)), 401, "Error_Credential_Invalid");
}
