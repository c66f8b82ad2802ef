import { Agent, request } from "node:http";

/** What came back: the status and the body, or why nothing did. */
export type Reply =
  | {
      readonly status: number;
      readonly body: unknown;
      readonly retryAfter: string | undefined;
      readonly tag: string | undefined;
    }
  | { readonly lost: string };

/** A client of one API, over kept connections. */
export interface HttpClient {
  send(method: string, path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  close(): void;
}

const answerMsMax = 15_000;

export function createHttpClient(url: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, scheduling: "lifo" });
  const { hostname, port } = new URL(url);
  function send(method: string, path: string, body: unknown, more: Readonly<Record<string, string>> = {}) {
    const text = body === undefined ? "" : JSON.stringify(body);
    const length = String(Buffer.byteLength(text));
    const headers = { "content-type": "application/json", "content-length": length, ...more };
    return new Promise<Reply>((resolve) => {
      const lose = (error: Error) => resolve({ lost: (error as NodeJS.ErrnoException).code ?? error.message });
      const sent = request({ agent, hostname, port, method, path, headers, timeout: answerMsMax }, (response) => {
        let received = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          received += chunk;
        });
        response.on("error", lose);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body: parsed(received),
            retryAfter: response.headers["retry-after"],
            tag: response.headers.etag,
          }),
        );
      });
      sent.on("timeout", () => sent.destroy(new Error("no answer")));
      sent.on("error", lose);
      sent.end(text);
    });
  }
  return { send, close: () => agent.destroy() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
