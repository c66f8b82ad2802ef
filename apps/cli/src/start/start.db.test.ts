import { chmod, mkdtemp, readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@rewards/db";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Command } from "../../../../test/src/command.ts";
import { runCommand } from "../testing/command.ts";
import { findPrometheus, namesUsed, readRules, runbookAnchors, scrape, scrapedNames } from "../testing/metrics.ts";

const prometheus = await findPrometheus();
const testWaitMsMax = 600_000;
const isUp = /Stop it with Ctrl-C/;

/** A data folder, and commands that use it. They end after the test or the group. */
async function openFolder(onFinished: (end: () => Promise<void>) => void) {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), "rewards-start-test-"));
  // As root Postgres runs as another user, who must get in.
  await chmod(dataDir, 0o755);
  const commands: Command[] = [];
  onFinished(async () => {
    for (const command of commands) command.kill("SIGTERM");
    await Promise.all(commands.map((command) => command.exited));
    await rm(dataDir, { recursive: true, force: true });
  });
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const command = runCommand(args, { DATA_DIR: dataDir, PORT: "0", CONSOLE_PORT: "0", ...env });
    commands.push(command);
    return command;
  };
  return { dataDir, run };
}

async function readPrograms(output: string): Promise<unknown> {
  const [, url] = /API +(http:\S+)/.exec(output) ?? [];
  const answer = await fetch(`${url}/dx/api/application/v2/data_views/ProgramList`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"dataViewParameters":null}',
  });
  return answer.json();
}

it("start runs the service, SIGTERM ends it with 0, and after a kill -9 it starts again", {
  timeout: testWaitMsMax,
}, async () => {
  const { run } = await openFolder(onTestFinished);
  const first = run(["start"]);
  expect(await readPrograms(await first.until(isUp))).toMatchObject({ resultCount: 1 });
  first.kill("SIGTERM");
  expect(await first.exited).toBe(0);
  expect(first.output()).toContain("Stopped.");

  const second = run(["start"]);
  await second.until(isUp);
  second.kill("SIGKILL");
  await second.exited;

  const third = run(["start"]);
  expect(await readPrograms(await third.until(isUp))).toMatchObject({ resultCount: 1 });
  third.kill("SIGINT");
  expect(await third.exited).toBe(0);
});

it("wrong settings of API, worker and database are refused together, before anything starts", async () => {
  const wrong = {
    STOP_GRACE_MS: "6001",
    VIEW_MS_MAX: "1",
    VIEW_THREADS_MAX: "none",
    ADDRESS_REQUESTS_MAX: "0",
    DATABASE_POOL_MAX: "1",
    HEALTH_PORT: "70000",
    CONSOLE_URL: "console.example",
    DATABASE_PASSWORD: "secret",
  };
  const { dataDir, run } = await openFolder(onTestFinished);
  const command = run(["start"], wrong);
  expect(await command.exited).toBe(1);
  expect(command.output()).toMatch(/^Configuration: .*\n$/);
  for (const name of Object.keys(wrong)) expect(command.output()).toContain(name);
  expect(command.output()).not.toContain("secret");
  expect(await readdir(dataDir)).toEqual([]);
});

it.runIf(process.platform === "linux")("a data folder that the system cannot make is refused in one line", async () => {
  const { run } = await openFolder(onTestFinished);
  const command = run(["start"], { DATA_DIR: "/proc/rewards" });
  expect(await command.exited).toBe(1);
  expect(command.output()).toMatch(/The data folder \/proc\/rewards cannot be written \(ENOENT\): set DATA_DIR to one/);
});

describe("while it runs", () => {
  let folder: Awaited<ReturnType<typeof openFolder>>;
  let service: Command;
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => void (await Promise.all(ends.map((end) => end()))));
  beforeAll(async () => {
    folder = await openFolder((end) => void ends.push(end));
    service = folder.run(["start"]);
    await service.until(isUp);
  }, testWaitMsMax);

  /** What `rewards status` says once the queue answers it, for which it has a second: a busy machine may need more. */
  async function readStatus(): Promise<{ readonly consoleUrl: string; readonly metricsUrls: string[] }> {
    const outputs: string[] = [];
    const run = async () => {
      const status = folder.run(["status", "--json"]);
      const code = await status.exited;
      outputs.push(status.output());
      return code;
    };
    await expect.poll(run).toBe(0);
    return JSON.parse(outputs.at(-1) ?? "");
  }

  it("data folder, log and state are closed to other users, and no log line holds a password", async () => {
    const { dataDir } = folder;
    const modeOf = async (path: string) => ((await stat(join(dataDir, path))).mode & 0o777).toString(8);
    expect(await modeOf("")).toBe(process.getuid?.() === 0 ? "710" : "700");
    for (const file of ["service.json", "service.log", "postgres/postgres.log"]) expect(await modeOf(file)).toBe("600");
    const state = JSON.parse(await readFile(join(dataDir, "service.json"), "utf8"));
    const ownerPassword = (await readFile(join(dataDir, "postgres", "password"), "utf8")).trim();
    const { username, password } = new URL(state.databaseUrl);
    expect(username).toBe("rewards_service");
    const owned = openDatabase({ url: state.databaseUrl, name: "roles", poolMax: 1, viewPoolMax: 1 });
    const roles = await owned.sql`
      select distinct usename as role from pg_stat_activity where application_name = 'rewards-console'`;
    await owned.close();
    expect([...roles]).toEqual([{ role: "rewards_console" }]);
    const written = service.output() + (await readFile(join(dataDir, "service.log"), "utf8"));
    expect(written).toContain("api listens");
    for (const secret of [password, ownerPassword]) expect(written).not.toContain(secret);
  });

  it.skipIf(prometheus === undefined)(
    "a real Prometheus scrapes all processes and evaluates every alert (install Debian's package prometheus)",
    { timeout: testWaitMsMax },
    async () => {
      const { metricsUrls } = await readStatus();
      await scrape(metricsUrls, async ({ targets, rules }) => {
        expect(targets).toEqual(metricsUrls.map(() => "up"));
        expect(rules).toEqual((await readRules()).map(() => "ok"));
      });
    },
  );

  it("a second start says where, and commands find its database and work on it", {
    timeout: testWaitMsMax,
  }, async () => {
    const { run } = folder;
    const again = run(["start"]);
    expect(await again.exited).toBe(1);
    expect(again.output()).toMatch(
      new RegExp(`Already running at http://127\\.0\\.0\\.1:\\d+ \\(process ${service.pid},`),
    );

    const [, consoleUrl = ""] = /Console +(http:\S+)/.exec(service.output()) ?? [];
    const page = async () => (await fetch(`${consoleUrl}/health`)).text();
    await expect.poll(page).toContain("All is well.");
    const { metricsUrls, ...status } = await readStatus();
    expect(status).toMatchObject({ consoleUrl });
    expect(metricsUrls).toHaveLength(3);
    const names = await scrapedNames(metricsUrls);
    expect([...(await namesUsed())].filter((name) => !names.has(name))).toEqual([]);
    const texts = await Promise.all(metricsUrls.map(async (one) => (await fetch(one)).text()));
    for (const gate of ["sale.create", "reads", "writes", "sale.settle", "pages"])
      expect(texts.join("")).toMatch(new RegExp(`^rewards_gate_calls\\{gate="${gate}",state="max"\\} [1-9]`, "m"));

    const found = run(["programmes", "list"]);
    expect(await found.exited).toBe(0);
    expect(found.output()).toMatch(/REWARDS\nName +Rewards\nCurrencies +Points\nTime zone +UTC\n/);

    // As the service's role, which owns nothing.
    const example = fileURLToPath(new URL("../../programmes.example.yaml", import.meta.url));
    const applied = run(["programmes", "apply", example]);
    expect(await applied.exited).toBe(0);
    expect(applied.output()).toContain("CLUB: created");
    const verified = run(["verify", "--write-heads"]);
    expect(await verified.exited).toBe(0);
  });
});

it("each alert has its section of the runbook", async () => {
  const anchors = await runbookAnchors();
  const books = (await readRules()).map((rule) => rule.annotations.runbook);
  expect(books.length).toBeGreaterThan(5);
  expect(books.filter((book) => !anchors.has(book))).toEqual([]);
});

it("before it runs, commands that need its database say so", async () => {
  const { run } = await openFolder(onTestFinished);
  const list = run(["programmes"]);
  expect(await list.exited).toBe(1);
  expect(list.output()).toContain("start the service of this checkout first (npm start or npm run demo)");
});

it("a Postgres that is killed is started again; one that keeps ending ends all with 1, the cause and the log's name", {
  timeout: testWaitMsMax,
}, async () => {
  const { dataDir, run } = await openFolder(onTestFinished);
  const service = run(["start"]);
  const kill = async () =>
    process.kill(
      Number.parseInt(await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8"), 10),
      "SIGKILL",
    );
  const output = await service.until(isUp);
  for (const times of [1, 2, 3]) {
    await kill();
    const isBack = () => expect(service.output().split("Postgres is up again")).toHaveLength(times + 1);
    await vi.waitFor(isBack, { timeout: 180_000, interval: 20 });
  }
  const programmes = () => readPrograms(output).catch(() => undefined);
  await vi.waitFor(async () => expect(await programmes()).toMatchObject({ resultCount: 1 }), { timeout: 120_000 });
  await kill();
  expect(await service.exited).toBe(1);
  expect(service.output()).toMatch(/Postgres ended 4 times .*not started again/);
  expect(service.output()).toMatch(/The end of \S+postgres\.log:/);
  expect(service.output()).toMatch(/The whole log: \S+service\.log/);
});
