import { formatClientKey } from "@rewards/domain";

/** Lines with a new secret. */
export function describeSecret({ clientID, clientSecret }: { clientID: string; clientSecret: string }): string[] {
  return [
    `Client ID  ${clientID}`,
    `Secret     ${clientSecret}`,
    `Key        ${formatClientKey(clientID, clientSecret)}`,
    "The secret and the key are not shown again. Send the key as: Authorization: Bearer <key>",
    "APIs accept them within two seconds.",
  ];
}
