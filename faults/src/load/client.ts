import { Agent, request } from "node:http";

/** What came back: the status and the body, or why nothing did. */
export type Reply =
  | { readonly status: number; readonly body: unknown; readonly retryAfter: string | undefined }
  | { readonly lost: string };

/** A client of one API, over kept connections. */
export interface HttpClient {
  send(method: string, path: string, body: unknown): Promise<Reply>;
  close(): void;
}

const answerMsMax = 15_000;

export function createHttpClient(url: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, scheduling: "lifo" });
  const { hostname, port } = new URL(url);
  function send(method: string, path: string, body: unknown) {
    const text = body === undefined ? "" : JSON.stringify(body);
    const json = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
    return new Promise<Reply>((resolve) => {
      const lose = (error: Error) => resolve({ lost: (error as NodeJS.ErrnoException).code ?? error.message });
      const sent = request({ agent, hostname, port, method, path, headers: json, timeout: answerMsMax }, (response) => {
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
