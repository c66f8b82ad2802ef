import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "./webhook.ts";

const [secret, earlier] = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`) as [
  string,
  string,
];
const event = {
  type: "sale.completed",
  timestamp: "2026-11-30T02:43:20.117Z",
  data: { sequence: 1, ID: "SALE-1", StoreCode: "Café 😀" },
};
const body = JSON.stringify(event);
const now = () => new Date();

/** Headers of a message, signed by the package of Standard Webhooks. */
function headersOf({ by = [secret], text = body, at = now() } = {}) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = by.map((one) => new Webhook(one).sign("EVT-1", at, text));
  return { "webhook-id": "EVT-1", "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

test("a genuine message is returned with its ID, whatever the form of body, headers and secrets", async () => {
  const headers = headersOf();
  for (const text of [body, new TextEncoder().encode(body), Buffer.from(body)])
    for (const given of [headers, new Headers(headers), { ...headers, host: "x", accept: ["a", "b"] }])
      for (const secrets of [secret, [secret], [earlier, secret], [secret.replace("whsec_", "")]])
        expect(await verifyWebhook(text, given, secrets)).toEqual({ id: "EVT-1", ...event });
});

test("while a secret replaces another, a receiver that knows either takes what both sign", async () => {
  const headers = headersOf({ by: [secret, earlier] });
  for (const known of [secret, earlier]) expect((await verifyWebhook(body, headers, known)).id).toBe("EVT-1");
});

const good = headersOf();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const asVersion = (version: string) => ({
  ...good,
  "webhook-signature": good["webhook-signature"].replace("v1,", `${version},`),
});
const hex = createHmac("sha256", Buffer.alloc(32, 1))
  .update(`EVT-1.${good["webhook-timestamp"]}.${body}`)
  .digest("hex");

test.each([
  ["another secret", headersOf({ by: [earlier] })],
  ["another body", headersOf({ text: `${body} ` })],
  ["another ID", { ...good, "webhook-id": "EVT-2" }],
  ["another time", { ...good, "webhook-timestamp": String(Number(good["webhook-timestamp"]) - 1) }],
  ["six minutes ago", headersOf({ at: minutesAgo(6) })],
  ["in six minutes", headersOf({ at: minutesAgo(-6) })],
  ["a time that is none", { ...good, "webhook-timestamp": "soon" }],
  ["another version", asVersion("v1a")],
  ["a cut signature", { ...good, "webhook-signature": good["webhook-signature"].slice(0, -1) }],
  ["a longer signature", { ...good, "webhook-signature": `${good["webhook-signature"]}A` }],
  ["a hexadecimal signature", { ...good, "webhook-signature": `v1,${hex}` }],
  ["no signature", { ...good, "webhook-signature": "" }],
  ["no ID", { ...good, "webhook-id": undefined }],
  ["no headers", {}],
])("a message with %s is refused", async (_, headers) => {
  await expect(verifyWebhook(body, headers, secret)).rejects.toBeInstanceOf(WebhookVerificationError);
});

test("without a secret nothing is genuine", async () => {
  await expect(verifyWebhook(body, good, [])).rejects.toBeInstanceOf(WebhookVerificationError);
});
