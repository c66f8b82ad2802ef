import { expect, test } from "vitest";
import { createLogger, redirectConsole } from "./logger.ts";

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

test("no password of an error is logged: neither that of a refused Redis login nor that of a URL", () => {
  const lines: string[] = [];
  const logger = createLogger({ name: "api", level: "info", destination: { write: (line) => lines.push(line) } });
  const refused = Object.assign(new Error("WRONGPASS invalid username-password pair"), {
    command: { name: "auth", args: ["secret"] },
  });
  const cause = Object.assign(new Error("cannot reach redis://user:secret@127.0.0.1:6379"), {
    nested: [{ args: ["secret"], url: "postgres://user:secret@127.0.0.1/rewards" }],
  });
  logger.warn({ err: new AggregateError([refused], "login failed", { cause }) }, "queue connection failed");
  logger.warn({ err: refused }, "queue connection failed");
  expect(lines).toHaveLength(2);
  expect(lines.join("\n")).toContain("WRONGPASS");
  expect(lines.join("\n")).toContain("redis://127.0.0.1:6379");
  expect(lines.join("\n")).not.toContain("secret");
});

test("an error that leads back to itself, as one of a certificate does, is one line", () => {
  const lines: string[] = [];
  const logger = createLogger({ name: "api", level: "info", destination: { write: (line) => lines.push(line) } });
  const cert: Record<string, unknown> = { subject: "shop.example", raw: Buffer.from("raw") };
  cert["issuerCertificate"] = cert;
  logger.warn({ err: Object.assign(new Error("another host"), { cert }) }, "not ready");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    err: { message: "another host", cert: { subject: "shop.example" } },
  });
});

test("what a library writes to the console is a line of the log", () => {
  const lines: unknown[] = [];
  const target = { warn: () => undefined } as Pick<Console, "warn">;
  redirectConsole({ debug: (fields: object) => void lines.push(fields) } as never, target);
  target.warn("IMPORTANT!", 7);
  expect(lines).toEqual([{ text: "IMPORTANT! 7" }]);
});
