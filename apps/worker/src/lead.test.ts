import type { Logger } from "@rewards/runtime";
import { expect, test } from "vitest";
import { createLead } from "./lead.ts";

test.each([
  [new Error("OOM command not allowed when used memory > 'maxmemory'."), "It is full"],
  [Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), "DATABASE_URL"],
])("a failed step of recovery names the remedy of the server that failed: %s", async (error, remedy) => {
  const said: unknown[] = [];
  const lead = createLead({
    leadership: {
      isHeld: async () => true,
      giveUp: async () => undefined,
      announce: async () => undefined,
      close: async () => undefined,
    },
    ping: async () => undefined,
    everyMs: 1_000,
    steps: () => ({ byPostgres: [], byQueue: [{ tick: () => Promise.reject(error) }] }),
    standIn: [],
    logger: { warn: (fields: { remedy: string }) => void said.push(fields.remedy) } as unknown as Logger,
  });
  await lead.tick();
  expect(said).toEqual([expect.stringContaining(remedy)]);
});
