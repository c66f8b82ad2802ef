import { describe, expect, test } from "vitest";
import { runToEnd, useStack } from "./support/stack.ts";

const good = {
  DATABASE_URL: "postgres://user:pa55word@127.0.0.1:9/rewards",
  QUEUE_URL: "redis://:pa55word@127.0.0.1:9",
  PORT: "0",
};

const wrong: [what: string, variables: string[], env: Record<string, string | undefined>][] = [
  ["DATABASE_URL missing", ["DATABASE_URL"], { DATABASE_URL: undefined }],
  ["DATABASE_URL empty", ["DATABASE_URL"], { DATABASE_URL: "" }],
  ["DATABASE_URL blank", ["DATABASE_URL"], { DATABASE_URL: "  " }],
  ["DATABASE_URL of another scheme", ["DATABASE_URL"], { DATABASE_URL: "mysql://user:pa55word@db/rewards" }],
  ["DATABASE_URL that is not a URL", ["DATABASE_URL"], { DATABASE_URL: "user:pa55word@db" }],
  ["QUEUE_URL missing", ["QUEUE_URL"], { QUEUE_URL: undefined }],
  ["QUEUE_URL of another scheme", ["QUEUE_URL"], { QUEUE_URL: "http://:pa55word@queue" }],
  ["LOG_LEVEL unknown", ["LOG_LEVEL"], { LOG_LEVEL: "pa55word" }],
  ["DATABASE_POOL_MAX of 1", ["DATABASE_POOL_MAX"], { DATABASE_POOL_MAX: "1" }],
  [
    "several at once",
    ["DATABASE_URL", "QUEUE_URL", "LOG_LEVEL"],
    { DATABASE_URL: "", QUEUE_URL: "x:pa55word", LOG_LEVEL: "loud" },
  ],
];
const wrongForApi: typeof wrong = [
  ["PORT that is not a number", ["PORT"], { PORT: "abc" }],
  ["PORT out of range", ["PORT"], { PORT: "65536" }],
  ["PORT negative", ["PORT"], { PORT: "-1" }],
  ["HOST with a scheme", ["HOST"], { HOST: "http://localhost" }],
  ["HOSTS with a port", ["HOSTS"], { HOSTS: "api.example:443" }],
  ["HOSTS with an empty name", ["HOSTS"], { HOSTS: "api.example,,b" }],
  ["CORS_ORIGINS with a path", ["CORS_ORIGINS"], { CORS_ORIGINS: "https://shop.example/till" }],
  ["CORS_ORIGINS for everybody", ["CORS_ORIGINS"], { CORS_ORIGINS: "*" }],
  ["BODY_BYTES_MAX of 0", ["BODY_BYTES_MAX"], { BODY_BYTES_MAX: "0" }],
  ["STOP_GRACE_MS over what a stop may take", ["STOP_GRACE_MS"], { STOP_GRACE_MS: "6001" }],
  ["CONNECTIONS_MAX of 0", ["CONNECTIONS_MAX"], { CONNECTIONS_MAX: "0" }],
  ["OPERATOR_TOKEN too short", ["OPERATOR_TOKEN"], { OPERATOR_TOKEN: "pa55word" }],
  [
    "OPERATOR_TOKEN that can be guessed",
    ["OPERATOR_TOKEN", "openssl rand -hex 32"],
    { OPERATOR_TOKEN: "pa55word-pa55word-pa55word" },
  ],
  ["OPERATOR_TOKEN with a space", ["OPERATOR_TOKEN"], { OPERATOR_TOKEN: "pa55word of operators" }],
  ["AUTH unknown", ["AUTH"], { AUTH: "pa55word" }],
  ["a public HOST without credentials", ["AUTH=required", "AUTH_NONE_ON_PUBLIC=yes"], { HOST: "0.0.0.0" }],
  ["EXTRA_API_ROOT that is a pattern", ["EXTRA_API_ROOT"], { EXTRA_API_ROOT: "/:tenant/*" }],
  ["EXTRA_API_ROOT with a trailing slash", ["EXTRA_API_ROOT"], { EXTRA_API_ROOT: "/prweb/" }],
];
const cases = [
  ...wrong.map((one) => ["api", ...one] as const),
  ...wrong.slice(-1).map((one) => ["worker", ...one] as const),
  ...wrongForApi.map((one) => ["api", ...one] as const),
];

test.each(cases)(
  "the %s with %s exits with 1, and one line names the variable without its value",
  async (app, _, variables, env) => {
    const { code, lines } = await runToEnd(app, { ...good, ...env });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    for (const variable of variables) expect(lines[0]).toContain(variable);
    for (const variable of Object.keys(good).filter((one) => !variables.includes(one)))
      expect(lines[0]).not.toContain(variable);
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

  test("a taken port ends the start with 1 and an error that says so", async () => {
    const { port } = new URL(stack.client.url);
    const { code, lines } = await runToEnd("api", { ...good, PORT: port });
    expect(code).toBe(1);
    expect(lines.join("\n")).toContain("EADDRINUSE");
    expect(lines.join("\n")).not.toContain("pa55word");
  });
});
