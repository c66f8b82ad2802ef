import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPlace } from "./place.ts";

test("a place is kept for the same file that is read in the same way", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rewards-place-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "sales.csv");
  const lineOf = async (way: unknown) => (await openPlace(file, way)).line;
  await writeFile(file, "a");
  const way = ["sale", { class: "sale", row: "line" }];
  await (await openPlace(file, way)).save(7);
  expect(await lineOf(structuredClone(way))).toBe(7);
  expect(await lineOf(["sale", { class: "sale", row: "record" }])).toBe(0);
  expect(await lineOf(["sale", undefined])).toBe(0);
  await writeFile(file, "b");
  expect(await lineOf(way)).toBe(0);
});
