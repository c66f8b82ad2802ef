import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const fixture = fileURLToPath(new URL("./sponsor", import.meta.url));
/** Names that the copy omits: git, caches, a service's data, passwords, a tool with its own packages. */
const left = new Set([".git", ".turbo", ".vite", ".data", "secrets", "description"]);
const stepMsMax = 1_200_000;
/** The class's own test, the fuzz of every endpoint, and the tests that compare committed files. */
const tests = [
  "test/flow/sponsor.test.ts",
  "test/fuzz/every-endpoint.test.ts",
  "test/src/docs.test.ts",
  "apps/api/src/openapi/document.test.ts",
];

let copy: string;
beforeAll(async () => {
  // The copy counts as installed because the checkout is.
  await run("node", ["scripts/run.mjs", "build"], root);
  copy = await mkdtemp(join(tmpdir(), "rewards-class-"));
  // The packages' node_modules link to one another and to what the checkout installed.
  const filter = (path: string) => !left.has(basename(path)) && path !== join(root, "node_modules");
  await cp(root, copy, { recursive: true, verbatimSymlinks: true, filter });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
}, stepMsMax);
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Runs an installed tool in the copy. If it fails, its output is the error's message, with what failed first. */
async function run(tool: string, args: readonly string[], cwd = copy): Promise<void> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
  const program = tool === "node" ? process.execPath : join(cwd, "node_modules", ".bin", tool);
  await promisify(execFile)(program, [...args], options).catch(({ stdout, stderr }) => {
    throw new Error(`${tool} ${args.join(" ")}\n${String(stderr)}\n${String(stdout)}`);
  });
}

const sqlOf = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith(".sql"));

test(
  "a folder of definitions and a line in the registry add a class, with its table, calls, history and tests",
  async () => {
    const domain = join(copy, "packages/domain/src");
    await cp(join(fixture, "sponsor.class.ts"), join(domain, "sponsor/sponsor.class.ts"));
    const registry = await readFile(join(domain, "registry.ts"), "utf8");
    const mounted = registry
      .replace("\nimport ", '\nimport { sponsorClass } from "./sponsor/sponsor.class.ts";\nimport ')
      .replace("  storeClass,\n", "  storeClass,\n  sponsorClass,\n");
    await writeFile(join(domain, "registry.ts"), mounted);

    const migrations = join(copy, "packages/db/migrations");
    const before = await sqlOf(migrations);
    await run("node", ["scripts/run.mjs", "generate", "--name", "sponsor"]);
    const [added = ""] = (await sqlOf(migrations)).filter((name) => !before.includes(name));
    const statements = (await readFile(join(migrations, added), "utf8")).split("--> statement-breakpoint");
    const others = statements.filter((text) => !/^\s*CREATE (TABLE|UNIQUE INDEX|INDEX) "sponsor/.test(text));
    expect(others).toEqual([]);
    // The former snapshot goes, so a migration adds one to what people read of a change, not to the tree.
    const snapshot = `${added.slice(0, 4)}_snapshot.json`;
    expect(await readdir(join(migrations, "meta"))).toEqual([snapshot, "_journal.json"]);

    // Without its SQL, the snapshot would hide that the table is missing.
    await rename(join(migrations, added), join(copy, added));
    await expect(run("node", ["scripts/generate.mjs", "--check"])).rejects.toThrow("git restore --source=HEAD");
    await rename(join(copy, added), join(migrations, added));

    // Compiles the generated files too.
    await run("tsc", ["-b"]);
    await cp(join(fixture, "sponsor.flow.ts"), join(copy, "test/flow/sponsor.test.ts"));
    await run("vitest", ["run", ...tests]);
  },
  stepMsMax,
);
