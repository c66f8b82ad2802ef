import { chmod, chown, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@rewards/embedded";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runNode } from "./command.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const isRoot = process.getuid?.() === 0;
/** An ordinary user, as whom root can run a process. */
const stranger = { uid: 65_534, gid: 65_534 };
const timeout = 300_000;
let folder: string;
let checkout: string;

beforeEach(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), "rewards-setup-test-"));
  await chmod(folder, 0o755);
  checkout = join(folder, "a checkout");
  await mkdir(checkout);
  for (const name of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "scripts"])
    await cp(join(root, name), join(checkout, name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
});

afterEach(async () => {
  await chmod(checkout, 0o755);
  await rm(folder, { recursive: true, force: true });
});

/** Runs Node in the checkout to its end; `user` are the numbers of another user and group. */
async function run(args: readonly string[], env: Record<string, string>, user: Partial<typeof stranger> = {}) {
  const command = runNode(args, { cwd: checkout, env: { HOME: folder, ...env }, ...user });
  const code = await command.exited;
  return { code, lines: command.output().trim().split("\n") };
}

const setup = (env: Record<string, string> = {}, user?: Partial<typeof stranger>) =>
  run(["scripts/run.mjs", "demo"], env, user);

test("if the registry cannot be reached, setup says so in one sentence", { timeout }, async () => {
  const registry = `http://127.0.0.1:${await findFreePort("127.0.0.1")}/`;
  const { code, lines } = await setup({ npm_config_registry: registry, npm_config_cache: join(folder, "cache") });
  expect(code).toBe(1);
  expect(lines).toEqual([
    "Installing packages …",
    expect.stringMatching(
      /^Installing packages failed \(ECONNREFUSED\): the package registry cannot be reached: connect/,
    ),
  ]);
  expect(await readFile(join(checkout, ".turbo", "setup.log"), "utf8")).toContain("ECONNREFUSED");
});

test("if the checkout is read-only, setup says so in one sentence", async () => {
  if (isRoot) await chown(checkout, stranger.uid, stranger.gid);
  await chmod(checkout, 0o555);
  const { code, lines } = await setup({}, isRoot ? stranger : {});
  expect(code).toBe(1);
  expect(lines).toEqual([
    `This checkout is not set up yet, and ${checkout} is read-only (EACCES): clone it into a folder that you own, or run it once as its owner.`,
  ]);
});

test.runIf(isRoot)("if the checkout belongs to another user, setup names the owner in one sentence", async () => {
  const { code, lines } = await setup({}, stranger);
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringContaining(`${checkout} belongs to another user (number 0; this one is 65534) (EACCES)`),
  ]);
});

test("npx's own command line does not reach the commands of setup", { timeout }, async () => {
  const script = `import { runPnpm } from "./scripts/pnpm.mjs";
    const { code, output } = await runPnpm(process.cwd(), ["--version"], () => () => {});
    console.log(output.trim().split("\\n").at(-1)); process.exitCode = code;`;
  const inherited = {
    npm_config_package: "node@22",
    npm_config_call: "x",
    npm_config_workspace: "apps/api",
    npm_config_workspaces: "true",
  };
  const home = process.env["HOME"] ?? folder;
  const { code, lines } = await run(["--input-type=module", "-e", script], { ...inherited, HOME: home });
  const { packageManager } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  expect([code, `pnpm@${lines.at(-1)}`]).toEqual([0, packageManager]);
});

test("setup builds again if another program has written to dist since", async () => {
  const built = join(checkout, "packages", "one", "dist", ".tsbuildinfo");
  // Replaces pnpm and the compiler: the test checks only when setup runs them.
  const npx = `#!/bin/sh
    mkdir -p node_modules packages/one/dist
    case "$*" in
      *install*) echo installed > node_modules/.modules.yaml ;;
      *bundle*) for app in api worker console cli demo; do mkdir -p apps/$app/bundle; echo bundled > apps/$app/bundle/.stamp; done ;;
      *) echo built > packages/one/dist/.tsbuildinfo ;;
    esac`;
  const files = { "packages/one/package.json": "{}", "packages/one/tsconfig.json": "{}", "bin/npx": npx };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(checkout, name)), { recursive: true });
    await writeFile(join(checkout, name), text, { mode: 0o755 });
  }
  const env = { PATH: `${join(checkout, "bin")}:${process.env["PATH"]}` };
  const setUp = () => run(["scripts/setup.mjs"], env);
  expect(await setUp()).toEqual({ code: 0, lines: ["Installing packages …", "Building …", "Bundling …"] });
  expect(await setUp()).toEqual({ code: 0, lines: [""] });
  await writeFile(built, "another build");
  expect(await setUp()).toEqual({ code: 0, lines: ["Building …"] });
  expect(await readFile(built, "utf8")).toBe("built\n");
  await writeFile(join(checkout, "apps/api/bundle/.stamp"), "of another build");
  expect(await setUp()).toEqual({ code: 0, lines: ["Bundling …"] });
});
