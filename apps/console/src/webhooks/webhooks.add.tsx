import { eventKindNames, operatorRight, parseContent, webhookContent } from "@rewards/domain";
import { addWebhook } from "@rewards/operations";
import type { Action } from "../action/action.tsx";
import { Facts } from "../page/elements.tsx";
import type { Content } from "../page/page.ts";

const urlLengthMax = 2_048;

/** Has events posted to a URL. */
export const addWebhookAction: Action = {
  path: "/webhooks/add",
  right: operatorRight("webhooks"),
  ask: ({ input }) => ({
    title: "Add a webhook?",
    body: (
      <>
        <p>
          Events that happen from now on are posted to the URL, each at least once, and those of a member in their
          order. The next page shows the secret that signs them, once.
        </p>
        <label for="url">URL</label>
        <input id="url" name="url" type="url" required maxlength={urlLengthMax} value={input.get("url") ?? ""} />
        <fieldset class="rights">
          <legend>Kinds of events</legend>
          {eventKindNames.map((kind) => (
            <label class="box">
              <input type="checkbox" name="kinds" value={kind} checked={input.getAll("kinds").includes(kind)} /> {kind}
            </label>
          ))}
        </fieldset>
      </>
    ),
    kept: [],
    button: "Add",
    back: "/webhooks",
  }),
  async perform({ input, author, deps: { sql } }) {
    const content = parseContent(webhookContent, { url: input.get("url") ?? "", kinds: input.getAll("kinds") });
    return webhookSecretPage(await addWebhook(sql, content, author));
  },
};

/** The only page that shows a secret, once. */
export const webhookSecretPage = (
  { id, secret }: { readonly id: string; readonly secret: string },
  more?: string,
): Content => ({
  title: "The webhook's secret",
  body: (
    <>
      <p class="card problem">Copy the secret now: it is not shown again.</p>
      <Facts
        facts={[
          ["ID", <code>{id}</code>],
          ["Secret", <code>{secret}</code>],
        ]}
      />
      {more !== undefined && <p>{more}</p>}
      <a href={`/webhooks/${id}`}>To the webhook</a>
    </>
  ),
});
