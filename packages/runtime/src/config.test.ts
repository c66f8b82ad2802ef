import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ConfigError, loadConfig } from "./config.ts";
import { hostVar, integerVar, logLevelVar, portVar, postgresUrlVar, queueUrlVar } from "./variables.ts";

const schema = z.object({
  PORT: portVar.default(8080),
  HOST: hostVar.default("127.0.0.1"),
  DATABASE_URL: postgresUrlVar.optional(),
  QUEUE_URL: queueUrlVar.optional(),
  LOG_LEVEL: logLevelVar.default("info"),
  BATCH_ROWS_MAX: integerVar({ min: 1, max: 500 }).default(300),
});

describe("loadConfig", () => {
  test("parses what is set and fills in the rest", () => {
    expect(loadConfig(schema, { PORT: "9000", HOST: "::1", QUEUE_URL: "rediss://q:6380" })).toEqual({
      PORT: 9000,
      HOST: "::1",
      LOG_LEVEL: "info",
      BATCH_ROWS_MAX: 300,
      QUEUE_URL: "rediss://q:6380",
    });
  });

  test("a variable set to nothing or to blanks counts as unset", () => {
    expect(loadConfig(schema, { PORT: "", HOST: "  ", DATABASE_URL: "" })).toEqual(loadConfig(schema, {}));
  });

  test("a URL whose password has a bare % is refused, because drivers cannot decode it", () => {
    const env = { DATABASE_URL: "postgres://u:50%off@db/rewards", QUEUE_URL: "redis://:a%25b@q" };
    expect(() => loadConfig(schema, env)).toThrow(
      new ConfigError("Configuration: DATABASE_URL is wrong: expected each % of a name or password as %25"),
    );
  });

  test("every wrong variable is named at once, with what is expected", () => {
    const env = { PORT: "eighty", BATCH_ROWS_MAX: "501", LOG_LEVEL: "loud", HOST: "http://x" };
    expect(() => loadConfig(schema, env)).toThrow(
      new ConfigError(
        "Configuration: PORT is wrong: expected an integer from 0 to 65535" +
          "; HOST is wrong: expected a host name or an IP address, without scheme and port" +
          "; LOG_LEVEL is wrong: expected one of fatal, error, warn, info, debug, trace, silent" +
          "; BATCH_ROWS_MAX is wrong: expected an integer from 1 to 500",
      ),
    );
  });

  test("a required variable that is missing is said to be not set", () => {
    expect(() => loadConfig(z.object({ DATABASE_URL: postgresUrlVar }), {})).toThrow(
      "DATABASE_URL is not set: expected postgres://",
    );
  });

  test("a wrong URL is refused without repeating its password", () => {
    const env = { DATABASE_URL: "mysql://admin:hunter2@db/rewards", QUEUE_URL: "amqp://u:hunter2@q" };
    expect(() => loadConfig(schema, env)).toThrow(/DATABASE_URL is wrong.*QUEUE_URL is wrong/);
    expect(() => loadConfig(schema, env)).not.toThrow(/hunter2/);
  });

  test.each(["redis://q", "rediss://u:p@q:6380/1", "postgres://q/rewards", "postgresql://u:p@q:5432/rewards"])(
    "%s names a queue",
    (url) => {
      expect(loadConfig(schema, { QUEUE_URL: url }).QUEUE_URL).toBe(url);
    },
  );

  test.each(["1.5", "1e2", "0x10", "12 ", "--1"])("%j is not taken for another integer", (value) => {
    const parsed = integerVar({ min: 0, max: 1_000 }).safeParse(value);
    expect(parsed.success).toBe(false);
  });
});
