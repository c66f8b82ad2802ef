import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellLine } from "./report.ts";

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

test.each([
  ["every byte", everyByte],
  ["special characters of printf and the shell", Buffer.from("100%s \\n $(x) `x` 'x' \"x\" \\ %\r\n")],
  ["ten megabytes", Buffer.alloc(10_485_760, "f")],
])("a shell line reproduces %s", (_name, bytes) => {
  expect(execFileSync("bash", ["-s"], { input: shellLine(bytes), maxBuffer: 20_000_000 }).equals(bytes)).toBe(true);
});
