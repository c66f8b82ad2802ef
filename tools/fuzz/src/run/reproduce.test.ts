import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellLine } from "./reproduce.ts";

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

test.each([
  ["every byte there is", everyByte],
  ["what printf and the shell have a meaning for", Buffer.from("100%s \\n $(x) `x` 'x' \"x\" \\ %\r\n")],
  ["ten megabytes", Buffer.alloc(10_485_760, "f")],
])("a line for a shell gives back %s", (_name, bytes) => {
  expect(execFileSync("bash", ["-s"], { input: shellLine(bytes), maxBuffer: 20_000_000 }).equals(bytes)).toBe(true);
});
