import { openBrowser, servePage, startDemo } from "./service.mjs";

/** The packed client as a browser loads it, without a bundler. */
const html = `<!doctype html>
<link rel="icon" href="data:,">
<script type="importmap">
  { "imports": {
    "@rewards/client": "/node_modules/@rewards/client/dist/index.js",
    "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs"
  } }
</script>`;

/** In the page: a create, an action, a view, and a refusal that the client names. */
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

async function inBrowser(env, use) {
  const page = await servePage(html);
  const browser = await openBrowser();
  try {
    const demo = await startDemo(env(page.url));
    try {
      page.forwardTo(demo.url);
      return await use({ tab: await browser.newPage(), page, demo });
    } finally {
      await demo.stop();
    }
  } finally {
    await browser.close();
    page.stop();
  }
}

async function useClientAt(tab, page, baseUrl) {
  const said = [];
  tab.on("console", (message) => said.push(message.text()));
  await tab.goto(page.url);
  const got = await tab.evaluate(useClient, baseUrl);
  if (got !== wanted) throw new Error(`${got}, but must be ${wanted}\n${said.join("\n")}`);
}

/** The packed client in Chromium, with page and API behind one origin; and every operation of the reference page, sent. */
export function useClientInBrowser() {
  return inBrowser(
    () => ({}),
    async ({ tab, page, demo }) => {
      await useClientAt(tab, page, page.url);
      const count = await sendReference(tab, demo.url);
      return `the client runs in Chromium; ${count} operations of /reference answer their examples with success`;
    },
  );
}

/** The same from a page of another origin, which the API is told of by CORS_ORIGINS. */
export function useClientInBrowserElsewhere() {
  return inBrowser(
    (origin) => ({ CORS_ORIGINS: origin }),
    async ({ tab, page, demo }) => {
      await useClientAt(tab, page, demo.url);
      return "the client runs in Chromium from another origin";
    },
  );
}

/** Opens each operation of the page and sends it as it is; those on dead letters want a token and a dead letter. */
async function sendReference(tab, url) {
  await tab.goto(`${url}/reference`);
  await tab.waitForSelector(".opblock");
  const ids = await tab.$$eval(".opblock", (blocks) => blocks.map(({ id }) => id));
  const failed = [];
  const sendable = [...ids.entries()].filter(([, id]) => !id.includes("deadLetters"));
  for (const [index, id] of sendable) {
    const block = tab.locator(".opblock").nth(index);
    await block.locator(".opblock-summary-control").click();
    await block.locator(".btn.execute").click();
    const status = await block.locator(".live-responses-table tbody .response-col_status").first().textContent();
    if (!/^2\d\d/.test(status)) failed.push(`${id}: ${status}`);
    await block.locator(".opblock-summary-control").click();
  }
  if (sendable.length === 0 || failed.length > 0) throw new Error(failed.join("\n"));
  return sendable.length;
}
