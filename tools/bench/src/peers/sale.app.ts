import { createAdaptorServer, type HttpBindings, type ServerType } from "@hono/node-server";
import { formatId, type SaleContent, sale, shapeAnswer } from "@rewards/domain";
import { listenOn, portVar, postgresUrlVar, queueUrlVar, type Shutdown } from "@rewards/runtime";
import { Hono } from "hono";
import { z } from "zod";

export const peerVars = z.object({ PORT: portVar.default(0), DATABASE_URL: postgresUrlVar, QUEUE_URL: queueUrlVar });

/**
 * One process of a peer, its API or its worker: starts it, adds the steps of its shutdown, entrance first, and returns
 * its URL if it listens.
 */
export type PeerProcess = (
  config: z.infer<typeof peerVars>,
  shutdown: Pick<Shutdown, "add">,
) => Promise<string | undefined>;

const host = "127.0.0.1";
const objectsPath = "/dx/api/application/v2/objects";
export const salePath = `/${sale.path}${objectsPath}`;

/** The product's call and content rules, so that all subjects validate the same. */
export const saleBody = z.object({ objectTypeID: z.literal(sale.class), content: sale.content });

/**
 * Makes a sale durable and enqueues it.
 * @returns its UUID, or undefined if its ExternalID was used with other content.
 */
export type AcceptSale = (content: SaleContent) => Promise<string | undefined>;

export type SaleApp = Hono<{ Bindings: HttpBindings }>;

/** One route, written as Hono's documentation shows. */
export function createSaleApp(accept: AcceptSale): SaleApp {
  const app: SaleApp = new Hono();
  app.post(salePath, async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    if (body === undefined) return c.json({ error: "Error_Body_Malformed" }, 400);
    const parsed = saleBody.safeParse(body);
    if (!parsed.success) return c.json({ error: "Validation fail", issues: parsed.error.issues }, 422);
    const uuid = await accept(parsed.data.content);
    if (uuid === undefined) return c.json({ error: "Error_Key_Reused" }, 409);
    const { body: answer, location } = acceptedAnswer(uuid);
    return c.json(answer, 201, { Location: location });
  });
  app.onError((_error, c) => c.json({ error: "Error_Service_Failed" }, 500));
  return app;
}

/** The product's answer. */
export function acceptedAnswer(uuid: string): { body: Record<string, unknown>; location: string } {
  const id = formatId(sale.idPrefix, uuid);
  const body = shapeAnswer(sale.created.shape, { id, status: sale.initial, confirmationNote: sale.created.note });
  return { body, location: `${objectsPath}/${id}` };
}

/** How long a stop waits for answers before it cuts their connections. */
const answerMsMax = 2_000;

/** Listens, and adds the server's closing to the shutdown steps. Returns its URL. */
export async function listen(app: SaleApp, port: number, shutdown: Pick<Shutdown, "add">): Promise<string> {
  const server = createAdaptorServer({ fetch: app.fetch });
  const url = await listenOn(server, { host, port, hostSetting: "HOST", portSetting: "PORT" });
  shutdown.add("requests", () => close(server));
  return url;
}

async function close(server: ServerType): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
  }, answerMsMax);
  await closed;
  clearTimeout(timer);
}
