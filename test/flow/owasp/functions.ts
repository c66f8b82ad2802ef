import { expect } from "vitest";
import { root } from "../support/client.ts";
import { operatorToken } from "../support/dead-letters.ts";
import { expectError } from "../support/errors.ts";
import { sendRaw } from "./raw.ts";
import { tokenOf } from "./tokens.ts";
import type { Attacks, World } from "./world.ts";

/** In depth, every route with and without each right: ../credentials-walk.test.ts. */
export const functionAttacks: Attacks = {
  "no form of the path and no method takes a till to the functions of operators": detourToOperators,
  "a client limited to records has no functions of operators, and a right for one is not one for another":
    stretchRights,
  "an action needs the right of its object's class, whatever class the path names": actUnderAnotherClass,
  "neither HEAD nor a header that names another method avoids a right": disguiseMethod,
  "a token with fewer rights than its client cannot use the others": exceedToken,
};

const letters = "/ops/v1/dead-letters";
const detours = [
  letters,
  `${letters}/`,
  `${letters}?x`,
  `${letters};x=y`,
  `${letters}/replay`,
  `${letters}/x/discard`,
  `/${letters}`,
  "//ops//v1//dead-letters",
  "/OPS/v1/dead-letters",
  "/ops/v1/Dead-Letters",
  "/%6fps/v1/dead-letters",
  "/ops%2fv1%2fdead-letters",
  "/ops/v1/%64ead-letters",
  "/./ops/v1/dead-letters",
  "/x/../ops/v1/dead-letters",
  "/livez/../ops/v1/dead-letters",
  "/ops\\v1\\dead-letters",
  `http://localhost${letters}`,
  `/Sale${letters}`,
];

async function detourToOperators(world: World): Promise<void> {
  const authorization = `Bearer ${await tokenOf(world, "till")}`;
  const call = (method: string, path: string, token: string) =>
    sendRaw(world.url, method, path, { headers: { authorization: token, "x-operator": "root" } });
  for (const path of detours)
    for (const method of ["GET", "POST", "PUT", "OPTIONS", "get"]) {
      const { status } = await call(method, path, authorization);
      expect([400, 403, 404, 405], `${method} ${path}`).toContain(status);
    }
  expect((await call("GET", letters, `Bearer ${operatorToken}`)).status).toBe(200);
}

async function stretchRights({ as }: World): Promise<void> {
  for (const client of [as.ofProgramme, as.ofStore, as.till])
    expectError(await client.send("GET", letters), 403, "Error_Right_Missing");
  expect((await as.lister.send("GET", letters)).status).toBe(200);
  for (const path of [`${letters}/replay`, `${letters}/x/replay`, `${letters}/x/discard`])
    expectError(await as.lister.send("POST", path, { reason: "x" }), 403, "Error_Right_Missing");
  expectError(await as.lister.send("GET", `${letters}/x`), 403, "Error_Right_Missing");
}

async function actUnderAnotherClass({ as: { till }, own: { ids } }: World): Promise<void> {
  const points = { content: { AdjustBalances: { Amount: 1_000, Name: "Points" } } };
  for (const prefix of ["", "/Sale", "/Store", "/Member"]) {
    const at = (id: string, action: string) => `${prefix}${root}/objects/${id}/actions/${action}`;
    expectError(await till.send("PATCH", at(ids.member, "AddBalance"), points), 403, "Error_Right_Missing");
    expectError(await till.send("PATCH", at(ids.item, "Use"), { content: null }), 403, "Error_Right_Missing");
  }
  const create = { objectTypeID: "Member", content: {} };
  expectError(await till.send("POST", `${root}/objects`, create), 403, "Error_Right_Missing");
  for (const prefix of ["/Sale", "/Store"])
    expectError(await till.send("POST", `${prefix}${root}/objects`, create), 400, "Error_ObjectType_Mismatch");
}

async function disguiseMethod({ as: { till, admin }, own: { ids } }: World): Promise<void> {
  for (const path of [`${root}/objects/${ids.member}`, `${root}/data_views/MemberList`, letters])
    for (const method of ["HEAD", "GET"]) expect((await till.send(method, path)).status).toBe(403);
  const balance = async () => (await admin.records("MemberBalances", { MemberExternalID: "M-own" }))[0].Balance;
  const before = await balance();
  const disguise = { "x-http-method-override": "PATCH", "x-http-method": "PATCH", "x-original-url": letters };
  const action = `${root}/objects/${ids.member}/actions/AddBalance`;
  const points = { content: { AdjustBalances: { Amount: 1_000, Name: "Points" } }, _method: "PATCH" };
  expectError(await till.send("GET", `${action}?_method=PATCH`, undefined, disguise), 403, "Error_Right_Missing");
  expectError(await till.send("POST", action, points, disguise), 405, "Error_Method_NotAllowed");
  expect(await balance()).toBe(before);
}

async function exceedToken(world: World): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(world, "admin", "store:read")}` };
  const read = (id: string) => sendRaw(world.url, "GET", `${root}/objects/${id}`, { headers });
  expect((await read(world.own.ids.store)).status).toBe(200);
  expectError(await read(world.own.ids.member), 403, "Error_Right_Missing");
  expectError(await sendRaw(world.url, "GET", letters, { headers }), 403, "Error_Right_Missing");
}
