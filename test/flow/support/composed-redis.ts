import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "@rewards/embedded";
import { expect, vi } from "vitest";
import { type ComposeService, checkout, readCompose } from "./compose.ts";

const { services } = readCompose();
const { command, secrets = [], ...redis } = services["redis"] as ComposeService;

export interface ComposedRedis {
  /** The URL for a user of `deploy/redis/users.acl`, by its process; without one, for the user who may do everything. */
  urlOf(process?: string): string;
  /** What redis-cli prints for a command of this user. */
  call(process: string | undefined, ...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Starts Redis as its container does, except for the port, and the places of data, secrets and users. */
export async function startComposedRedis(folder: string, password: string): Promise<ComposedRedis> {
  const port = await findFreePort("127.0.0.1");
  mkdirSync(join(folder, "run"));
  for (const name of secrets) writeFileSync(join(folder, "run", name), `${password}\n`);
  const placed = (line = "") =>
    line
      .replaceAll("$$", "$")
      .replaceAll("/tmp/", `${folder}/`)
      .replaceAll("/run/secrets/", `${folder}/run/`)
      .replaceAll("/etc/rewards/", `${checkout}/deploy/redis/`);
  const [shell = "", flag = "", line] = command ?? [];
  const server = spawn(shell, [flag, `${placed(line)} --port ${port} --bind 127.0.0.1 --dir ${folder}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { test: lines } = redis["healthcheck"] as Readonly<Record<"test", string[]>>;
  const healthy = placed(lines[1]).replace("redis-cli", `redis-cli -p ${port}`);
  // Not expect.poll, which hooks cannot call.
  await vi.waitFor(
    async () => expect(await once(spawn("sh", ["-c", healthy], { stdio: "ignore" }), "exit")).toEqual([0, null]),
    { timeout: 60_000 },
  );
  const userOf = (process?: string) => (process === undefined ? "default" : `rewards_${process}`);
  return {
    urlOf: (process) => `redis://${userOf(process)}@127.0.0.1:${port}`,
    async call(process, ...args) {
      const env = { ...globalThis.process.env, REDISCLI_AUTH: password };
      const options = ["-p", String(port), "--user", userOf(process), ...args];
      return (await promisify(execFile)("redis-cli", options, { env })).stdout.trim();
    },
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
    },
  };
}
