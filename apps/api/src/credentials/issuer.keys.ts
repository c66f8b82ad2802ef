import type { Logger } from "@rewards/runtime";
import { createLocalJWKSet } from "jose";
import { type Following, follow } from "./follow.ts";

const refreshMs = 300_000;
/** After a failure, or when a token names an unknown key: issuers publish a new key before they use it, but not all. */
const earlyMs = 10_000;
const fetchMsMax = 5_000;
const keysBytesMax = 1_048_576;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** The keys of an outside issuer, fetched in the background. No call waits for the issuer. */
export interface IssuerKeys extends Following {
  /** Undefined before the first fetch that succeeded. */
  now(): KeySet | undefined;
  /** Asks for a fetch soon. However often it is called, there is at most one every ten seconds. */
  hurry(): void;
}

/** @param onChange called when other keys were fetched. */
export function watchIssuerKeys(url: string, logger: Pick<Logger, "warn">, onChange: () => void): IssuerKeys {
  let known: { readonly text: string; readonly keys: KeySet } | undefined;
  let dueMs = 0;
  const hurry = () => {
    dueMs = 0;
  };

  async function look(stopping: AbortSignal): Promise<void> {
    if (performance.now() < dueMs) return;
    dueMs = performance.now() + refreshMs;
    try {
      const text = await fetchText(url, stopping);
      if (text === known?.text) return;
      known = { text, keys: createLocalJWKSet(JSON.parse(text)) };
      onChange();
    } catch (error) {
      hurry();
      throw error;
    }
  }

  const following = follow(look, { everyMs: earlyMs, describe: () => problemOf(known !== undefined), logger });
  return { ...following, now: () => known?.keys, hurry };
}

const problemOf = (hasKeys: boolean) =>
  `cannot fetch the keys of the token issuer; ${
    hasKeys ? "the last ones stay valid" : "its tokens get 503"
  }: let this machine reach AUTH_JWKS_URL, which must answer a JSON Web Key Set`;

/** @throws if there is no answer in time, or another than 200, or one that is too large. */
async function fetchText(url: string, stopping: AbortSignal): Promise<string> {
  // Not AbortSignal.any with AbortSignal.timeout: once garbage is collected, Node 20 never fires it.
  const ending = new AbortController();
  const end = () => ending.abort(new Error(`no answer within ${fetchMsMax} ms, or the API is stopping`));
  const timer = setTimeout(end, fetchMsMax);
  stopping.addEventListener("abort", end, { once: true });
  try {
    return await readText(url, ending.signal);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener("abort", end);
  }
}

async function readText(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, redirect: "error", headers: { accept: "application/json" } });
  if (answer.status !== 200 || !answer.body) throw new Error(`it answered ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > keysBytesMax) throw new Error(`its answer is longer than ${keysBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
