import { Agent, request as open } from "node:http";
import { type Answer, lossOf, parsed, type Request } from "@rewards/lab/client";
import type { Call } from "./call.ts";
import type { Attempt } from "./record.ts";

/** How long a client waits. */
const answerMsMax = 15_000;
/** Keep-alive connections of all callers. */
const agent = new Agent({ keepAlive: true, scheduling: "lifo" });

/**
 * Sends a call as the lab's client does, but by `node:http`: `fetch` costs so much CPU that of 3,000 calls at once some
 * arrive late and are answered 408.
 * @throws if no answer comes in time.
 */
export function send(root: string, { method, path, ...request }: Request): Promise<Answer> {
  const sentText = request.body === undefined ? "" : JSON.stringify(request.body);
  const length = String(Buffer.byteLength(sentText));
  const headers = { "content-type": "application/json", "content-length": length, ...request.headers };
  const { hostname, port } = new URL(root);
  return new Promise((resolve, reject) => {
    const sent = open({ agent, hostname, port, method, path, headers, timeout: answerMsMax }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("error", reject);
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => {
        const { statusCode: status = 0 } = response;
        resolve({ status, headers: new Headers(response.headers as Record<string, string>), text, body: parsed(text) });
      });
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer"))).on("error", reject);
    sent.end(sentText);
  });
}

/** Sends a call's request. Returns the answer, or why none came. */
export async function sendOnce(url: string, { method, path, content, objectType, idempotencyKey }: Call) {
  const body = { ...(objectType && { objectTypeID: objectType }), content };
  const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  return send(url, { method, path, headers, body }).then(
    (answer): Partial<Attempt> => ({
      status: answer.status,
      body: answer.body,
      retryAfter: answer.headers.get("retry-after") ?? undefined,
      tag: answer.headers.get("etag") ?? undefined,
    }),
    (error): Partial<Attempt> => ({ lost: lossOf(error) }),
  );
}
