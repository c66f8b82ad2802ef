import { readFile } from "node:fs/promises";
import type { Rights } from "@rewards/domain";
import { documentFile } from "./document.file.ts";
import { reachedDocument } from "./document.reach.ts";

/** A document has up to 400 KB. Callers without a credential share one. */
const keptMax = 10;
const kept = new Map<string, string>();

/**
 * The document that these rights reach, as JSON. Making one takes tens of milliseconds and needs no credential, so a
 * thread keeps the latest.
 */
export async function describeReached(rights: Rights): Promise<string> {
  const text = kept.get(rights.text) ?? (await makeReached(rights));
  // Set again, so that it comes last.
  kept.delete(rights.text);
  kept.set(rights.text, text);
  const [oldest = ""] = kept.keys();
  if (kept.size > keptMax) kept.delete(oldest);
  return text;
}

async function makeReached(rights: Rights): Promise<string> {
  return JSON.stringify(reachedDocument(JSON.parse(await readFile(documentFile, "utf8")), rights));
}
