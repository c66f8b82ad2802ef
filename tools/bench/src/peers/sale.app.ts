import { createAdaptorServer } from "@hono/node-server";
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

const objectsPath = "/dx/api/application/v2/objects";

/** The product's call and content rules, so that all subjects validate the same. */
const saleBody = z.object({ objectTypeID: z.literal(sale.class), content: sale.content });

/**
 * Listens with one route, written as Hono's documentation shows, and adds the server's closing to the shutdown steps.
 * @param accept makes a sale durable and enqueues it; it returns the UUID of the sale that has its ExternalID.
 * @returns the URL
 */
export async function serveSales(
  port: number,
  shutdown: Pick<Shutdown, "add">,
  accept: (content: SaleContent) => Promise<string>,
): Promise<string> {
  const app = new Hono();
  app.post(`/${sale.path}${objectsPath}`, async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    if (body === undefined) return c.json({ error: "Error_Body_Malformed" }, 400);
    const parsed = saleBody.safeParse(body);
    if (!parsed.success) return c.json({ error: "Validation fail", issues: parsed.error.issues }, 422);
    const id = formatId(sale.idPrefix, await accept(parsed.data.content));
    const answer = shapeAnswer(sale.created.shape, { id, status: sale.initial, confirmationNote: sale.created.note });
    return c.json(answer, 201, { Location: `${objectsPath}/${id}` });
  });
  app.onError((_error, c) => c.json({ error: "Error_Service_Failed" }, 500));
  const server = createAdaptorServer({ fetch: app.fetch });
  const url = await listenOn(server, { host: "127.0.0.1", port, hostSetting: "HOST", portSetting: "PORT" });
  shutdown.add("requests", async () => {
    server.close();
    // All that was sent has been answered before a peer stops.
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
  return url;
}
