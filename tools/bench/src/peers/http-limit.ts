import type { IncomingMessage } from "node:http";
import { Hono } from "hono";
import { uuidv7 } from "uuidv7";
import { acceptedAnswer, listen, type PeerProcess, type SaleApp, saleBody, salePath } from "./sale.app.ts";

/**
 * The limit of HTTP: Node's server, Hono and zod read, validate and answer a sale in the cheapest way, with nothing
 * behind them. No back end on this stack can spend less on a request.
 */
export const limit: PeerProcess = ({ PORT }, shutdown) => listen(createHttpLimit(), PORT, shutdown);

function createHttpLimit(): SaleApp {
  const app: SaleApp = new Hono();
  app.post(salePath, async (c) => {
    const parsed = saleBody.safeParse(JSON.parse(await readText(c.env.incoming)));
    if (!parsed.success) return c.json({ error: "Validation fail" }, 422);
    const { body, location } = acceptedAnswer(uuidv7());
    // A plain Response: headers set through the context first become a Headers object.
    return new Response(JSON.stringify(body), {
      status: 201,
      headers: { "content-type": "application/json", location },
    });
  });
  app.onError((_error, c) => c.json({ error: "Error_Body_Malformed" }, 400));
  return app;
}

/** Reads the socket's own stream: a web stream over it costs more than the parsing. */
function readText(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    incoming.once("error", reject);
  });
}
