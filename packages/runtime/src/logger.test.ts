import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

test("a line is JSON with the name, and an error keeps message, stack and cause", () => {
  const lines: string[] = [];
  const logger = createLogger({ name: "worker", level: "info", destination: { write: (line) => lines.push(line) } });
  logger.debug("not written");
  logger.error({ err: new Error("post failed", { cause: new Error("connection lost") }) }, "batch failed");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    name: "worker",
    level: 50,
    msg: "batch failed",
    err: { type: "Error", message: "post failed", stack: expect.any(String), cause: { message: "connection lost" } },
  });
});
