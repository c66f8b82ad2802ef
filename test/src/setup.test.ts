import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
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
  const claim = "packages/embedded/src/process/claim.js";
  for (const name of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "scripts", claim])
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

test("if the registry cannot be reached, setup says so in one sentence, also after npm run --silent", {
  timeout,
}, async () => {
  const registry = `http://127.0.0.1:${await findFreePort("127.0.0.1")}/`;
  const given = { npm_config_registry: registry, npm_config_cache: join(folder, "cache") };
  const { code, lines } = await setup({ ...given, npm_config_loglevel: "silent" });
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

const entries = ["api", "worker", "console", "cli", "demo"].map((app) => `apps/${app}/dist/main.js`);

/** Replaces pnpm and the compiler, since the tests check only when setup runs them. It bundles with esbuild. */
const npx = `#!/bin/sh
  mkdir -p node_modules
  case "$*" in
    *install*) echo installed > node_modules/.modules.yaml ;;
    *) echo built > packages/one/dist/.tsbuildinfo && exec "${process.execPath}" scripts/bundle.mjs --all ;;
  esac`;

/** Makes the checkout one that setup can set up; returns a run of setup. */
async function fillCheckout() {
  const files = {
    "packages/one/package.json": "{}",
    "packages/one/tsconfig.json": "{}",
    "packages/one/dist/.tsbuildinfo": "",
    "apps/api/package.json": "{}",
    "apps/api/tsconfig.json": "{}",
    "bin/npx": npx,
    ...Object.fromEntries(
      [...entries, "apps/api/dist/reader/reader.thread.js"].map((name) => [name, "process.exit();"]),
    ),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(checkout, name)), { recursive: true });
    await writeFile(join(checkout, name), text, { mode: 0o755 });
  }
  await symlink(join(root, "scripts", "node_modules"), join(checkout, "scripts", "node_modules"));
  const env = { PATH: `${join(checkout, "bin")}:${process.env["PATH"]}` };
  return (script = "scripts/run.mjs") => run([script, "build"], env);
}

test("setup builds again if another program has written to dist since", async () => {
  const setUp = await fillCheckout();
  const built = join(checkout, "packages", "one", "dist", ".tsbuildinfo");
  expect(await setUp()).toEqual({ code: 0, lines: ["Installing packages …", "Building …"] });
  expect(await setUp()).toEqual({ code: 0, lines: [""] });
  await writeFile(built, "another build");
  expect(await setUp()).toEqual({ code: 0, lines: ["Building …"] });
  expect(await readFile(built, "utf8")).toBe("built\n");
});

test("setup bundles again if a bundle is missing, truncated or of another build, and removes drafts", async () => {
  const setUp = await fillCheckout();
  const bundle = join(checkout, "apps/api/bundle/main.js");
  expect((await setUp()).code).toBe(0);
  const text = await readFile(bundle, "utf8");
  const damages = {
    missing: () => rm(bundle),
    truncated: () => truncate(bundle, 10),
    "of another build": () => writeFile(bundle, "of another build"),
    "of another script": () => appendFile(join(checkout, "scripts/bundle.mjs"), "\n"),
  };
  for (const [name, damage] of Object.entries(damages)) {
    await writeFile(`${bundle}.draft`, "half");
    await damage();
    expect([name, await setUp()]).toEqual([name, { code: 0, lines: ["Building …"] }]);
    expect([name, await readFile(bundle, "utf8")]).toEqual([name, text]);
    expect(await readdir(dirname(bundle))).toEqual(["main.js", "reader"]);
  }
  expect(await setUp()).toEqual({ code: 0, lines: [""] });
});

test("setup works by a path through a symlink", async () => {
  const setUp = await fillCheckout();
  const link = join(folder, "link");
  await symlink(checkout, link);
  const { code, lines } = await setUp(join(link, "scripts/run.mjs"));
  expect([code, lines.at(-1)]).toEqual([0, "Building …"]);
});
