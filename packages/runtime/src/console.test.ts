import { expect, test } from "vitest";
import { redirectConsole } from "./console.ts";

test("what a library writes to the console is a line of the log", () => {
  const lines: unknown[] = [];
  const target = { warn: () => undefined } as Pick<Console, "warn">;
  redirectConsole({ debug: (fields: object) => void lines.push(fields) } as never, target);
  target.warn("IMPORTANT!", 7);
  expect(lines).toEqual([{ text: "IMPORTANT! 7" }]);
});
