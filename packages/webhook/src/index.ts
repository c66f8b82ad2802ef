export { createAddressCheck } from "./address.check.ts";
export { createGuardedAgent } from "./agent.guard.ts";
export { sendWebhook, type WebhookAnswer } from "./webhook.send.ts";
