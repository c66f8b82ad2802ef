import { servedEndpoints } from "@rewards/api";
import {
  actionRight,
  actions,
  actionsOf,
  allRights,
  callRights,
  consoleRights,
  creatableObjects,
  createRight,
  dataViews,
  operatorRight,
  parseClientKey,
  readRight,
  viewRight,
} from "@rewards/domain";
import { beforeAll, expect, test, vi } from "vitest";
import { actions as consoleActions } from "../../apps/console/src/actions.ts";
import { pages } from "../../apps/console/src/pages.ts";
import { callsOf } from "./support/calls.ts";
import { type Client, createClient, type ObjectType, root } from "./support/client.ts";
import { issueClient } from "./support/clients.ts";
import { registerBasics } from "./support/fixtures.ts";
import { useStack } from "./support/stack.ts";

const stack = useStack({ env: { AUTH: "required" } });

/** One call of a route, and the rights that it needs. */
interface Step {
  readonly method: string;
  /** As in `servedEndpoints`. */
  readonly pattern: string;
  readonly path: string;
  readonly body?: object;
  readonly needs: readonly string[];
}

const nobody = "0".repeat(32);
const clients = new Map<string, Client>();
let steps: readonly Step[] = [];
let secretOfAll: Readonly<Record<string, string>>;

const clientWith = (rights: readonly string[]) => clients.get(rights.join(" ")) as Client;
const withTokens = new Map<string, Client>();

/** Calls with a token of the client that has every right, narrowed to these. */
async function tokenWith(rights: readonly string[]): Promise<Client> {
  const scope = rights.join(" ");
  const known = withTokens.get(scope) ?? createClient(stack.client.url, await requestToken(scope));
  withTokens.set(scope, known);
  return known;
}

async function requestToken(scope: string): Promise<string> {
  const form = new URLSearchParams({ grant_type: "client_credentials", ...secretOfAll, scope });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { body } = await stack.client.sendRaw("POST", "/uas/oauth/token", form.toString(), headers);
  return body.access_token;
}

const allBut = (right: string) => allRights.filter((one) => one !== right);

/** The ID of an object of each class. */
async function createObjects(client: Client): Promise<ReadonlyMap<string, string>> {
  const basics = await registerBasics(client);
  await client.act(basics.memberId, "AddBalance", { content: { AdjustBalances: { Amount: 100, Name: "Points" } } });
  await client.act(basics.rewardId, "AddRewardStock", { content: { RewardQuantity: 5 } });
  const { contents, mint } = callsOf(() => ({ client, basics }));
  const ids = creatableObjects.map(async ({ path, class: name }) => {
    return [name, await client.created(path as ObjectType, contents[path as ObjectType]())] as const;
  });
  return new Map([...(await Promise.all(ids)), ["RedemptionItemCase", await mint()]]);
}

function stepsOf(ids: ReadonlyMap<string, string>): Step[] {
  const idOf = (className: string) => ids.get(className) as string;
  const unknownOf = (className: string) => idOf(className).replace(/[0-9a-f]{32}$/, nobody);
  return [
    ...creatableObjects.map((one) => ({
      method: "POST",
      pattern: "/objects",
      path: `${root}/objects`,
      body: { objectTypeID: one.class, content: {} },
      needs: [createRight(one)],
    })),
    ...creatableObjects.map((one) => ({
      method: "POST",
      pattern: "/objects/import",
      path: `/${one.path}${root}/objects/import`,
      body: {},
      needs: [createRight(one)],
    })),
    ...actions.flatMap((action) => {
      const { target, name } = action;
      const at = (id: string) => ({
        pattern: "/objects/:id/actions/:action",
        path: `${root}/objects/${id}/actions/${name}`,
      });
      return [
        { method: "GET", ...at(idOf(target.class)), needs: [readRight(target), actionRight(action)] },
        { method: "PATCH", ...at(unknownOf(target.class)), body: { content: {} }, needs: [actionRight(action)] },
      ];
    }),
    ...[...ids].map(([className, id]) => {
      const target = [...creatableObjects, ...actions.map((one) => one.target)].find((one) => one.class === className);
      return {
        method: "GET",
        pattern: "/objects/:id",
        path: `${root}/objects/${id}`,
        needs: target ? [readRight(target)] : [],
      };
    }),
    ...dataViews.flatMap((view) => {
      const at = (more: string) => ({
        pattern: `/data_views/:name${more}`,
        path: `${root}/data_views/${view.name}${more}`,
        needs: [viewRight(view)],
      });
      return [
        { method: "POST", ...at(""), body: {} },
        { method: "GET", ...at("") },
        { method: "POST", ...at("/count"), body: {} },
        { method: "GET", ...at("/metadata") },
      ];
    }),
    ...operatorSteps,
  ];
}

const operatorSteps = (
  [
    ["GET", "/dead-letters", "list"],
    ["POST", "/dead-letters/replay", "replay"],
    ["GET", "/dead-letters/:id", "inspect"],
    ["POST", "/dead-letters/:id/replay", "replay"],
    ["POST", "/dead-letters/:id/discard", "discard"],
    ["POST", "/members/export", "export"],
    ["POST", "/members/erase", "erase"],
    ["GET", "/webhooks", "webhooks"],
    ["POST", "/webhooks", "webhooks"],
    ["POST", "/webhooks/:id/rotate", "webhooks"],
    ["POST", "/webhooks/:id/pause", "webhooks"],
    ["POST", "/webhooks/:id/resume", "webhooks"],
    ["POST", "/webhooks/:id/remove", "webhooks"],
    ["POST", "/webhooks/:id/replay", "webhooks"],
    ["GET", "/webhooks/:id/attempts", "webhooks"],
  ] as const
).map(([method, pattern, name]): Step => {
  const call = { method, pattern, path: `/ops/v1${pattern.replace(":id", "x")}`, needs: [operatorRight(name)] };
  return method === "GET" ? call : { ...call, body: {} };
});

beforeAll(async () => {
  const lists = [
    ["*"],
    ...allRights.map((right) => [right]),
    ...actions.map((action) => [readRight(action.target), actionRight(action)]),
    ...allRights.map(allBut),
  ];
  for (const rights of new Set(lists.map((list) => list.join(" ")))) {
    const { clientID, key, client } = await issueClient(stack, stack.client.url, rights);
    if (rights === "*") secretOfAll = { client_id: clientID, client_secret: parseClientKey(key)?.secret ?? "" };
    clients.set(rights, client);
  }
  const last = [...clients.values()].at(-1) as Client;
  await vi.waitFor(async () => expect((await last.send("GET", `${root}/data_views`)).status).toBe(200), {
    timeout: 60_000,
  });
  steps = stepsOf(await createObjects(clientWith(["*"])));
});

/** Whether the call was refused for its rights. */
async function isRefused(client: Client, { method, path, body }: Step): Promise<boolean> {
  const { status, body: answer } = await client.send(method, path, body);
  if (status === 401) throw new Error(`${method} ${path} was answered 401`);
  if (status === 403) expect(answer.errorDetails[0].message).toBe("Error_Right_Missing");
  return status === 403;
}

test("the walk has a call for every route that needs a credential, and for every right", () => {
  const walked = new Set(steps.map(({ method, pattern }) => `${method} ${pattern}`));
  const served = servedEndpoints.filter(({ isFree }) => !isFree);
  const named = new Set(served.flatMap(({ pattern, methods }) => methods.map((method) => `${method} ${pattern}`)));
  // The list of views needs no right: it shows what the rights reach.
  named.delete("GET /data_views");
  expect(walked).toEqual(named);
  expect(new Set(steps.flatMap(({ needs }) => needs))).toEqual(new Set(callRights));
  const needed = [...pages, ...consoleActions].flatMap(({ right }) => right);
  expect(needed).toEqual(expect.arrayContaining([...consoleRights]));
});

test("every call is answered with only the rights that it needs, as the client's or as the token's", async () => {
  const refused = [];
  for (const step of steps) {
    if (await isRefused(clientWith(step.needs), step)) refused.push(step);
    if (step.needs.length > 0 && (await isRefused(await tokenWith(step.needs), step))) refused.push(step);
  }
  expect(refused).toEqual([]);
});

test("every call is refused with all rights but one that it needs, of the client or of the token", async () => {
  const answered = [];
  for (const step of steps)
    for (const right of step.needs)
      for (const caller of [clientWith(allBut(right)), await tokenWith(allBut(right))])
        if (!(await isRefused(caller, step))) answered.push([right, step]);
  expect(answered).toEqual([]);
});

test("every call is refused with 401 without a credential, whatever else is wrong with it", async () => {
  const headers = { "content-type": "text/plain" };
  for (const { method, path } of steps) {
    const sent = method === "GET" ? undefined : "{";
    const { status, body, headers: given } = await stack.client.sendRaw(method, path, sent, headers);
    expect([path, status, body.errorDetails[0].message]).toEqual([path, 401, "Error_Credential_Invalid"]);
    expect(given.get("www-authenticate")).toBe("Bearer");
  }
});

test("the list of views and the actions of an object show only what the rights reach", async () => {
  for (const view of dataViews) {
    const { body } = await clientWith([viewRight(view)]).send("GET", `${root}/data_views`);
    expect(body.data.map(({ ID }: { ID: string }) => ID)).toEqual([view.name]);
  }
  for (const { needs, path, pattern, method } of steps.filter((one) => one.pattern === "/objects/:id")) {
    const { body } = await clientWith(needs).send(method, path);
    expect([pattern, body.data.objectInfo.availableActions]).toEqual([pattern, []]);
  }
  const [edit] = actions.filter(({ name, target }) => name === "Edit" && actionsOf(target).length > 1);
  if (!edit) throw new Error("no class has an Edit and another action");
  const path = steps.find(({ needs }) => needs.length === 1 && needs[0] === readRight(edit.target))?.path ?? "";
  const { body } = await clientWith([readRight(edit.target), actionRight(edit)]).send("GET", path);
  expect(body.data.objectInfo.availableActions).toEqual([{ ID: "Edit", name: "Edit" }]);
});
