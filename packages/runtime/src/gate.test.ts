import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

const full = () => new Error("full");

test("work past the bound is refused, and admitted again when other work is done", async () => {
  const gate = createGate(2, full);
  let finish: (value: string) => void = () => undefined;
  const first = gate(() => new Promise<string>((resolve) => (finish = resolve)));
  const second = gate(async () => "second");
  await expect(gate(async () => "third")).rejects.toThrow("full");
  expect(await second).toBe("second");
  expect(await gate(async () => "fourth")).toBe("fourth");
  finish("first");
  expect(await first).toBe("first");
});

test("work that fails makes room too", async () => {
  const gate = createGate(1, full);
  await expect(gate(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await gate(async () => "next")).toBe("next");
});
