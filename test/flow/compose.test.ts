import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@rewards/db";
import { startPostgres } from "@rewards/embedded";
import { operatorTokenVar, urlSettings } from "@rewards/runtime";
import { afterAll, describe, expect, test } from "vitest";
import { runCommand } from "../../apps/cli/src/testing/command.ts";
import { checkout, readCompose, readText } from "./support/compose.ts";
import { startComposedRedis } from "./support/composed-redis.ts";
import { hasRedis } from "./support/stack.ts";

const { services, secrets } = readCompose();
const folder = mkdtempSync(join(tmpdir(), "rewards-compose-"));
const cleanUp: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

describe.each(Object.entries(services))("the container %s", (_, service) => {
  test("has no right that it does not need, and has bounds", () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      cpus: expect.any(Number),
      pids_limit: expect.any(Number),
      tmpfs: expect.arrayContaining(["/tmp"]),
    });
    expect([service["privileged"], service["cap_add"], service["network_mode"]]).toEqual(Array(3).fill(undefined));
  });

  test("has a log that rotates", () => {
    expect(service.logging?.options).toEqual({ "max-size": "10m", "max-file": expect.stringMatching(/^\d$/) });
  });

  test("runs this build, or an image pinned to a patch version, and not as root", () => {
    if (service.image === "rewards") expect(service["build"]).toBe(".");
    else
      expect([service.image, service.user]).toEqual([
        expect.stringMatching(/:\d+\.\d+(\.\d+)?-\w+$/),
        expect.any(String),
      ]);
  });

  test("gets its secrets only from files", () => {
    const environment = Object.entries(service.environment ?? {});
    const named = environment.filter(([name]) => /PASSWORD|TOKEN|SECRET|KEYS/.test(name));
    for (const [name, value] of named)
      expect([name, value]).toEqual([expect.stringMatching(/_FILE$/), expect.stringMatching(/^\/run\/secrets\/\w+$/)]);
    for (const [, value] of environment) expect(URL.canParse(value) ? new URL(value).password : "").toBe("");
    const used = named.map(([, value]) => value.replace("/run/secrets/", ""));
    expect(service.secrets ?? []).toEqual(expect.arrayContaining(used));
  });
});

test("docker-compose.yml has no password and no default password", () => {
  expect(readText("docker-compose.yml")).not.toMatch(/PASSWORD:|PASSWORD:-|:\/\/[^/\s]*:[^/@\s]*@/);
  expect(Object.values(secrets).map(({ file }) => file)).toEqual(
    Object.keys(secrets).map((name) => `./secrets/${name}`),
  );
});

test("secrets and .env reach neither git nor the image", () => {
  const ignored = [".env", ".env.local", "secrets/postgres_password"];
  const said = execFileSync("git", ["check-ignore", "--no-index", ...ignored], { cwd: checkout, encoding: "utf8" });
  expect(said.trim().split("\n")).toEqual(ignored);
  expect(readText(".dockerignore").split("\n")).toEqual(expect.arrayContaining(["**/.env", "**/.env.*", "secrets"]));
});

test("the image's programs belong to root, and rewards is a command there", () => {
  const [, last = ""] = readText("Dockerfile").split(/\nFROM [^\n]*\n(?![\s\S]*\nFROM )/);
  expect(last).toContain("\nUSER node\n");
  expect(last).not.toMatch(/chown/);
  expect(last).toContain("> /usr/local/bin/rewards");
  for (const [image] of readText("Dockerfile").matchAll(/^FROM \S+/gm))
    expect(image).toMatch(/^FROM node:\d+\.\d+\.\d+-bookworm-slim$/);
});

test("scripts/secrets.sh makes each secret once, in a folder that only the operator can open", () => {
  const script = join(folder, "scripts", "secrets.sh");
  execFileSync("sh", ["-c", `mkdir ${folder}/scripts && cp scripts/secrets.sh ${script}`], { cwd: checkout });
  const run = () => execFileSync("sh", [script], { encoding: "utf8" });
  expect(run().trim().split("\n")).toHaveLength(Object.keys(secrets).length);
  const read = () => Object.values(secrets).map(({ file }) => readFileSync(join(folder, file), "utf8"));
  const made = read();
  expect(new Set(made).size).toBe(made.length);
  const keys = Object.keys(secrets).indexOf("personal_data_keys");
  expect(made[keys]).toBe("plain");
  for (const one of made.toSpliced(keys, 1)) expect(operatorTokenVar.safeParse(one).success).toBe(true);
  expect(statSync(join(folder, "secrets")).mode & 0o777).toBe(0o700);
  expect(run()).not.toContain("made");
  expect(read()).toEqual(made);
});

/** Every kind of character that is special in a URL, a shell or YAML. */
const password = "p@ss:w/o?r#d %41+&'\"\\$(id) `x` ö";

describe.runIf(hasRedis)("with a password of special characters", () => {
  const file = join(folder, "password");
  writeFileSync(file, `${password}\n`);

  async function startOwnPostgres(): Promise<string> {
    const server = await startPostgres({ dataDir: join(folder, "postgres"), durable: false });
    cleanUp.push(() => server.stop());
    const database = openDatabase({ url: server.url("rewards"), name: "compose", poolMax: 1, viewPoolMax: 1 });
    cleanUp.push(() => database.close());
    const { sql } = database;
    await sql.unsafe(`create role composed superuser login password '${password.replaceAll("'", "''")}'`);
    return `postgres://composed@127.0.0.1:${server.port}/rewards`;
  }

  test("migrate, status and start reach both servers, and a wrong password is refused", async () => {
    const redis = await startComposedRedis(folder, password);
    cleanUp.push(redis.stop);
    const urls = { DATABASE_URL: await startOwnPostgres(), QUEUE_URL: redis.urlOf("service") };
    const files = { DATABASE_PASSWORD_FILE: file, QUEUE_PASSWORD_FILE: file };
    const run = async (args: string[], env: Record<string, string>) => {
      const command = runCommand(args, env);
      return { code: await command.exited, output: command.output() };
    };
    expect(await run(["migrate"], { ...urls, ...files })).toMatchObject({ code: 0 });
    /** The queue has a second to answer, which is short for a busy machine. */
    const queue = async () => JSON.parse((await run(["status", "--json"], { ...urls, ...files })).output).queue;
    await expect.poll(queue).toMatchObject({ redis: { maxmemoryPolicy: "noeviction" } });
    const wrong = await run(["status"], { ...urls, DATABASE_PASSWORD: "wrong", QUEUE_PASSWORD_FILE: file });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining("password authentication failed") });
    const other = await run(["status"], { ...urls, DATABASE_PASSWORD_FILE: file, QUEUE_PASSWORD: "wrong" });
    expect(other.output).toMatch(/Queue {5}does not answer/);
    const service = runCommand(["start"], {
      ...urls,
      QUEUE_URL: redis.urlOf(),
      ...files,
      PORT: "0",
      DATA_DIR: join(folder, "data"),
    });
    await service.until(/Rewards is running/);
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
  });
});

test("the service reads each setting of a container that names a file", () => {
  const names = Object.values(services).flatMap((service) => Object.keys(service.environment ?? {}));
  const ours = [...new Set(names)].filter((name) => /_FILE$/.test(name) && !name.startsWith("POSTGRES_"));
  const others = [
    "SERVICE_PASSWORD_FILE",
    "API_ROLE_PASSWORD_FILE",
    "WORKER_ROLE_PASSWORD_FILE",
    "CONSOLE_ROLE_PASSWORD_FILE",
    "OPERATOR_TOKEN_FILE",
    "METRICS_TOKEN_FILE",
    "PERSONAL_DATA_KEYS_FILE",
  ];
  expect([...urlSettings, ...others]).toEqual(expect.arrayContaining(ours));
});

test("each process has its own role of Postgres and its own user of Redis, and nobody but Redis has the password of all", () => {
  for (const [name, of] of Object.entries({ api: "api", worker: "worker", console: "console", rewards: "service" }))
    expect(services[name]?.environment).toMatchObject({
      DATABASE_URL: `postgres://rewards_${of}@postgres:5432/rewards`,
      DATABASE_PASSWORD_FILE: `/run/secrets/${of}_password`,
      QUEUE_URL: `redis://rewards_${of}@redis:6379`,
      QUEUE_PASSWORD_FILE: `/run/secrets/redis_${of}_password`,
    });
  const holders = (secret: string) => Object.keys(services).filter((name) => services[name]?.secrets?.includes(secret));
  expect(holders("redis_password")).toEqual(["redis"]);
  for (const name of ["api", "worker", "console"]) expect(holders(`redis_${name}_password`)).toEqual(["redis", name]);
  expect(Object.keys(secrets).filter((name) => holders(name).length === 0)).toEqual([]);
});
