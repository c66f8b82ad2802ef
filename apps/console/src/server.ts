import { createServer, type RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { listenOn } from "@rewards/runtime";
import { boundConnections } from "./connections.ts";
import type { ConsoleApp } from "./context.ts";

/** Forms have a few short fields. */
const requestMsMax = 3_000;
const keepAliveMs = 5_000;
/** By default Node looks for connections past their time every 30 s only. */
const timeoutsCheckedEveryMs = 1_000;
const headersCountMax = 100;

export interface Listening {
  readonly url: string;
  /** Accepts no more connections, and resolves when every request is answered, or after `answersMsMax`. */
  close(answersMsMax: number): Promise<void>;
}

/** @throws ListenError if the server cannot listen on the address. */
export async function listen(
  app: ConsoleApp,
  place: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const options = {
    headersTimeout: requestMsMax,
    requestTimeout: requestMsMax,
    connectionsCheckingInterval: timeoutsCheckedEveryMs,
    keepAliveTimeout: keepAliveMs,
  };
  const listener: RequestListener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer(options, listener);
  boundConnections(server);
  server.maxHeadersCount = headersCountMax;
  return {
    url: await listenOn(server, { ...place, hostSetting: "CONSOLE_HOST", portSetting: "CONSOLE_PORT" }),
    close: (answersMsMax) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), answersMsMax);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
