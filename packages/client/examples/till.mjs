// @ts-check
/**
 * A till that goes on selling while the service cannot be reached. Each line of its input is a sale, such as
 * {"MemberExternalID":"ADA","SaleItems":[{"ProductCode":"COFFEE","Quantity":1,"TotalAmount":4.5}]}
 *
 * A sale is a file on the disk before the customer gets the receipt, and stays there until the service has it. The
 * ExternalID in it is the sale's key: however often it is sent, also after a crash, it earns once.
 */
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as pause } from "node:timers/promises";
import { createRewardsClient, RewardsError } from "@rewards/client";

const {
  API = "http://127.0.0.1:3000",
  // Rights: sale:create sale:read view:SaleOutcome
  KEY,
  QUEUE = "till-queue",
  STORE = "S-1",
  TILL = "TILL-1",
} = process.env;
/** The queue repeats by itself, so a call gives up soon. */
const client = createRewardsClient({ baseUrl: API, token: KEY, answerMsMax: 5_000, retry: { triesMax: 1 } });
const pauseMs = { min: 1_000, max: 60_000 };
const refused = join(QUEUE, "refused");

let isClosing = false;
let wake = new AbortController();

/** Resolves once the sale is safe on the disk. */
async function sell(/** @type {{ MemberExternalID: string, SaleItems: object[] }} */ { MemberExternalID, SaleItems }) {
  const SaleDateTime = new Date().toISOString();
  const sale = {
    ...{ ExternalID: `${TILL}-${randomUUID()}`, StoreCode: STORE, PointOfSaleID: TILL },
    ...{ MemberExternalID, SaleDateTime, SaleItems },
  };
  // The names sort by time, so the sales are sent in the order in which they were made.
  const name = join(QUEUE, `${SaleDateTime.replaceAll(":", "")}-${sale.ExternalID}`);
  const file = await open(`${name}.new`, "wx");
  await file.writeFile(JSON.stringify(sale));
  await file.sync();
  await file.close();
  await rename(`${name}.new`, `${name}.json`);
  wake.abort();
}

const waiting = async () => (await readdir(QUEUE)).filter((name) => name.endsWith(".json")).sort();

/** Sends what waits, in its order. Returns whether all of it was sent. */
async function sendWaiting() {
  for (const name of await waiting()) {
    const sale = JSON.parse(await readFile(join(QUEUE, name), "utf8"));
    try {
      const { id } = await client.sales.create(sale);
      await rm(join(QUEUE, name));
      const printed = printPoints(id, sale.ExternalID).finally(() => printing.delete(printed));
      printing.add(printed);
    } catch (error) {
      if (!(error instanceof RewardsError)) throw error;
      if (isTemporary(error)) return false;
      // Sent again, it would be refused again: somebody has to look at it.
      await rename(join(QUEUE, name), join(refused, name));
      console.error(`${sale.ExternalID} was refused: ${error.message}`);
    }
  }
  return true;
}

/** Also what is no refusal of this sale: a proxy's answer, a fault of the service, a key that ended. */
const isTemporary = (/** @type {RewardsError} */ { retryable, status }) =>
  retryable || status >= 500 || status === 401 || status === 403;

/** @type {Set<Promise<void>>} */
const printing = new Set();

/** A receipt never waits for it: if the points come too late, they are on the next one. */
async function printPoints(/** @type {string} */ id, /** @type {string} */ key) {
  const outcome = await client.sales.settled(id, { timeoutMs: 5_000 }).catch(() => undefined);
  const isPosted = outcome?.status === "Resolved-Completed";
  console.log(key, isPosted ? `${outcome.points} points, balance ${outcome.balance}` : "points follow");
}

async function sendForever() {
  let waitMs = pauseMs.min;
  while (!isClosing) {
    wake = new AbortController();
    const isAllSent = await sendWaiting();
    waitMs = isAllSent ? pauseMs.min : Math.min(2 * waitMs, pauseMs.max);
    const restMs = isAllSent ? pauseMs.max : waitMs * Math.random();
    await pause(restMs, undefined, { signal: wake.signal }).catch(() => {});
  }
}

await mkdir(refused, { recursive: true });
const sending = sendForever();
for await (const line of createInterface({ input: process.stdin })) await sell(JSON.parse(line));
isClosing = true;
wake.abort();
await sending;
await sendWaiting();
await Promise.all(printing);
console.log(`${(await waiting()).length} sales wait`);
