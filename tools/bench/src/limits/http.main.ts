/**
 * The limit of HTTP: Node's server, Hono and zod in the cheapest way that reads, validates and answers a sale, with
 * nothing behind it. What a request costs here, no back end on this stack can do without.
 */
import type { IncomingMessage } from "node:http";
import { Hono } from "hono";
import { uuidv7 } from "uuidv7";
import { listenVars, runProcess } from "../peers/shared/process.ts";
import { acceptedAnswer, listen, type SaleApp, saleBody, salePath } from "../peers/shared/sale.app.ts";

await runProcess("limit-http", process.env, listenVars, (config, shutdown) =>
  listen(createHttpLimit(), config.PORT, shutdown),
);

function createHttpLimit(): SaleApp {
  const app: SaleApp = new Hono();
  app.post(salePath, async (c) => {
    const parsed = saleBody.safeParse(JSON.parse(await readText(c.env.incoming)));
    if (!parsed.success) return c.json({ error: "Validation fail" }, 422);
    const { body, location } = acceptedAnswer(uuidv7());
    // A plain Response: headers that are set through the context become a Headers object first.
    return new Response(JSON.stringify(body), {
      status: 201,
      headers: { "content-type": "application/json", location },
    });
  });
  app.onError((_error, c) => c.json({ error: "Error_Body_Malformed" }, 400));
  return app;
}

/** From the socket's own stream: a web stream over it costs more than the parsing. */
function readText(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    incoming.once("error", reject);
  });
}
