import type { RewardsClient } from "./client.types.ts";
import { calls } from "./generated/tables.ts";
import type { CallId, IdOf } from "./operation.types.ts";
import { createSettled } from "./settled.ts";
import { type CallOptions, type ClientOptions, createTransport, type Received, type Send } from "./transport.ts";
import { createView } from "./view.ts";

type Kind = (typeof calls)[CallId]["kind"];
type CallOf<K extends Kind> = (typeof calls)[IdOf<K>];
type Given = readonly unknown[];
type Make = (id: never, call: never, send: Send) => unknown;

/** Sends the calls of each kind. The generated types know their arguments and answers. */
const makers: { readonly [K in Kind]: (id: IdOf<K>, call: CallOf<K>, send: Send) => unknown } = {
  create:
    (_id, { method, path, objectTypeID, keyField }, send) =>
    async (content: Readonly<Record<string, unknown>>, options: CallOptions = {}) => {
      const hasOwnKey = keyField !== null && Boolean(content[keyField]);
      const body = { objectTypeID, content };
      return readDone(await send({ method, path, body, isRepeatable: true }, hasOwnKey ? options : withKey(options)));
    },
  action:
    (_id, { method, path, takesContent }, send) =>
    async (ID: string, ...given: Given) => {
      const [content, options] = takesContent ? given : [null, ...given];
      const sent = { method, path, placeholders: { ID }, body: { content: content ?? null }, isRepeatable: true };
      return readDone(await send(sent, withKey(options as CallOptions | undefined)), ID);
    },
  object:
    (_id, { method, path }, send) =>
    async (ID: string, options?: CallOptions) => {
      const { body, headers } = await send(
        { method, path, placeholders: { ID }, isRepeatable: true, isRead: true },
        options,
      );
      return { ...(body as { data: { objectInfo: object } }).data.objectInfo, etag: headers.get("etag") ?? undefined };
    },
  view: (id, _call, send) => createView(id, send),
  other:
    (_id, call, send) =>
    async (...given: Given) =>
      (await sendOther(call, given, send)).body,
};

/**
 * A client of the service at `baseUrl`. The service does a create or an action once, however often the client sends it:
 * each has an idempotency key, either the record's business key or one that the client makes.
 * Every call throws RewardsError if it is refused or gets no answer, and the signal's reason if the signal aborts it.
 */
export function createRewardsClient(options: ClientOptions): RewardsClient {
  const send = createTransport(options);
  const client: Record<string, Record<string, unknown>> = {};
  for (const [id, call] of Object.entries(calls)) {
    const [group = "", name = ""] = id.split(".");
    client[group] ??= {};
    // `kind` selects the maker, so the maker gets a call of its kind. The union of all calls is too large for the compiler.
    const make = (makers as Readonly<Record<Kind, Make>>)[call.kind];
    client[group][name] = make(id as never, call as never, send);
  }
  Object.assign(client["sales"] ?? {}, { settled: createSettled(send) });
  // Table and type are generated from one document, so the table has every call of the type.
  return client as unknown as RewardsClient;
}

/** The arguments are the path's placeholders, the body, the query and the options, as far as the call has them. */
function sendOther(
  { method, path, takesBody, takesQuery, isSafe }: CallOf<"other">,
  given: Given,
  send: Send,
): Promise<Received> {
  const left = [...given];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const placeholders = Object.fromEntries(names.map((name) => [name, String(left.shift())]));
  const body = takesBody ? left.shift() : undefined;
  const query = takesQuery ? (left.shift() as Readonly<Record<string, unknown>>) : undefined;
  return send(
    { method, path, placeholders, body, query, isRepeatable: isSafe, isRead: isSafe },
    left.shift() as CallOptions | undefined,
  );
}

/** Adds one key per call; all attempts of the call share it. */
function withKey(options: CallOptions = {}): CallOptions {
  return { ...options, idempotencyKey: options.idempotencyKey ?? newKey() };
}

/** 128 random bits. Not `randomUUID`, which browsers offer only to pages loaded over TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface AnyAnswer {
  readonly data: {
    readonly objectInfo: { readonly ID?: string; readonly status: string };
    readonly ID?: string;
    readonly confirmationNote?: string;
  };
  readonly ID?: string;
  readonly confirmationNote?: string;
}

/** The place of ID and note differs between operations. */
function readDone({ body, headers }: Received, id?: string) {
  const answer = body as AnyAnswer;
  const { data } = answer;
  return {
    id: answer.ID ?? data.ID ?? data.objectInfo.ID ?? id,
    status: data.objectInfo.status,
    confirmationNote: answer.confirmationNote ?? data.confirmationNote,
    etag: headers.get("etag") ?? undefined,
    answer,
  };
}
