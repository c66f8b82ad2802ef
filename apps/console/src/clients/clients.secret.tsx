import type { IssuedSecret } from "@rewards/access";
import { formatClientKey } from "@rewards/domain";
import { Facts } from "../page/facts.tsx";
import type { Content } from "../page/page.ts";

/** The only page that shows a secret, once. */
export function secretPage({ clientID, clientSecret }: IssuedSecret, more?: string): Content {
  const facts = [
    ["Client ID", <code>{clientID}</code>],
    ["Secret", <code>{clientSecret}</code>],
    ["Key", <code>{formatClientKey(clientID, clientSecret)}</code>],
  ] as const;
  return {
    title: "The client's key",
    body: (
      <>
        <p class="card problem">Copy secret and key now: they are not shown again.</p>
        <Facts facts={facts} />
        <p>
          The client sends the key with every call: <code>Authorization: Bearer &lt;key&gt;</code>
        </p>
        {more !== undefined && <p>{more}</p>}
        <a href="/clients">To the clients</a>
      </>
    ),
  };
}
