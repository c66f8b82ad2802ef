import { formatClientKey } from "@rewards/domain";

/** Lines with a new secret. */
export function describeSecret({ clientID, clientSecret }: { clientID: string; clientSecret: string }): string[] {
  return [
    `Client ID  ${clientID}`,
    `Secret     ${clientSecret}`,
    `Key        ${formatClientKey(clientID, clientSecret)}`,
    "The secret and the key are not shown again. APIs accept them within two seconds.",
    "Send the key with each call, as the header: Authorization: Bearer <key>",
  ];
}
