import { describe, expect, test } from "vitest";
import { runToEnd, useStack } from "./support/stack.ts";

const good = {
  DATABASE_URL: "postgres://user:pa55word@127.0.0.1:9/rewards",
  QUEUE_URL: "redis://:pa55word@127.0.0.1:9",
  PORT: "0",
};

const several = { DATABASE_URL: "", QUEUE_URL: "x:pa55word", LOG_LEVEL: "loud" };

test("the api on a public HOST without credentials exits with 1, and one line names both remedies", async () => {
  const { code, lines } = await runToEnd("api", { ...good, HOST: "0.0.0.0" });
  expect([code, lines.length]).toEqual([1, 1]);
  for (const remedy of ["AUTH=required", "AUTH_NONE_ON_PUBLIC=yes"]) expect(lines[0]).toContain(remedy);
});

// settings.test.ts has every wrong value of every variable.
test.each(["api", "worker"] as const)(
  "the %s with wrong variables exits with 1, and one line names them all, without their values",
  async (app) => {
    const { code, lines } = await runToEnd(app, { ...good, ...several });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    for (const variable of Object.keys(several)) expect(lines[0]).toContain(variable);
    expect(lines[0]).not.toContain("pa55word");
  },
);

describe("with its servers", () => {
  const stack = useStack({ apis: 1, workers: 0 });

  test("an empty variable counts as unset", async () => {
    const unset = {
      LOG_LEVEL: "",
      HOST: " ",
      HOSTS: "",
      CORS_ORIGINS: " ",
      BODY_BYTES_MAX: "",
      CONNECTIONS_MAX: "",
      DATABASE_POOL_MAX: "",
      OPERATOR_TOKEN: "",
      EXTRA_API_ROOT: "",
      AUTH: "",
      AUTH_NONE_ON_PUBLIC: "",
    };
    const { client, url } = await stack.startApi(unset);
    expect(new URL(url).hostname).toBe("127.0.0.1");
    expect(await client.send("GET", "/livez")).toMatchObject({ status: 200 });
    await stack.startWorker(unset);
  });

  test.each([
    ["api", "PORT"],
    ["worker", "HEALTH_PORT"],
    ["worker", "METRICS_PORT"],
    ["console", "CONSOLE_PORT"],
  ] as const)(
    "a taken port ends the start of the %s with 1, and one log line names it and %s",
    async (app, setting) => {
      const { port } = new URL(stack.client.url);
      const urls = { DATABASE_URL: stack.databaseUrl, QUEUE_URL: stack.queueUrl };
      const { code, lines } = await runToEnd(app, { ...urls, PORT: "0", CONSOLE_PORT: "0", [setting]: port });
      const last = JSON.parse(lines.at(-1) ?? "");
      expect([code, last]).toMatchObject([1, { level: 60, port: Number(port), code: "EADDRINUSE" }]);
      expect(last.msg).toBe(
        `Cannot listen on 127.0.0.1, port ${port}: another program listens there already. Stop it, or set ${setting} to another port, or to 0 for any free one.`,
      );
      expect(lines.join("\n")).not.toContain("stack");
    },
  );
});
