import { createHmac } from "node:crypto";
import { applicationVersion } from "@rewards/domain";
import { type Dispatcher, request } from "undici";
import { answerMsMax } from "./agent.guard.ts";

export interface WebhookMessage {
  readonly url: string;
  /** `whsec_…`; more than one while one replaces another. */
  readonly secrets: readonly string[];
  /** The same at every attempt. */
  readonly id: string;
  readonly body: string;
  /** When it is sent, by the clock of Postgres: receivers refuse a time that is minutes off, and a worker's clock may be. */
  readonly at: Date;
}

/** What came of an attempt. */
export interface WebhookAnswer {
  /** Null if none came. */
  readonly status: number | null;
  readonly ms: number;
  /** The code of what failed; empty if an answer came. */
  readonly error: string;
}

/** What is read of an answer's body, which says nothing to the service. */
const bodyBytesMax = 16_384;
const bodyMsMax = 1_000;

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ""), "base64");

/** The signatures of Standard Webhooks, one for each secret. `timestamp` is in seconds. */
function signWebhook({ secrets, id, body }: WebhookMessage, timestamp: number): string {
  const signed = `${id}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${createHmac("sha256", keyOf(secret)).update(signed).digest("base64")}`).join(" ");
}

/**
 * Posts a message once, without following redirects. The status alone counts, so a body that is huge or never ends does no
 * harm. Never rejects.
 * @param signal ends the attempt.
 */
export async function sendWebhook(
  dispatcher: Dispatcher,
  message: WebhookMessage,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const beganMs = performance.now();
  const answered = (status: number | null, error = ""): WebhookAnswer => ({
    ...{ status, error, ms: Math.round(performance.now() - beganMs) },
  });
  const timestamp = Math.floor(message.at.getTime() / 1_000);
  try {
    const { statusCode, body } = await request(message.url, {
      dispatcher,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": `Rewards/${applicationVersion}`,
        "webhook-id": message.id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signWebhook(message, timestamp),
      },
      body: message.body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]),
    });
    await body.dump({ limit: bodyBytesMax, signal: AbortSignal.timeout(bodyMsMax) }).catch(() => undefined);
    return answered(statusCode);
  } catch (error) {
    return answered(null, codeOf(error));
  }
}

function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : String(name);
}
