import { vi } from "vitest";
import type { Producer } from "../producer.ts";

/** Resolves once it is connected: a call may take a second, which is short for the first one on a busy machine. */
export async function connected(producer: Producer): Promise<Producer> {
  await vi.waitFor(() => producer.ping(), { timeout: 60_000, interval: 20 });
  return producer;
}
