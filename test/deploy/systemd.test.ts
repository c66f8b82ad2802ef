import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceEnv, serviceNodeArgs } from "@rewards/embedded";
import { afterAll, describe, expect, test } from "vitest";
import { checkout } from "../flow/support/compose.ts";
import { migrateSettings, plainNames, readAsProcess, settingsOf } from "./support/settings.ts";

const source = join(checkout, "deploy/systemd");
const units = readdirSync(source).filter((name) => name.endsWith(".service"));
const kinds = {
  "rewards-api.service": "api",
  "rewards-worker@.service": "worker",
  "rewards-console.service": "console",
} as const;

const read = (name: string) => readFileSync(join(source, name), "utf8");
const valuesOf = (text: string, key: string) =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);
const assignments = (lines: readonly string[]) =>
  Object.fromEntries(
    lines.flatMap((line) => [...line.matchAll(/"?([\w]+)=([^"\s]*)"?/g)].map(([, name, value]) => [name, value])),
  );

/** The environment of the unit, with the examples of its files. */
function envOf(unit: string): Record<string, string> {
  const files = valuesOf(read(unit), "EnvironmentFile").map((path) => read(path.replace("/etc/rewards/", "")));
  const own = assignments(valuesOf(read(unit), "Environment"));
  return { ...assignments(files.flatMap((text) => text.split("\n").filter((line) => /^[A-Z]/.test(line)))), ...own };
}

test("there is a unit for each process and for migrate", () => {
  expect(units).toEqual([...Object.keys(kinds), "rewards-migrate.service"].sort());
});

describe.each(Object.entries(kinds))("%s", (unit, kind) => {
  test("starts the process with settings that it accepts, as npm does", () => {
    const env = envOf(unit);
    expect(readAsProcess(kind, env)).toMatchObject(kind === "worker" ? {} : { AUTH: "required" });
    const tuned = kind === "console" ? ["MALLOC_ARENA_MAX"] : Object.keys(serviceEnv);
    for (const name of tuned) expect(env).toHaveProperty(name, (serviceEnv as Record<string, string>)[name]);
    const flags = kind === "console" ? [] : serviceNodeArgs;
    expect(valuesOf(read(unit), "ExecStart")).toEqual([
      ["/usr/bin/node", ...flags, `apps/${kind}/bundle/main.js`].join(" "),
    ]);
    const shared = ["AUTH", ...Object.keys(serviceEnv)];
    expect([...settingsOf(kind), ...shared]).toEqual(expect.arrayContaining(plainNames(Object.keys(env))));
  });
});

test("only migrate gets the owner's password, and each file of a secret is a credential of its unit", () => {
  expect(plainNames(Object.keys(envOf("rewards-migrate.service")))).toEqual(
    [...migrateSettings().filter((name) => name !== "DATABASE_DIRECT_URL"), "AUTH"].sort(),
  );
  for (const unit of units) {
    const text = read(unit);
    const files = Object.entries(envOf(unit)).filter(([name]) => name.endsWith("_FILE"));
    const credentials = valuesOf(text, "LoadCredential").map((line) => line.split(":"));
    expect(credentials.map(([name]) => [`${name}_FILE`, `%d/${name}`])).toEqual(files);
    expect([unit, text.includes("postgres_password")]).toEqual([unit, unit === "rewards-migrate.service"]);
  }
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

describe.runIf(hasSystemd)("systemd", () => {
  const folder = mkdtempSync(join(tmpdir(), "rewards-units-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  cpSync(source, folder, { recursive: true });
  const paths = units.map((unit) => join(folder, unit.replace("@", "@1")));
  for (const [index, unit] of units.entries())
    writeFileSync(String(paths[index]), read(unit).replace("/usr/bin/node", process.execPath));
  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
    return { status, output: stderr || stdout };
  };

  test("accepts every unit without a warning", () => {
    expect(analyze("verify", "--man=no", ...paths)).toEqual({ status: 0, output: "" });
  });

  test("rates the exposure of each unit at 2 of 10 or less", () => {
    for (const path of paths)
      expect(analyze("security", "--offline=true", "--no-pager", "--threshold=20", path)).toMatchObject({ status: 0 });
  });
});
