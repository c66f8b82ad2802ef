import { setTimeout as delay } from "node:timers/promises";
import type { Checks } from "../checks.ts";
import { type Client, outcomeOf } from "../client.ts";

const pollMs = 50;
const openMsMax = 30_000;

/** A segment that opens, and one that is opened and marked inactive. Returns their names. */
export async function makeSegments(client: Client, prefix: string, checks: Checks): Promise<readonly string[]> {
  const names = [`${prefix} Regulars`, `${prefix} Summer campaign`] as const;
  const ids = await Promise.all(names.map((name) => createSegment(client, name, checks)));
  for (const name of names) checks.equal(`segment ${name}`, await awaitOpen(client, name), "Open-Active");
  const { said } = await outcomeOf(client.segments.markAsInactive(String(ids[1])));
  checks.equal("MarkAsInactive", said, "Resolved-Inactive");
  const [segment] = (await client.views.segmentsByName({ Name: names[1] })).data;
  checks.equal(`segment ${names[1]}`, segment?.Status, "Resolved-Inactive");
  return names;
}

async function createSegment(client: Client, name: string, checks: Checks): Promise<string> {
  const Description = "Made by the demo";
  const { id, said } = await outcomeOf(client.segments.create({ Name: name, Description }));
  checks.equal(`the answer to segment ${name}`, said, "New-Segment Case creation");
  return id;
}

/** The status that the segment has in the end. */
async function awaitOpen(client: Client, name: string): Promise<unknown> {
  const endsAt = performance.now() + openMsMax;
  for (;;) {
    const [segment] = (await client.views.segmentsByName({ Name: name })).data;
    if (segment?.Status === "Open-Active" || performance.now() > endsAt) return segment?.Status;
    await delay(pollMs);
  }
}
