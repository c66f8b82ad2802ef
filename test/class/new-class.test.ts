import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const fixture = fileURLToPath(new URL("./partner", import.meta.url));
/** What a checkout has beside its sources: a service's data, passwords, tools with packages of their own. */
const left = new Set([".git", ".turbo", ".vite", ".data", "secrets", "description"]);
const stepMsMax = 240_000;

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "rewards-class-"));
  // The packages' own node_modules are links to one another, and to what the checkout has installed.
  const filter = (path: string) => !left.has(basename(path)) && path !== join(root, "node_modules");
  await cp(root, copy, { recursive: true, verbatimSymlinks: true, filter });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
}, stepMsMax);
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Runs an installed tool in the copy; what it wrote is the failure's message. */
async function run(tool: string, args: readonly string[], cwd = copy): Promise<void> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
  const program = tool === "node" ? process.execPath : join(cwd, "node_modules", ".bin", tool);
  await promisify(execFile)(program, [...args], options).catch(({ stdout, stderr }) => {
    throw new Error(`${tool} ${args.join(" ")}\n${String(stdout)}\n${String(stderr)}`);
  });
}

const sqlOf = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith(".sql"));

test(
  "a class is a folder of definitions and a line in the registry: its table, its calls, its history and its tests follow",
  async () => {
    const domain = join(copy, "packages/domain/src");
    await cp(join(fixture, "partner.class.ts"), join(domain, "partner/partner.class.ts"));
    const registry = await readFile(join(domain, "registry.ts"), "utf8");
    const mounted = registry
      .replace("\nimport ", '\nimport { partnerClass } from "./partner/partner.class.ts";\nimport ')
      .replace("  storeClass,\n", "  storeClass,\n  partnerClass,\n");
    await writeFile(join(domain, "registry.ts"), mounted);

    await run("tsc", ["-b"]);
    await run("node", ["scripts/openapi.mjs"]);
    const database = join(copy, "packages/db");
    const before = await sqlOf(join(database, "migrations"));
    await run("drizzle-kit", ["generate", "--name", "partner"], database);
    const [added = ""] = (await sqlOf(join(database, "migrations"))).filter((name) => !before.includes(name));
    const statements = (await readFile(join(database, "migrations", added), "utf8")).split("--> statement-breakpoint");
    const others = statements.filter((text) => !/^\s*CREATE (TABLE|UNIQUE INDEX|INDEX) "partner/.test(text));
    expect(others).toEqual([]);
    // What was generated is compiled too.
    await run("tsc", ["-b"]);

    await cp(join(fixture, "partner.flow.ts"), join(copy, "test/flow/partner.test.ts"));
    await run("vitest", ["run", "test/flow/partner.test.ts", "apps/api/src/openapi/document.test.ts"]);
  },
  stepMsMax,
);
