import { createRewardsClient, type Incoming, type Outgoing, type RewardsClient } from "@rewards/client";
import { creatableObjects } from "@rewards/domain";
import { type Answer, apiRoot, send as sendRequest } from "@rewards/lab/client";
import { checkAnswer, documented } from "./contract.ts";
import { recordCall } from "./recording.ts";

export type { Answer };

export const root = apiRoot;
const json = { "content-type": "application/json" };

type SentHeaders = Readonly<Record<string, string>>;

/** Calls the interface over HTTP, as clients do, and checks every answer against the OpenAPI document. */
export interface Client {
  readonly url: string;
  send(method: string, path: string, body?: unknown, headers?: SentHeaders): Promise<Answer>;
  /** Sends the body unchanged. */
  sendRaw(method: string, path: string, body: string | Uint8Array | undefined, headers?: SentHeaders): Promise<Answer>;
  create(type: ObjectType, content: object, headers?: SentHeaders): Promise<Answer>;
  /** The typed client of the same service, without retries. */
  readonly api: RewardsClient;
  /** Creates an object and returns its ID; throws unless the answer is 201. */
  created(type: ObjectType, content: object): Promise<string>;
  act(id: string, action: string, body?: object, headers?: SentHeaders): Promise<Answer>;
  view(name: string, dataViewParameters?: object | null, select?: readonly string[]): Promise<Answer>;
  /** The records of a view; throws unless the answer is 200. */
  // biome-ignore lint/suspicious/noExplicitAny: records of every class.
  records(name: string, dataViewParameters?: object | null): Promise<any[]>;
  read(id: string): Promise<Answer>;
}

type Group = keyof RewardsClient;
type CreatableGroup = { [Name in Group]: RewardsClient[Name] extends { create: unknown } ? Name : never }[Group];

/** The path of a class that callers create: `Sale` for the client's `sales`. */
export type ObjectType = CreatableGroup extends `${infer Noun}s` ? Capitalize<Noun> : never;
/** objectTypeID by {ObjectPath}. */
export const objectTypes = Object.fromEntries(
  creatableObjects.map((definition) => [definition.path, definition.class]),
) as Readonly<Record<ObjectType, string>>;

/** Checks the typed client's answers against the document too. */
async function fetchChecked(url: string, init: Outgoing): Promise<Incoming> {
  const answer = await fetch(url, init);
  const { pathname, search } = new URL(url);
  const text = await answer.clone().text();
  const { status, headers } = answer as Response;
  const sent = { headers: Object.fromEntries(init.headers), body: init.body };
  recordCall(init.method, pathname + search, { ...sent, answer: { status, headers, text } });
  checkAnswer(init.method, pathname + search, { status, body: JSON.parse(text) });
  return answer;
}

/** @param credential sent with every call, if the service requires one. */
export function createClient(url: string, credential?: string): Client {
  const authorization = credential === undefined ? {} : { authorization: `Bearer ${credential}` };
  async function sendRaw(
    method: string,
    path: string,
    body: string | Uint8Array | undefined,
    given: SentHeaders = json,
  ): Promise<Answer> {
    const headers = { ...authorization, ...given };
    const answer = await sendRequest(url, { method, path, headers, body });
    recordCall(method, path, { headers, body, answer });
    checkAnswer(method, path, answer);
    return answer;
  }
  const send = (method: string, path: string, body?: unknown, headers: SentHeaders = {}) =>
    sendRaw(method, path, body === undefined ? undefined : JSON.stringify(body), { ...json, ...headers });
  const create = (type: ObjectType, content: object, headers?: SentHeaders) =>
    send("POST", `/${type}${root}/objects`, { objectTypeID: objectTypes[type], content }, headers);
  const view = (name: string, dataViewParameters: object | null = null, select?: readonly string[]) =>
    send("POST", `${root}/data_views/${name}`, {
      dataViewParameters,
      ...(select && { query: { select: select.map((field) => ({ field })) } }),
    });
  const token = credential === undefined ? {} : { token: credential };
  const api = createRewardsClient({ baseUrl: url, ...token, retry: { triesMax: 1 }, fetch: fetchChecked });
  return {
    url,
    send,
    sendRaw,
    create,
    api,
    async created(type, content) {
      const [group] = documented.find(({ path }) => path === `/${type}${root}/objects`)?.id.split(".") ?? [];
      const { create } = api[group as CreatableGroup];
      // The client's types fix the content; tests send any content.
      return (await create(content as never)).id;
    },
    act: (id, action, body = { content: null }, headers) =>
      send("PATCH", `${root}/objects/${id}/actions/${action}`, body, headers),
    view,
    async records(name, parameters) {
      const { status, body } = await view(name, parameters);
      if (status !== 200) throw new Error(`the view ${name} was answered ${status} ${JSON.stringify(body)}`);
      return body.data;
    },
    read: (id) => send("GET", `${root}/objects/${id}`),
  };
}
