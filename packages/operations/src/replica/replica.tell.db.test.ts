import { expect, test, vi } from "vitest";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { createTellPosition } from "./replica.facts.ts";
import { type Position, unknownPosition } from "./replica.position.ts";

vi.setConfig({ testTimeout: 120_000 });
const database = await openTestDatabase(1);
const waits = { timeout: 60_000, interval: 100 };

test("while the primary does not answer, the position of a write is ahead of every server", async () => {
  const noted: Position[] = [];
  const tell = createTellPosition(database.sql, (position) => noted.push(position));
  const connection = await database.sql.reserve();
  try {
    expect(await tell()).toBe(unknownPosition);
    expect(noted).toEqual([]);
  } finally {
    connection.release();
  }
  await expect.poll(tell, waits).toBeLessThan(unknownPosition);
  expect(noted.every((position) => position < unknownPosition)).toBe(true);
});
