import { AppError, type ErrorCode } from "@rewards/domain";
import { expect, test } from "vitest";
import { createFailureLog } from "./errors.ts";

interface Line {
  readonly level: "info" | "error";
  readonly message: string;
  readonly requestId: string;
  readonly code: ErrorCode;
  readonly unlogged?: number;
}

function openLog() {
  const lines: Line[] = [];
  const write = (level: Line["level"]) => (fields: object, message: string) =>
    void lines.push({ level, message, ...fields } as Line);
  const logFailure = createFailureLog({ info: write("info"), error: write("error") } as never);
  const refuse = (code: ErrorCode, requestId: string) => {
    const error = new AppError(code);
    logFailure({ error, thrown: error, requestId });
  };
  return { lines, refuse };
}

test("every refusal is logged with its request ID: our own faults as errors, overload first as an error", () => {
  const { lines, refuse } = openLog();
  refuse("Error_Service_Failed", "a");
  refuse("Error_Service_Overloaded", "b");
  refuse("Error_Service_Overloaded", "c");
  refuse("Error_Path_Unknown", "d");
  expect(lines.map(({ level, requestId, code }) => [level, requestId, code])).toEqual([
    ["error", "a", "Error_Service_Failed"],
    ["error", "b", "Error_Service_Overloaded"],
    ["info", "c", "Error_Service_Overloaded"],
    ["info", "d", "Error_Path_Unknown"],
  ]);
});

test("a flood of refusals does not log one line each, and the next line reports how many were held back", async () => {
  const { lines, refuse } = openLog();
  for (let count = 0; count < 10_000; count += 1) refuse("Error_Field_Type", "flood");
  const written = lines.length;
  expect(written).toBeLessThan(1_000);
  await expect
    .poll(() => {
      refuse("Error_Field_Type", "later");
      return lines.length;
    })
    .toBeGreaterThan(written);
  const heldBack = lines.reduce((sum, { unlogged = 0 }) => sum + unlogged, 0);
  expect(heldBack).toBeGreaterThanOrEqual(10_000 - written);
});
