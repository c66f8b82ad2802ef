import { openTab, startDemo } from "./service.mjs";

/** Swagger UI slows down: opening an operation copies everything opened before. */
const operationsPerLoad = 10;

/**
 * Opens each operation of the reference page and sends its example; skips those on dead letters, which need a token and
 * a dead letter.
 */
export async function sendReference() {
  const url = await startDemo();
  const tab = await openTab();
  const load = async () => {
    await tab.goto(`${url}/reference`);
    await tab.waitForSelector(".opblock");
  };
  await load();
  const ids = await tab.$$eval(".opblock", (blocks) => blocks.map(({ id }) => id));
  const sendable = [...ids.entries()].filter(([, id]) => !id.includes("deadLetters"));
  const failed = [];
  for (const [count, [index, id]] of sendable.entries()) {
    if (count % operationsPerLoad === 0) await load();
    const status = await send(tab.locator(".opblock").nth(index)).catch((cause) => cause.message);
    if (!/^2\d\d/.test(status)) failed.push(`${id}: ${status}`);
  }
  if (failed.length > 0) throw new Error(failed.join("\n"));
  return `${sendable.length} operations of /reference answer their examples with success`;
}

async function send(block) {
  await block.locator(".opblock-summary-control").click();
  await block.locator(".btn.execute").click();
  const status = await block.locator(".live-responses-table tbody .response-col_status").first().textContent();
  await block.locator(".opblock-summary-control").click();
  return status;
}
