import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { environmentOf, type ProcessKind, processSettings } from "./environment.ts";

const page = readFileSync(new URL("../../../../docs/configuration.md", import.meta.url), "utf8");

/** The rows of the table of settings: name, and of what. */
const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\| ([^|]+?) +\|/gm)].map(([, name, of]) => [name, of] as const);

/** Whoever starts a process gives it whole URLs. */
const ofUrls = ["DATABASE_PASSWORD", "QUEUE_PASSWORD"];

it.each([
  ["api", /\b(API|all)\b/],
  ["worker", /\b(worker|all)\b/],
  ["console", /\b(console|all)\b/],
] as const)("a process gets every setting that docs/configuration.md lists for it: %s", (kind, isFor) => {
  const listed = rows.flatMap(([name = "", of = ""]) => (isFor.test(of) && !ofUrls.includes(name) ? [name] : []));
  const got = processSettings[kind].filter((name) => !name.endsWith("_FILE"));
  expect([...got].sort()).toEqual(listed.sort());
});

it.each([
  ["api", { OPERATOR_TOKEN: "for-the-operators" }],
  ["worker", {}],
  ["console", {}],
] as const)("a process gets no secret of the shell, nor of another process: %s", (kind: ProcessKind, own) => {
  const shared = { LOG_LEVEL: "warn", TZ: "UTC" };
  const shell = {
    AWS_SECRET_ACCESS_KEY: "x",
    NPM_TOKEN: "x",
    SERVICE_PASSWORD: "x",
    OPERATOR_TOKEN: "for-the-operators",
  };
  expect(environmentOf(kind, { ...shell, ...shared })).toEqual({ ...shared, ...own });
});
