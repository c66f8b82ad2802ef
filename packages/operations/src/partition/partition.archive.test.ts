import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describeDamage, writeArchive } from "./partition.archive.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rewards-archives-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function* each(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}

test("an archive gives back the lines that were written, with line separators of Unicode and of any length", async () => {
  const folder = await makeFolder();
  const lines = ["a\u2028b", "c\u2029d", "e\u0085f", "x".repeat(200_000), "ü".repeat(70_001), "g"];
  const facts = await writeArchive(folder, "month", each(lines));
  const read: string[] = [];
  const damage = await describeDamage(folder, facts, async (slice) => void read.push(...slice));
  expect([damage, facts.sales]).toEqual([undefined, lines.length]);
  expect(read).toEqual(lines);
});
