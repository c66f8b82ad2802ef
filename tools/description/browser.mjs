import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { extname, join } from "node:path";
import { openTab, startDemo } from "./demo.mjs";
import { clientProject, packClient } from "./package.mjs";
import { serve } from "./run.mjs";

/** The packed client as a browser loads it, without a bundler. */
const html = `<!doctype html>
<link rel="icon" href="data:,">
<script type="importmap">
  { "imports": {
    "@rewards/client": "/node_modules/@rewards/client/dist/index.js",
    "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs"
  } }
</script>`;
const types = { ".js": "text/javascript", ".mjs": "text/javascript" };

/** Runs in the page: a create, an action, a view, and a refusal that the client names. */
async function useClient(baseUrl) {
  const { createRewardsClient, RewardsError } = await import("@rewards/client");
  const client = createRewardsClient({ baseUrl, retry: { triesMax: 1 } });
  const StoreCode = `B-${Date.now()}`;
  const { id, etag } = await client.stores.create({ StoreCode, Name: "Browser" });
  const { status } = await client.stores.edit(id, { Name: "Browsers" }, { ifMatch: etag });
  const { data } = await client.views.getStoreByBusinessKeys({ StoreCode }, { select: ["Name"] });
  const refusal = await client.stores.create({ StoreCode, Name: "Again" }).catch((error) => error);
  return [status, data[0]?.Name, refusal instanceof RewardsError && refusal.code].join(", ");
}

const wanted = "Open-Active, Browsers, Error_Key_Taken";

/** The packed client in Chromium: with page and API at one origin, and from another origin that CORS_ORIGINS allows. */
export async function useClientInBrowser() {
  await packClient();
  let api = "";
  const page = await serve((incoming, outgoing) => answer(incoming, outgoing, api));
  api = await startDemo({ CORS_ORIGINS: page });
  const tab = await openTab();
  const said = [];
  tab.on("console", (message) => said.push(message.text()));
  await tab.goto(page);
  for (const baseUrl of [page, api]) {
    const got = await tab.evaluate(useClient, baseUrl);
    if (got !== wanted) throw new Error(`${got}, but must be ${wanted}\n${said.join("\n")}`);
  }
  return "the client runs in Chromium, from the API's origin and from another";
}

/** Serves the page and its client, and forwards paths with `/dx/` to the API, like one proxy for both. */
async function answer(incoming, outgoing, api) {
  const { method, headers, url } = incoming;
  if (url.includes("/dx/")) {
    const { host: _, origin: __, ...kept } = headers;
    const sent = request(api + url, { method, headers: kept }, (from) => {
      from.pipe(outgoing.writeHead(from.statusCode, from.headers));
    });
    incoming.pipe(sent.once("error", () => outgoing.destroy()));
    return;
  }
  try {
    const body = url === "/" ? html : await readFile(join(clientProject, url));
    outgoing.writeHead(200, { "content-type": types[extname(url)] ?? "text/html" }).end(body);
  } catch {
    outgoing.writeHead(404).end();
  }
}
