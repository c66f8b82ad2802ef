import { readFile } from "node:fs/promises";
import type { Rights } from "@rewards/domain";
import { LRUCache } from "lru-cache";
import { documentFile } from "./document.file.ts";
import { reachedDocument } from "./document.reach.ts";

/** By the list of rights. A document has up to 400 KB. Callers without a credential share one. */
const kept = new LRUCache<string, string>({ max: 10 });

/**
 * The document that these rights reach, as JSON. Making one takes tens of milliseconds and needs no credential, so a
 * thread keeps the latest.
 */
export async function describeReached(rights: Rights): Promise<string> {
  const text = kept.get(rights.text) ?? (await makeReached(rights));
  kept.set(rights.text, text);
  return text;
}

async function makeReached(rights: Rights): Promise<string> {
  return JSON.stringify(reachedDocument(JSON.parse(await readFile(documentFile, "utf8")), rights));
}
