// @ts-check
/**
 * The backend of a web shop: it sends orders as sales, shows before the order what it would earn, and knows the members'
 * points from the events that the service posts to /events, so that no page of the shop waits for the service.
 */
import { createServer } from "node:http";
import { createRewardsClient, RewardsError, verifyWebhook, WebhookVerificationError } from "@rewards/client";

const {
  API = "http://127.0.0.1:3000",
  // Rights: sale:create view:PreviewSale
  KEY,
  WEBHOOK_SECRETS = "", // of `rewards webhooks add --kinds balance.changed`; two while one replaces the other
  STORE = "WEB",
  PORT = "8080",
} = process.env;
const client = createRewardsClient({ baseUrl: API, token: KEY });
const secrets = WEBHOOK_SECRETS.split(" ").filter(Boolean);
const bodyBytesMax = 1_048_576;

/**
 * Points by member, with the number of the event that told them. A real shop has this table in its database.
 * @type {Map<string, { balance: number, sequence: number }>}
 */
const points = new Map();

/** @typedef {{ order: string, at: string, member: string, items: { sku: string, quantity: number, total: number }[] }} Order */

const linesOf = (/** @type {Order} */ { items }) =>
  items.map(({ sku, quantity, total }) => ({ ProductCode: sku, Quantity: quantity, TotalAmount: total }));

/** Of the shop's own paths: what each answers. A real shop takes the member from the session, never from the request. */
const routes = {
  /** What the basket would earn; nothing if the service cannot say. It must not keep anybody from buying. */
  async "POST /preview"(/** @type {Buffer} */ body) {
    const order = /** @type {Order} */ (JSON.parse(body.toString()));
    const sale = { MemberExternalID: order.member, StoreCode: STORE, SaleItems: linesOf(order) };
    const rows = await client.views.previewSale(sale).catch(ignoreRewards);
    return { status: 200, answer: { points: rows?.data[0]?.Points ?? null } };
  },

  /** The order's number is the sale's key: sent twice with the same content, also the same time, it earns once. */
  async "POST /orders"(/** @type {Buffer} */ body) {
    const order = /** @type {Order} */ (JSON.parse(body.toString()));
    const { id } = await client.sales.create({
      ...{ ExternalID: `${STORE}-${order.order}`, StoreCode: STORE, SaleChannelCode: "WEB" },
      ...{ MemberExternalID: order.member, SaleDateTime: order.at, SaleItems: linesOf(order) },
    });
    return { status: 202, answer: { sale: id } };
  },

  /** Events come at least once, and those of a member in order: one that is not newer says nothing new. */
  async "POST /events"(/** @type {Buffer} */ body, /** @type {import("node:http").IncomingHttpHeaders} */ headers) {
    const { type, data } = await verifyWebhook(body, headers, secrets);
    const { MemberExternalID: member, MemberBalance: balance, sequence } = data;
    if (type === "balance.changed" && sequence > (points.get(String(member))?.sequence ?? 0))
      points.set(String(member), { balance: Number(balance), sequence });
    return { status: 204 };
  },

  async "GET /points"(
    /** @type {Buffer} */ _body,
    /** @type {unknown} */ _headers,
    /** @type {URLSearchParams} */ query,
  ) {
    return { status: 200, answer: { points: points.get(query.get("member") ?? "")?.balance ?? null } };
  },
};

function ignoreRewards(/** @type {unknown} */ error) {
  if (!(error instanceof RewardsError)) throw error;
  return undefined;
}

async function readBody(/** @type {import("node:http").IncomingMessage} */ request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new SyntaxError("too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const server = createServer(async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://shop");
    const name = `${request.method} ${pathname}`;
    const route = name in routes ? routes[/** @type {keyof typeof routes} */ (name)] : undefined;
    const done = route ? await route(await readBody(request), request.headers, searchParams) : { status: 404 };
    response.writeHead(done.status, { "content-type": "application/json" });
    response.end("answer" in done ? JSON.stringify(done.answer) : undefined);
  } catch (error) {
    const isCallers = error instanceof SyntaxError || error instanceof WebhookVerificationError;
    // The service was away for longer than the client repeats: the shop's own page sends the order again.
    const status = isCallers ? 400 : error instanceof RewardsError && error.retryable ? 503 : 500;
    if (!isCallers) console.error(error);
    response.writeHead(status).end();
  }
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`shop on ${PORT}`));
process.once("SIGTERM", () => server.close());
