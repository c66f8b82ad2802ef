import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@rewards/db";
import { afterAll, describe, expect, test } from "vitest";
import { cloneTemplate } from "./clone.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** What a reader may paste. Of a console block that is the commands, not their output. */
interface Block {
  readonly name: string;
  readonly text: string;
  readonly isShell: boolean;
}

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "packages/client/README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const shells = ["bash", "console"];
const pasteable = [...shells, "js", "ts", "sql"];

function blocksOf(page: string): Block[] {
  // A block in an item of a list is indented.
  return [...read(page).matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```/gm)].flatMap(
    ([, indent = "", language = "", body = ""]) => {
      if (!pasteable.includes(language)) return [];
      const lines = body
        .trimEnd()
        .split("\n")
        .map((line) => line.slice(indent.length));
      const pasted =
        language === "console" ? lines.flatMap((line) => (line.startsWith("$ ") ? [line.slice(2)] : [])) : lines;
      return pasted.length === 0
        ? []
        : [{ name: `${page}: ${pasted[0]}`, text: pasted.join("\n"), isShell: shells.includes(language) }];
    },
  );
}

const blocks = pages.flatMap(blocksOf);

/** The test that pastes each of these blocks, by the beginning of the block. */
const pastedBy: Readonly<Record<string, string>> = {
  "README.md: API=": "test/flow/docs-walk.test.ts",
  "README.md: curl": "test/flow/docs-walk.test.ts",
  "docs/integrate.md: API=": "test/flow/docs-walk.test.ts",
  "docs/integrate.md: post": "test/flow/docs-walk.test.ts",
  "docs/integrate.md: sleep": "test/flow/docs-walk.test.ts",
  "docs/integrate.md: REWARD=": "test/flow/docs-walk.test.ts",
  "docs/integrate.md: ITEM=": "test/flow/docs-walk.test.ts",
  "docs/integrate.md: MEMBER=": "test/flow/docs-walk.test.ts",
  "docs/integrate.md: import {": "test/flow/docs-walk.test.ts",
  "docs/repair.md: npm run --silent rewards -- dead-letters": "test/flow/docs-operators.test.ts",
  "docs/repair.md: mkdir": "test/flow/docs-operators.test.ts",
  "docs/repair.md: OPS=": "test/flow/docs-operators.test.ts",
  "docs/repair.md: ID=": "test/flow/docs-operators.test.ts",
  "docs/repair.md: ops": "test/flow/docs-operators.test.ts",
  "packages/client/README.md: import {": "test/flow/client-readme.test.ts",
  "docs/data-views.md: API=": "test/flow/docs-data-views.test.ts",
  "docs/data-views.md: view": "test/flow/docs-data-views.test.ts",
  "docs/security.md: CLIENT_ID=": "test/flow/tokens.test.ts",
  "docs/verify.md: begin": "packages/operations/src/ledger-day/ledger-day.db.test.ts",
  "docs/run.md: create role": "apps/cli/src/migrate.role.db.test.ts",
};
/** Commands for the reader's own servers: only their flags, services and exported settings are checked. */
const commands =
  /^(git (?:clone|restore)|npm (run|test|start)|npx|docker (compose|build|push)|sh|export|psql|pg_\w+|cp|mkdir|printf|helm|kubectl|sudo) ?/;
/** What may precede a command of a line: `NAME=$(` around it, or settings of its environment. */
const prefixes = /^(?:\w+=\$\(|(?:[A-Z_]+=\S+ )+)/;
/** Statements that this file runs. */
const statements = /^docs\/(run|programmes|repair|migrations|security)\.md: (select|update|insert|vacuum|COMMIT)/;

const testOf = ({ name }: Block) => Object.entries(pastedBy).find(([start]) => name.startsWith(start))?.[1];
const isStatement = ({ name }: Block) => statements.test(name);
const lines = blocks
  .filter((block) => testOf(block) === undefined && !isStatement(block))
  .flatMap(({ name, text }) => text.split("\n").map((line) => [name, line] as const));

// An interactive zsh takes `#` for a command, or for an argument of the command before it.
test.each(blocks.filter(({ isShell }) => isShell))("$name … has no comment, so that zsh runs it", ({ text }) => {
  expect(text).not.toMatch(/(^|\s)#/m);
});

/** Variables that a page tells its reader to set, or that every shell has. */
const known = new Set(["KEY", "USER"]);

test.each(pages)("%s: its blocks use no variable that no block before has set", (page) => {
  const isSet = new Set(known);
  const missing: string[] = [];
  for (const { text, isShell } of blocksOf(page)) {
    if (!isShell) continue;
    for (const [, name = ""] of text.matchAll(/\b([A-Z_]+)=/g)) isSet.add(name);
    for (const [, name = ""] of text.matchAll(/\$\{?([A-Za-z_]\w*)/g)) if (!isSet.has(name)) missing.push(name);
  }
  expect(missing).toEqual([]);
});

describe.each(Object.entries(pastedBy))("%s …", (start, file) => {
  test(`is pasted by ${file}`, () => {
    const [found] = blocks.filter(({ name }) => name.startsWith(start));
    expect(found).toBeDefined();
    expect(read(file)).toContain(basename(String(found?.name.split(":")[0])));
  });
});

test.each(lines)("%s … %s: is a command whose parts exist", (_, text) => {
  const [prefix = ""] = prefixes.exec(text) ?? [];
  const line = prefix.endsWith("(") ? text.slice(prefix.length, -1) : text.slice(prefix.length);
  expect(line).toMatch(commands);
  if (prefix.endsWith(" ")) expectSettings(prefix);
  if (line.startsWith("npm run")) expectScript(line);
  if (line.startsWith("docker compose")) expectServices(line);
  if (line.startsWith("sh ")) expect(read(String(line.split(" ")[1]))).toContain("#!/bin/sh");
  if (line.startsWith("export ")) expectSettings(line);
});

/** The script exists, and its help lists the line's commands and flags. */
function expectScript(line: string): void {
  const [, script = "", rest = ""] = /^npm run (?:--silent )?([\w:-]+)(?: -- (.*))?$/.exec(line) ?? [];
  expect(JSON.parse(read("package.json")).scripts).toHaveProperty([script]);
  if (rest === "") return;
  const words = rest.split(" ");
  const named = words.slice(0, words.findIndex((word) => word.startsWith("-")) >>> 0);
  const args = ["scripts/run.mjs", script, ...named, "--help"];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect(status).toBe(0);
  for (const flag of words.filter((word) => word.startsWith("--"))) expect(stdout).toContain(flag);
}

/** The compose file has every service that the line names or scales. */
function expectServices(line: string): void {
  const services = [...read("docker-compose.yml").matchAll(/^ {2}([a-z]+):$/gm)].map(([, service]) => service);
  const named = [
    ...[...line.matchAll(/--scale ([a-z]+)=/g)].map(([, service]) => service),
    ...[...line.matchAll(/ run (?:--rm |-T )*([a-z]+)/g)].map(([, service]) => service),
    ...[...line.matchAll(/ up .*?(?: |=\d+ )([a-z]+)$/g)].map(([, service]) => service),
    ...[...line.matchAll(/ exec (?:-T )*([a-z]+)/g)].map(([, service]) => service),
  ];
  expect(services).toEqual(expect.arrayContaining(named));
}

const settings = ["configuration", "run", "grow"].map((page) => read(`docs/${page}.md`)).join("\n");

/** docs/configuration.md, or the page that the variable is for, names every variable of the line. */
function expectSettings(line: string): void {
  const names = [...line.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(settings).toContain(`\`${name}`);
}

describe("statements", async () => {
  const clone = await cloneTemplate();
  const database = openDatabase({ url: clone.url, name: "docs", poolMax: 1, viewPoolMax: 1 });
  afterAll(async () => {
    await database.close();
    await clone.drop();
  });
  const undone = new Error("undone");

  test.each(blocks.filter(isStatement).map(({ name, text }) => [name, text]))("%s … runs", async (name, text) => {
    // A vacuum runs outside of a transaction, and changes no value.
    if (text.startsWith("vacuum")) return void (await database.sql.unsafe(text));
    // migrate.expand.db.test.ts runs the migration with statements outside of a transaction.
    const runnable = name.includes("COMMIT") ? text.replace(/CONCURRENTLY|COMMIT;|BEGIN;|-->.*$/gm, "") : text;
    const work = database.sql.begin(async (tx) => {
      await tx`alter table sale add column till_note text`;
      await tx`create index sale_till_note_idx on sale (till_note)`;
      await tx.unsafe(runnable.replace(":'cursor'", "'00000000-0000-7000-8000-000000000000'"));
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  });
});
