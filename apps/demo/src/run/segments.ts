import { setTimeout as delay } from "node:timers/promises";
import type { Checks } from "../checks.ts";
import type { Client } from "../client.ts";
import { created } from "./register.ts";

const pollMs = 50;
const openMsMax = 30_000;

/** A segment that opens, and one that is opened and marked inactive. Returns their names. */
export async function makeSegments(client: Client, prefix: string, checks: Checks): Promise<readonly string[]> {
  const names = [`${prefix} Regulars`, `${prefix} Summer campaign`] as const;
  const ids = await Promise.all(names.map((name) => createSegment(client, name, checks)));
  for (const name of names) checks.equal(`segment ${name}`, await awaitOpen(client, name), "Open-Active");
  const { status } = await client.act(String(ids[1]), "MarkAsInactive", null);
  checks.equal("MarkAsInactive", status, 200);
  const [segment] = await client.view("SegmentsByName", { Name: names[1] });
  checks.equal(`segment ${names[1]}`, segment?.["Status"], "Resolved-Inactive");
  return names;
}

async function createSegment(client: Client, name: string, checks: Checks): Promise<string> {
  const Description = "Made by the demo";
  const answer = await client.create("Segment", { Name: name, Description });
  checks.equal(`the answer to segment ${name}`, answer.status, created);
  return String(answer.body["ID"]);
}

/** The status that the segment has in the end. */
async function awaitOpen(client: Client, name: string): Promise<unknown> {
  const endsAt = performance.now() + openMsMax;
  for (;;) {
    const [segment] = await client.view("SegmentsByName", { Name: name });
    if (segment?.["Status"] === "Open-Active" || performance.now() > endsAt) return segment?.["Status"];
    await delay(pollMs);
  }
}
