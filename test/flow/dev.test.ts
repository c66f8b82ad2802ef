import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Command, runNode } from "../src/command.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Folders that a copy does not need: data, passwords, tools. */
const left = new Set([".git", ".turbo", ".vite", ".data", "secrets", "tools"]);
const testMsMax = 600_000;
const waiting = { timeout: 120_000, interval: 50 };

let copy: string;
let dev: Command;

beforeAll(async () => {
  copy = await mkdtemp(join(await realpath(tmpdir()), "rewards-dev-"));
  // Under root, Postgres runs as another user, who needs access.
  await chmod(copy, 0o755);
  const filter = (path: string) => !left.has(basename(path)) && path !== join(root, "node_modules");
  await cp(root, copy, { recursive: true, verbatimSymlinks: true, filter });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
}, testMsMax);
afterEach(async () => {
  dev.kill("SIGTERM");
  await vi.waitFor(() => expect(processesOfCopy()).toEqual([]), waiting);
});
afterAll(() => rm(copy, { recursive: true, force: true }));

function startDev(env: Readonly<Record<string, string>> = {}): void {
  // Skips setup, which would install into the copy.
  dev = runNode([join(copy, "scripts/dev.mjs")], {
    cwd: copy,
    env: { HOME: process.env["HOME"], DATA_DIR: join(copy, ".data"), PORT: "0", ...env },
  });
}

/** Running processes of the copy: the compiler, the service, its API and worker, Postgres and Redis. */
function processesOfCopy(): string[] {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(copy));
}

const urls = () => [...dev.output().matchAll(/API +(http:\S+)/g)].map(([, url]) => url);

async function expectOrderlyEnd(signal: NodeJS.Signals): Promise<void> {
  dev.kill(signal);
  expect(await dev.exited, dev.output()).toBe(0);
  expect(processesOfCopy()).toEqual([]);
}

async function edit(change: (text: string) => string): Promise<void> {
  const file = join(copy, "apps/api/src/routes/health.ts");
  await writeFile(file, change(await readFile(file, "utf8")));
}

test(
  "dev runs the service, restarts it on a change, keeps it if that does not compile, and SIGINT leaves nothing behind",
  async () => {
    startDev();
    await dev.until(/Rewards is running/);
    const [first] = urls();
    await edit((text) => `${text}\nexport const broken: number = "text";\n`);
    await dev.until(
      /changed: apps\/api\/src\/routes\/health\.ts[\s\S]*error TS2322[\s\S]*does not compile: the last build keeps running/,
    );
    expect(await fetch(`${first}/livez`)).toMatchObject({ status: 200 });

    await edit((text) => text.replace(/\nexport const broken.*\n/, "\n"));
    await dev.until(/restarting the API[\s\S]*Stopped\.[\s\S]*Rewards is running/);
    expect(await fetch(`${urls()[1]}/livez`)).toMatchObject({ status: 200 });

    await expectOrderlyEnd("SIGINT");
  },
  testMsMax,
);

test(
  "dev stopped while it compiles ends its compiler too",
  async () => {
    startDev();
    await dev.until(/compiling/);
    await expectOrderlyEnd("SIGINT");
  },
  testMsMax,
);

test(
  "a service that cannot start starts after the next change, and SIGTERM leaves nothing behind",
  async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    startDev({ PORT: String(port) });
    await dev.until(/another program listens there[\s\S]*ended with code 1; it starts again after the next change/);
    other.close();
    await edit((text) => `${text}\n`);
    await dev.until(/Rewards is running/);

    await expectOrderlyEnd("SIGTERM");
  },
  testMsMax,
);
