import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

export const apiRoot = "/dx/api/application/v2";
const triesMax = 40;
const retryWaitMs = 250;
/** A request that has not been answered by then is sent again, as a till would. */
const answerMsMax = 15_000;
const retryableCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A record as a data view shows it. */
export type ViewRecord = Readonly<Record<string, unknown>> & { readonly ID: string };

export type ObjectPath = "Sale" | "Redemption" | "Store" | "Member" | "Reward" | "Product" | "Segment";
const typeOf: Readonly<Partial<Record<ObjectPath, string>>> = {
  Sale: "SaleCase",
  Redemption: "RedemptionCase",
  Segment: "SegmentCase",
};

/** The ExternalID that the demo gives to each of these is its idempotency key; all other calls send one of their own. */
const pathsWithOwnKey: ReadonlySet<ObjectPath> = new Set(["Sale", "Redemption"]);

/** A client of the API as any other: HTTP alone, on connections that it keeps. */
export interface Client {
  /** Any answer but a 503 is returned, refusals too. Creates and actions are repeated while nobody answers, and done once. */
  create(path: ObjectPath, content: object): Promise<Answer>;
  act(id: string, action: string, content: object | null): Promise<Answer>;
  /** @throws where the view does not answer 200. */
  view(
    name: string,
    parameters: Readonly<Record<string, string>>,
    fields?: readonly string[],
  ): Promise<readonly ViewRecord[]>;
  close(): void;
}

export function createClient(baseUrl: string, connectionsMax: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });
  const send = (method: string, path: string, body: object, headers = {}) =>
    repeat(() => sendOnce(agent, `${baseUrl}${path}`, { method, body, headers }));
  return {
    create: (path, content) => {
      const headers = pathsWithOwnKey.has(path) ? {} : newIdempotencyKey();
      return send("POST", `/${path}${apiRoot}/objects`, { objectTypeID: typeOf[path] ?? path, content }, headers);
    },
    act: (id, action, content) =>
      send("PATCH", `${apiRoot}/objects/${id}/actions/${action}`, { content }, newIdempotencyKey()),
    async view(name, dataViewParameters, fields = []) {
      const query = { select: fields.map((field) => ({ field })) };
      const answer = await send("POST", `${apiRoot}/data_views/${name}`, { dataViewParameters, query });
      if (answer.status !== 200)
        throw new Error(`View ${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body["data"] as readonly ViewRecord[];
    },
    close: () => agent.destroy(),
  };
}

/** One for each call, not for each time that it is sent. */
function newIdempotencyKey(): Readonly<Record<string, string>> {
  return { "idempotency-key": randomUUID() };
}

/** The code of an error's first detail, such as `Error_Key_Reused`. */
export function errorCodeOf({ body }: Answer): string {
  const [detail] = (body["errorDetails"] ?? []) as { message?: string }[];
  return detail?.message ?? "";
}

async function repeat(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await send();
      if (answer.status !== 503 || tries === triesMax) return answer;
    } catch (error) {
      if (tries === triesMax || !retryableCodes.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
    await delay(retryWaitMs);
  }
}

interface Outgoing {
  readonly method: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

function sendOnce(agent: Agent, url: string, { method, body, headers: more }: Outgoing): Promise<Answer> {
  const payload = Buffer.from(JSON.stringify(body));
  const headers = { "content-type": "application/json", "content-length": payload.length, ...more };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers, timeout: answerMsMax }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.once("error", reject);
      incoming.once("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) as Record<string, unknown> });
      });
    });
    outgoing.once("error", reject);
    outgoing.once("timeout", () => outgoing.destroy(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })));
    outgoing.end(payload);
  });
}
